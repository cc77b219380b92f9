import { timeOfSeconds, timeOfText } from '../../../runtime/time-text.ts';

const DURATION = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since the epoch of a date-time of RFC 3339 or a number of seconds; null: it is neither. */
export function readTime(value: string | number): number | null {
  return timeOfText(String(value)) ?? timeOfSeconds(String(value));
}

/** Milliseconds of `90s`, `5m`, `2h`, `1d`, `250ms` or a number of seconds; null: it is none of them. */
export function readDuration(value: string | number): number | null {
  if (typeof value === 'number') return value >= 0 && Number.isFinite(value) ? value * 1000 : null;
  const [, count, unit = ''] = DURATION.exec(value) ?? [];
  const factor = UNITS[unit];
  return count === undefined || factor === undefined ? null : Number(count) * factor;
}
