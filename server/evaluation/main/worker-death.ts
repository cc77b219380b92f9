import { ServiceError } from '../../../library/errors.ts';

/** Why a thread is gone. */
export type Death = 'timeout' | 'memory' | 'unknown';

/** A task is given up when this many threads died running it. */
const MOST_DEATHS = 2;

/** Refusal of a task whose threads died while running it; null to retry it. */
export function refusalAfter(death: Death, deaths: number, timeoutMs: number): ServiceError | null {
  if (death === 'timeout') {
    return new ServiceError(
      'evaluation_timeout',
      `the evaluation took longer than ${timeoutMs} ms and was ended`,
    );
  }
  if (death === 'memory') {
    return new ServiceError('evaluation_limit', 'the evaluation exceeded its memory limit');
  }
  if (deaths < MOST_DEATHS) return null;
  return new ServiceError('evaluation_limit', 'the evaluation was aborted: its worker failed repeatedly');
}

const FIRST_RESPAWN_MS = 50;
const LONGEST_RESPAWN_MS = 5_000;

/** Delay of the next thread after consecutive threads that died without a response. */
export function respawnDelayMs(deaths: number): number {
  return deaths === 0 ? 0 : Math.min(FIRST_RESPAWN_MS * 2 ** deaths, LONGEST_RESPAWN_MS);
}
