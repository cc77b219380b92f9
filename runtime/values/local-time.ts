/** Times of day and days of the week in the zones that Intl knows. */
import type { Integer } from './values.ts';

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export const WEEKDAY_NAMES: readonly string[] = WEEKDAYS;
const CLOCK = /^([01]\d|2[0-3]):([0-5]\d)$/;
const HOUR_MINUTES = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const DAYS = 7;
/** 1970-01-01 was a Thursday. */
const FIRST_DAY = 4;

/** Where a time lies in its local week. */
interface LocalTime {
  readonly weekday: string;
  /** Minutes since midnight. */
  readonly minute: number;
}

type Zone = (milliseconds: number) => LocalTime;

/** Minutes since midnight of `HH:MM`; null when it is none. */
export function minuteOfDay(text: string): number | null {
  const match = CLOCK.exec(text);
  return match === null ? null : Number(match[1]) * HOUR_MINUTES + Number(match[2]);
}

/**
 * True if Intl knows a zone of this name. Neither fixed offsets (`+02:00`) nor abbreviations are names: some of these have no
 * daylight saving time (`EST`).
 */
export function isZone(name: string): boolean {
  if (!/^(?:[A-Za-z]\w*\/|(?:UTC|GMT)$)/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch {
    return false;
  }
}

function utc(milliseconds: number): LocalTime {
  const day = Math.floor(milliseconds / DAY_MS);
  const weekday = WEEKDAYS[(((day + FIRST_DAY) % DAYS) + DAYS) % DAYS]!;
  return { weekday, minute: Math.floor((milliseconds - day * DAY_MS) / MINUTE_MS) };
}

/** The zone by its name. Reading a time costs microseconds, so the last one is kept: the clock is read often. */
function zoneOf(name: string): Zone {
  if (name === 'UTC') return utc;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  });
  let last: number | null = null;
  let known: LocalTime = { weekday: '', minute: 0 };
  return (milliseconds) => {
    if (milliseconds === last) return known;
    const parts = new Map(format.formatToParts(milliseconds).map(({ type, value }) => [type, value]));
    const minute = Number(parts.get('hour')) * HOUR_MINUTES + Number(parts.get('minute'));
    known = { weekday: (parts.get('weekday') ?? '').toLowerCase(), minute };
    last = milliseconds;
    return known;
  };
}

export interface DayRange {
  readonly start: number;
  readonly end: number;
  readonly zone: Zone;
}

/** A range of hours as the constructs ask for it: `09:00 17:30 Europe/Berlin`; null when it is none. */
export function readDayRange(text: string): DayRange | null {
  const [from = '', to = '', zone = ''] = text.split(' ');
  const [start, end] = [minuteOfDay(from), minuteOfDay(to)];
  return start === null || end === null || !isZone(zone) ? null : { start, end, zone: zoneOf(zone) };
}

/** The start belongs to the range and the end does not; a smaller end is on the next day. */
export function isInDayRange(range: DayRange | null, time: Integer): boolean {
  if (range === null) return false;
  const { minute } = range.zone(Number(time));
  const { start, end } = range;
  return start <= end ? minute >= start && minute < end : minute >= start || minute < end;
}

export interface WeekdaySet {
  readonly days: ReadonlySet<string>;
  readonly zone: Zone;
}

/** Days of the week as the constructs ask for them: `mon tue Europe/Berlin`; null when it is none. */
export function readWeekdays(text: string): WeekdaySet | null {
  const words = text.split(' ');
  const zone = words.pop() ?? '';
  if (!isZone(zone) || words.some((day) => !WEEKDAY_NAMES.includes(day))) return null;
  return { days: new Set(words), zone: zoneOf(zone) };
}

export function isOnWeekday(set: WeekdaySet | null, time: Integer): boolean {
  return set !== null && set.days.has(set.zone(Number(time)).weekday);
}
