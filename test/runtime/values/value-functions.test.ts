/** Functions on values against JavaScript's own, Intl, and quantities as Kubernetes publishes them. */
import { describe, expect, test } from 'vitest';
import {
  hasPart,
  isNumeric,
  lowerText,
  partOf,
  toNumber,
  trimText,
  upperText,
} from '../../../runtime/functions/value.ts';
import { replaceAll } from '../../../runtime/functions/string.ts';
import { timeOfDateText } from '../../../runtime/values/day-start.ts';
import { quantityOfText } from '../../../runtime/values/quantity.ts';
import { generator } from '../../../tools/claims-fuzz/fuzz.ts';
import { createDice } from '../../../tools/judge/dice.ts';
import { full } from '../../full.ts';

const COUNT = full(100_000, 3_000);
const dice = createDice({ nextInt: generator(Date.now() % 2 ** 31, 1) });

/** Days without a moment, and the days after them: islands that crossed the date line. */
const LEFT_OUT = [
  ['Pacific/Apia', '2011-12-30', '2011-12-31'],
  ['Pacific/Fakaofo', '2011-12-30', '2011-12-31'],
  ['Pacific/Kwajalein', '1993-08-21', '1993-08-22'],
  ['Pacific/Enderbury', '1994-12-31', '1995-01-01'],
  ['Pacific/Kiritimati', '1994-12-31', '1995-01-01'],
] as const;
/** Suffixes of quantities: powers of 1,024 in their order, and powers of ten. */
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const TENS: Readonly<Record<string, number>> = {
  ...{ n: -9, u: -6, m: -3, k: 3, M: 6 },
  ...{ G: 9, T: 12, P: 15, E: 18 },
};

/** Letters of the alphabets of this Unicode version that JavaScript maps to one letter. */
function mapped(text: string, map: (character: string) => string): string {
  return [...text].map((one) => ([...map(one)].length === 1 ? map(one) : one)).join('');
}

const PIECES = ['a', 'B', 'é', 'É', 'ΑΣ', 'ς', 'ß', 'Ж', '/', '//', ' ', '', '5', '😀', 'ǅ', '-', '.', 'e'];
const drawText = (): string => dice.times(dice.int(0, 6), () => dice.pick(PIECES)).join('');

test('texts', () => {
  for (let i = 0; i < COUNT; i++) {
    const [text, separator, index] = [drawText(), dice.pick(['/', 'B', '', '😀']), dice.int(-4, 4)];
    expect(lowerText(text)).toBe(mapped(text, (one) => one.toLowerCase()));
    expect(upperText(text)).toBe(mapped(text, (one) => one.toUpperCase()));
    const part = separator === '' ? undefined : text.split(separator).at(index);
    expect([partOf(text, separator, index), hasPart(text, separator, index)]).toEqual([
      part ?? '',
      part !== undefined,
    ]);
  }
});

test('trimmed and replaced texts', () => {
  const pieces = [...PIECES, '\t', '\u00a0', '\u2028', '\ufeff', '$&', 'aa'];
  for (let i = 0; i < COUNT; i++) {
    const text = dice.times(dice.int(0, 6), () => dice.pick(pieces)).join('');
    expect(trimText(text)).toBe(text.replace(/^\s+|\s+$/g, ''));
    const [sought, by] = [dice.pick(['a', 'B', '//', 'aa', '😀', '$&']), dice.pick(['', 'x', '$&', 'aa'])];
    // Not by `replaceAll`, in which `$&` has a meaning.
    expect(replaceAll(text, sought, by)).toBe(text.split(sought).join(by));
    expect(replaceAll(text, '', by)).toBe(text);
  }
});

test('numbers', () => {
  for (let i = 0; i < COUNT; i++) {
    const text = dice
      .times(dice.int(0, 5), () => dice.pick(['1', '0', '25', '.', '-', '+', 'e', 'x']))
      .join('');
    const isNumber = /^[+-]?[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?$/.test(text) && Number.isFinite(Number(text));
    expect([isNumeric(text), toNumber(text)]).toEqual([isNumber, isNumber ? Number(text) : 0]);
  }
});

test('times', () => {
  const pad = (value: number, size = 2): string => String(value).padStart(size, '0');
  for (let i = 0; i < COUNT; i++) {
    const date = `${pad(dice.int(1, 9999), 4)}-${pad(dice.int(1, 12))}-${pad(dice.int(1, 28))}`;
    expect(timeOfDateText(date, 'UTC')).toBe(Date.parse(`${date}T00:00:00Z`));
    const zone = dice.pick(['Z', '+05:30', '-11:00']);
    const text = `${date}T${pad(dice.int(0, 23))}:${pad(dice.int(0, 59))}:${pad(dice.int(0, 59))}.${pad(dice.int(0, 999), 3)}${zone}`;
    const time = Date.parse(text);
    const isInRange = time >= Date.parse('0001-01-01') && time < Date.parse('+010000-01-01');
    expect(timeOfDateText(text, 'UTC')).toBe(isInRange ? time : null);
  }
});

test('days of time zones', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const formats = new Map<string, Intl.DateTimeFormat>();
  for (let i = 0; i < COUNT; i++) {
    const zone = dice.pick(zones);
    const date = new Date(Date.UTC(dice.int(1970, 2037), dice.int(0, 11), dice.int(1, 31)))
      .toISOString()
      .slice(0, 10);
    const start = timeOfDateText(date, zone)!;
    const format = formats.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
    formats.set(zone, format);
    const [here, before] = [format.format(start), format.format(start - 1)];
    // A day that a zone left out has no first moment: the next day follows.
    expect([zone, date, here >= date, before < date], `${here} after ${before}`).toEqual([
      zone,
      date,
      true,
      true,
    ]);
    if (here !== date) expect(LEFT_OUT).toContainEqual([zone, date, here]);
  }
});

