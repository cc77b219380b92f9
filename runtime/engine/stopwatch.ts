/** Reading of a monotonic clock: whole seconds, and the nanoseconds since the last of them. */
type Reading = readonly [seconds: number, nanoseconds: number];

interface Clocks {
  readonly performance: { now(): number };
  readonly process?: { readonly hrtime?: (() => Reading) | undefined };
}

// Bound once: in Node the globals are behind getters.
const { performance, process }: Clocks = globalThis;

/** Node reads `process.hrtime` faster than `performance.now`, which looks at its receiver first; a browser has the latter. */
export const readClock: () => Reading =
  process?.hrtime ??
  (() => {
    const milliseconds = performance.now();
    const seconds = Math.floor(milliseconds / 1e3);
    return [seconds, Math.floor(milliseconds * 1e6 - seconds * 1e9)];
  });

/**
 * Whole microseconds since a reading. Of one second both, nearly always: then in small integers, as which nanoseconds fit,
 * since a processor that reads its clock waits for the arithmetic before it.
 */
export function microsecondsSince(seconds: number, nanoseconds: number): number {
  const now = readClock();
  const nowSeconds = now[0];
  const nowNanoseconds = now[1] | 0;
  return nowSeconds === seconds
    ? (((nowNanoseconds - nanoseconds + 500) | 0) / 1000) | 0
    : acrossSeconds(nowSeconds - seconds, nowNanoseconds - nanoseconds);
}

function acrossSeconds(seconds: number, nanoseconds: number): number {
  return Math.round(seconds * 1e6 + nanoseconds / 1e3);
}
