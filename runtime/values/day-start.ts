/** The first moment of a day in a time zone. */
import { timeOfText } from './time-text.ts';

const DATE = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
const SECOND_MS = 1000;

/** Formats of zones, which take long to make. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
}

/** How far the zone's clocks are ahead of UTC at a time, in milliseconds. */
export function offsetAt(zone: string, time: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name));
  const year = parts.get('era')?.startsWith('B') === true ? 1 - part('year') : part('year');
  const local = new Date(0);
  local.setUTCFullYear(year, part('month') - 1, part('day'));
  local.setUTCHours(part('hour'), part('minute'), part('second'));
  return local.getTime() - Math.floor(time / SECOND_MS) * SECOND_MS;
}

/** The first moment of a date; where clocks skip midnight, the moment at which they do. */
export function startOfDay(zone: string, midnight: number): number {
  const offsets = [offsetAt(zone, midnight - DAY_MS), offsetAt(zone, midnight + DAY_MS)] as const;
  const [early, late] = [midnight - Math.max(...offsets), midnight - Math.min(...offsets)];
  if (early + offsetAt(zone, early) === midnight) return early;
  if (late + offsetAt(zone, late) === midnight) return late;
  let [before, after] = [early - SECOND_MS, late];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (middle + offsetAt(zone, middle) < midnight) before = middle;
    else after = middle;
  }
  return after;
}

/** True for a date alone. */
const isDate = (text: string): boolean => DATE.test(text);

/**
 * The time that a text says, in milliseconds: RFC 3339 with any offset, or a date, which is its first moment in the zone;
 * null if it is another text.
 */
export function timeOfDateText(text: string, zone: string): number | null {
  if (!isDate(text)) return timeOfText(text);
  const midnight = timeOfText(`${text}T00:00:00Z`);
  return midnight === null || zone === 'UTC' ? midnight : startOfDay(zone, midnight);
}