test.each(LEFT_OUT)('%s has no %s', (zone, date, next) => {
  const start = timeOfDateText(date, zone)!;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  expect(format.format(start)).toBe(next);
  expect(start).toBe(timeOfDateText(next, zone));
});

/** A quantity read character by character, as exact whole numbers; null for another text. */
function exactQuantity(text: string): number | null {
  const isNegative = text.startsWith('-');
  let at = isNegative || text.startsWith('+') ? 1 : 0;
  let digits = '';
  let places = 0;
  for (let isBehind = false; at < text.length; at++) {
    const one = text[at] ?? '';
    if (one === '.' && !isBehind) isBehind = true;
    else if (one >= '0' && one <= '9') {
      digits += one;
      if (isBehind) places++;
    } else break;
  }
  const suffix = text.slice(at);
  const [, power = null] = /^[eE]([+-]?[0-9]+)$/.exec(suffix) ?? [];
  const [two, ten] = [BINARY.indexOf(suffix), power === null ? TENS[suffix] : Number(power)];
  if (digits === '' || (two < 0 && ten === undefined)) return null;
  const whole = BigInt(digits) * (two < 0 ? 1n : 1024n ** BigInt(two));
  const value = Number(`${isNegative ? '-' : ''}${whole}e${(two < 0 ? (ten ?? 0) : 0) - places}`);
  return Number.isFinite(value) ? value : null;
}

test('drawn quantities', () => {
  const suffixes = [
    ...BINARY,
    ...Object.keys(TENS),
    'e3',
    'E-7',
    'e+12',
    'e',
    'E308',
    'e-400',
    'i',
    'ki',
    'K',
    'B',
  ];
  const drawDigits = (most: number): string =>
    dice.times(dice.int(0, most), () => String(dice.int(0, 9))).join('');
  let read = 0;
  for (let i = 0; i < COUNT; i++) {
    const behind = dice.pick(['', '', '.', `.${drawDigits(9)}`, '..', ' ']);
    const text = dice.pick(['', '', '', '-', '+', '--']) + drawDigits(20) + behind + dice.pick(suffixes);
    const value = exactQuantity(text);
    if (value !== null) read++;
    expect([text, quantityOfText(text)]).toEqual([text, value]);
  }
  expect(read).toBeGreaterThan(COUNT / 4);
});

describe('quantities', () => {
  test.each<readonly [text: string, value: number | null]>([
    ...([
      ['0', 0],
      ['0n', 0],
      ['0Ki', 0],
      ['1', 1],
      ['1Ki', 1024],
      ['8Ki', 8192],
      ['7Mi', 7 * 2 ** 20],
    ] as const),
    ...([
      ['6Gi', 6 * 2 ** 30],
      ['5Ti', 5 * 2 ** 40],
      ['4Pi', 4 * 2 ** 50],
      ['3Ei', 3 * 2 ** 60],
    ] as const),
    ...([
      ['5n', 5e-9],
      ['4u', 4e-6],
      ['3m', 3e-3],
      ['8k', 8e3],
      ['7M', 7e6],
      ['6G', 6e9],
      ['5T', 5e12],
    ] as const),
    ...([
      ['2P', 2e15],
      ['1E', 1e18],
      ['1E-3', 1e-3],
      ['1e3', 1e3],
      ['1.3E+6', 1.3e6],
      ['1.7E18', 1.7e18],
    ] as const),
    ...([
      ['100.035k', 100_035],
      ['0.0005k', 0.5],
      ['10.035M', 10_035_000],
      ['1.01E', 1.01e18],
    ] as const),
    ...([
      ['0.5Mi', 2 ** 19],
      ['0.025Ti', 0.025 * 2 ** 40],
      ['.001', 0.001],
      ['1.', 1],
      ['1.G', 1e9],
    ] as const),
    ...([
      ['-500m', -0.5],
      ['+2Ki', 2048],
      ['6.987654321G', 6_987_654_321],
    ] as const),
    ...(
      [
        '',
        '.',
        '-.',
        '1.1.M',
        '1+1.0M',
        '0.1mi',
        '0.1am',
        'aoeu',
        '.5i',
        '1i',
        '-3.01i',
        '-3.01e-',
        ' 1',
        '1 ',
        '1e',
        '1GB',
        '0x1',
      ] as const
    ).map((text): [string, null] => [text, null]),
  ])('%j', (text, value) => {
    expect(quantityOfText(text)).toBe(value);
  });
});
