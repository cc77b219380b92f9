/** Time without progress after which code counts as hot. */
const QUIET_MS = 40;
/** A round that takes at most this part of the fastest before it is progress. */
const PROGRESS = 0.9;

/** Finds out when V8 has compiled the code of evaluations: they have not become faster for a while. */
interface Heat {
  /** Takes the time of one round of evaluations, in milliseconds. Returns true once the code is hot. */
  readonly isHot: (roundMs: number) => boolean;
}

export function createHeat(): Heat {
  let fastest = Infinity;
  let quiet = 0;
  return {
    isHot(roundMs) {
      if (roundMs <= fastest * PROGRESS) {
        fastest = roundMs;
        quiet = 0;
      } else quiet += roundMs;
      return quiet >= QUIET_MS;
    },
  };
}
