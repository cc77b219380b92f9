import { EARLIEST_TIME, LATEST_TIME } from './time-text.ts';

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
const DURATION = /^(\d+)([smhd])$/;
const LONGEST = LATEST_TIME - EARLIEST_TIME;

/** Milliseconds of `90s`, `15m`, `36h`, `7d`; null when it is none, nothing, or longer than all years. */
export function durationMs(text: string): number | null {
  const [, digits, unit = ''] = DURATION.exec(text) ?? [];
  const milliseconds = Number(digits) * (UNIT_MS.get(unit) ?? NaN);
  return milliseconds > 0 && milliseconds <= LONGEST ? milliseconds : null;
}
