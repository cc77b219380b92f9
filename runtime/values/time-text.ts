/**
 * Times as text. Inside, a time is a whole number of milliseconds since the epoch; outside it is RFC 3339 in UTC. Years
 * run from 1 to 9999, as RFC 3339 can write them (but for the year 0). Whatever form a time has, what lies below a
 * millisecond is rounded down, to the earlier millisecond.
 */
import { floorOf, readDecimal } from './decimal.ts';

/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999Z. */
export const EARLIEST_TIME = -62_135_596_800_000;
export const LATEST_TIME = 253_402_300_799_999;

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MS_DIGITS = 3;
const MINUTE_MS = 60_000;

function isTime(milliseconds: number): boolean {
  return milliseconds >= EARLIEST_TIME && milliseconds <= LATEST_TIME;
}

/** Digits of a fraction of a second as milliseconds, rounded down: the second before them is always the earlier one. */
function fractionMs(digits: string | undefined): number {
  return Number((digits ?? '').padEnd(MS_DIGITS, '0').slice(0, MS_DIGITS));
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/**
 * The time that an RFC 3339 date-time says, in milliseconds; null when it is none or out of range. A leap second is the
 * start of the next minute.
 */
export function timeOfText(text: string): number | null {
  const match = DATE_TIME.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  const isClock = hour < 24 && minute < 60 && second <= 60 && offsetHour < 24 && offsetMinute < 60;
  if (!isClock || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  const date = new Date(0);
  // Unlike Date.UTC, this takes the years 0 to 99 as they are.
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = (offsetHour * 60 + offsetMinute) * MINUTE_MS * (match[8] === '-' ? -1 : 1);
  const time = date.getTime() + fractionMs(match[7]) - offset;
  return isTime(time) ? time : null;
}

/** The time that a number of seconds since the epoch says, given by its decimal digits; null out of range. */
export function timeOfSeconds(digits: string): number | null {
  const decimal = readDecimal(digits);
  const milliseconds = decimal === null ? null : floorOf(decimal, MS_DIGITS);
  if (milliseconds === null) return null;
  const time = Number(milliseconds);
  return isTime(time) ? time : null;
}

/** RFC 3339 in UTC, with milliseconds when they are not zero. */
export function timeText(milliseconds: number | bigint): string {
  const text = new Date(Number(milliseconds)).toISOString();
  return text.endsWith('.000Z') ? text.slice(0, -'.000Z'.length) + 'Z' : text;
}
