/** Times for people. */

const SECOND_MS = 1_000;
const UNITS: readonly (readonly [name: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Local time to the second, as `2026-11-27 14:03:09`. @param iso ISO 8601 */
export function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const two = (number: number): string => String(number).padStart(2, '0');
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** As `in 12 minutes` or `3 hours ago`. @param iso ISO 8601 */
export function fromNow(iso: string): string {
  const seconds = Math.round((Date.parse(iso) - Date.now()) / SECOND_MS);
  const [name, size] = UNITS.find(([, one]) => Math.abs(seconds) >= one) ?? ['second', 1];
  return Number.isNaN(seconds) ? iso : relative.format(Math.trunc(seconds / size), name);
}
