import type { Call } from './parse-call.ts';
import { slips, type Slip } from './slip.ts';

const DURATION = /\b(\d+)([smhd])\b/;
const LONG: Readonly<Record<string, readonly string[]>> = {
  s: ['sec', 'secs', 'seconds', ' seconds', ' s', 'S'],
  m: ['min', 'mins', 'minutes', ' minutes', ' m', 'M', "'"],
  h: ['hr', 'hrs', 'hours', ' hours', ' h', 'H', 'std'],
  d: ['day', 'days', ' days', ' d', 'D', 'dy'],
};
const ISO: Readonly<Record<string, readonly [string, string]>> = {
  s: ['PT', 'S'],
  m: ['PT', 'M'],
  h: ['PT', 'H'],
  d: ['P', 'D'],
};

/** Spans of time, clocks and zones as other systems write them. */
export function timeCallSlips({ name, text }: Call): readonly Slip[] {
  return [
    ...slips('spans of time', spans(text)),
    ...slips('clocks', clocks(text)),
    ...slips('zones and days', name.startsWith('time_of_day') || name === 'weekday_in' ? zones(text) : []),
  ];
}

function spans(text: string): readonly string[] {
  const [whole, count = '', unit = ''] = DURATION.exec(text) ?? [];
  if (whole === undefined) return [];
  const [before, after] = ISO[unit] ?? ['', ''];
  const others = (LONG[unit] ?? []).map((one) => count + one);
  const more = [
    `"${whole}"`,
    `'${whole}'`,
    `${before}${count}${after}`,
    count,
    `${count}.0${unit}`,
    `-${whole}`,
    `now() - ${whole}`,
    `<${whole}`,
  ];
  return [...others, ...more, `duration(${whole})`, `interval ${whole}`, `${count}${unit}0s`].map((one) =>
    text.replace(whole, one),
  );
}

function clocks(text: string): readonly string[] {
  if (!/\bnow\b/.test(text)) return [];
  return [
    'now()',
    'NOW',
    'Now',
    'today',
    'now_ns',
    'time.now()',
    '$now',
    '(now)',
    '"now"',
    'current_time',
    '?now',
    'sysdate',
  ].map((one) => text.replace(/\bnow\b/, one));
}

function zones(text: string): readonly string[] {
  const clock = /"?(\d\d):(\d\d)"?/.exec(text);
  const [written = '', hours = '', minutes = ''] = clock ?? [];
  const asClock =
    clock === null
      ? []
      : [
          `${Number(hours)}:${minutes}`,
          `${Number(hours)}am`,
          `${hours}${minutes}`,
          `${hours}.${minutes}`,
          `${hours}h${minutes}`,
          `${hours}:${minutes}:00`,
          `'${hours}:${minutes}'`,
          `${hours}`,
          `${hours}:${minutes} AM`,
        ].map((one) => text.replace(written, one));
  const zone = /"?[A-Z][\w]*\/[\w/]+"?|\bUTC\b/.exec(text)?.[0];
  const asZone =
    zone === undefined
      ? []
      : ['CET', 'EST', 'UTC+1', '+01:00', 'GMT+1', 'Berlin', 'local', 'utc', 'Z'].map((one) =>
          text.replace(zone, one),
        );
  const days = /\[([a-z, ]+)\]/.exec(text);
  const asDays =
    days === null
      ? []
      : ['Mon', 'MON', 'monday', 'Montag', '1', 'mo', 'mon-fri', 'mon..fri', 'weekday', 'mon to fri'].map(
          (one) => text.replace(days[0], `[${one}]`),
        );
  return [...asClock, ...asZone, ...asDays, ...(days === null ? [] : [text.replace(days[0], days[1] ?? '')])];
}
