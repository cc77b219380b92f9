/**
 * Syntax of other languages: each is one error at the exact place, in every style of YAML, with the form to use instead.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { compileSources } from '../../compiler/compile.ts';

interface Slip {
  readonly condition: string;
  readonly marked: string;
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
}

const FILE = fileURLToPath(new URL('foreign-slips.yaml', import.meta.url));
const LANGUAGES = parse(await readFile(FILE, 'utf8'), { version: '1.2' }) as Readonly<
  Record<string, readonly Slip[]>
>;
const SLIPS = Object.entries(LANGUAGES).flatMap(([language, slips]) =>
  slips.map((slip) => ({ language, ...slip })),
);

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** Longer than a line, so that the text of the file and that of the condition differ. */
const FIRST = 'input.first == "a" and';
const STYLES: readonly (readonly [name: string, write: (condition: string) => string])[] = [
  ['a block', (condition) => `|\n      ${condition}`],
  ['quotes', quoted],
  ['a folded text', (condition) => `>-\n      ${FIRST}\n\n      ${condition}`],
  ['quotes over lines', (condition) => `'${FIRST}\n\n      ${condition.replaceAll("'", "''")}'`],
  [
    'double quotes over lines',
    (condition) =>
      `"${JSON.stringify(FIRST).slice(1, -1)} \\\n      ${JSON.stringify(condition).slice(1, -1)}"`,
  ],
  ['an item of a list', (condition) => `\n      - 'input.first == "a"'\n      - ${quoted(condition)}`],
];

describe.each(SLIPS)('$language: $condition', ({ condition, marked, code, message, suggestion = null }) => {
  test.each(STYLES)('in %s', (_name, write) => {
    const text = `rules:\n  r:\n    deny: x\n    if: ${write(condition)}\n`;
    const { diagnostics } = compileSources([{ path: 'policy.yaml', text }]);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map((one) => [one.code, one.message, one.suggestion])).toEqual([
      [code, message, suggestion],
    ]);
    const found = errors.map(({ at }) =>
      text.slice(at.start, at.end).replaceAll("''", "'").replaceAll('\\"', '"').trim(),
    );
    expect(found).toEqual([marked]);
  });
});

test('they are many, and of many languages', () => {
  expect(SLIPS.length).toBeGreaterThanOrEqual(40);
  expect(Object.keys(LANGUAGES).length).toBeGreaterThanOrEqual(5);
});
