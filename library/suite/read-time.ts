import { timeOfSeconds, timeOfText } from '../../runtime/values/time-text.ts';

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

const DATE = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d)(:\d\d)?)?$/;
const WORDS = /^(\d+(?:\.\d+)?)\s*(ms|millisecond|s|sec|second|m|min|minute|h|hr|hour|d|day)s?$/i;

/** A suggestion for a date without time or zone, as the end of a message; empty if none is known. */
export function meantTime(written: string | number): string {
  const [, date, time = '00:00', seconds = ':00'] = DATE.exec(String(written)) ?? [];
  const meant = `${date}T${time}${seconds}Z`;
  return date === undefined || readTime(meant) === null ? '' : ` (did you mean '${meant}'?)`;
}

/** A suggestion for a unit written out, as the end of a message; empty if none is known. */
export function meantDuration(written: string | number): string {
  const [, count, unit = ''] = WORDS.exec(String(written).trim()) ?? [];
  const short =
    unit.toLowerCase().startsWith('mil') || unit.toLowerCase() === 'ms' ? 'ms' : unit.charAt(0).toLowerCase();
  return count === undefined ? '' : ` (did you mean '${count}${short}'?)`;
}
