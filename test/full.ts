/**
 * How much a run of the tests repeats. `npm test` tries each part once; `FERRULE_TEST=full npm test`, which CI runs, draws
 * more random inputs and repeats what is slow: more kills and processes, and each database under each test of the service.
 */

/** True if the tests run with `FERRULE_TEST=full`. Use it with `test.runIf(FULL)` for tests that repeat, or take minutes. */
export const FULL = process.env['FERRULE_TEST'] === 'full';

/** The number of draws, rounds or milliseconds of this run. */
export function full(inFull: number, inPlain: number): number {
  return FULL ? inFull : inPlain;
}
