interface Clocks {
  readonly performance: { now(): number };
  readonly process?: {
    readonly hrtime?: (() => readonly [seconds: number, nanoseconds: number]) | undefined;
  };
}

const { performance, process }: Clocks = globalThis;
const hrtime = process?.hrtime;

/**
 * Milliseconds of a clock that only goes forward. Node reads `process.hrtime` faster than `performance.now`, which looks
 * at its receiver first; a browser has the latter. Both bound once: in Node the globals are behind getters.
 */
export const stopwatch: () => number =
  hrtime === undefined
    ? performance.now.bind(performance)
    : () => {
        const time = hrtime();
        return time[0] * 1e3 + time[1] / 1e6;
      };

const MICROSECONDS = 1000;

/** Whole microseconds of some milliseconds. */
export function microseconds(milliseconds: number): number {
  return Math.round(milliseconds * MICROSECONDS);
}
