/** Constants, operators and functions of the reference. */
import type { ARGUMENTS, ValueFunction } from './condition.ts';

type Truth = boolean | null;

export const LIMITS: Readonly<Record<string, number>> = { a: 1, b: 2 };
export const WORDS: Readonly<Record<string, string>> = { a: 'ab', b: 'a' };

export function testText(test: string, text: string, by: string): boolean {
  if (test === 'starts_with') return text.startsWith(by);
  return test === 'ends_with' ? text.endsWith(by) : text.includes(by);
}

/** Only of the values that documents are drawn with (documents.ts). */
export const PARTIAL: Readonly<Record<keyof typeof ARGUMENTS, (value: string) => Truth>> = {
  path_within: (value) =>
    !value.startsWith('/') || value.includes('%') ? null : value === '/w' || value.startsWith('/w/'),
  in_cidr: (value) => (/^\d+(?:\.\d+){3}$/.test(value) ? value.startsWith('10.') : null),
  host_within: (value) =>
    value === '' || value.includes(' ') ? null : value === 'a.org' || value.endsWith('.a.org'),
  semver_satisfies: (value) => (/^\d+\.\d+\.\d+$/.test(value) ? value.startsWith('1.') : null),
};

/** Only of the values that documents are drawn with. */
export const FUNCTIONS: Readonly<
  Record<ValueFunction, (text: string, more: readonly (string | number)[]) => string | number | null>
> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  replace: (text, [sought, by]) => text.replaceAll(String(sought), String(by)),
  part: (text, [separator, index]) => text.split(String(separator)).at(Number(index)) ?? null,
  number: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null),
  quantity: (text) => QUANTITIES.get(text) ?? null,
  time: (text) => {
    const time = /^\d{4}-/.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(time) ? null : time;
  },
};

const QUANTITIES: ReadonlyMap<string, number> = new Map([
  ['2', 2],
  ['0', 0],
  ['1.0', 1],
  ['2Ki', 2048],
  ['1000m', 1],
]);
