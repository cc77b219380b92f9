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
  for (let i = 0; i < COUNT / 100; i++) {
    const zone = dice.pick([
      'Europe/Berlin',
      'America/Sao_Paulo',
      'Pacific/Apia',
      'Asia/Kolkata',
      'America/Havana',
    ]);
    const date = new Date(Date.UTC(dice.int(1980, 2030), dice.int(0, 11), dice.int(1, 28)))
      .toISOString()
      .slice(0, 10);
    const start = timeOfDateText(date, zone)!;
    const dateAt = (time: number): string =>
      new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(time);
    // The day that Samoa left out has no first moment: what follows is the next day.
    if (zone === 'Pacific/Apia' && date.startsWith('2011-12-3')) continue;
    expect([date, dateAt(start), dateAt(start - 1) < date]).toEqual([date, date, true]);
  }
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
