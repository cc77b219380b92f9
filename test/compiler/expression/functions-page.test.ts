import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { callsHost } from '../../../compiler/emit/clips/values/table.ts';
import { REFUSAL_REASONS, REFUSED } from '../../../compiler/language/functions/refused.ts';
import { MANY, type FunctionGroup, type FunctionRow } from '../../../compiler/language/functions/row.ts';
import { ALIASES, FORMS, FUNCTIONS } from '../../../compiler/language/functions/table.ts';

const page = readFileSync(new URL('../../../docs/reference/functions.md', import.meta.url), 'utf8');

const SECTIONS: Readonly<Record<FunctionGroup, string>> = {
  predicate: 'Predicates',
  arithmetic: 'Arithmetic',
  conversion: 'Conversion',
  transcendental: 'Trigonometry and exponentials',
  string: 'Strings',
  multifield: 'Multifields',
  value: 'Values',
};

/** Cells of the table rows of a section. */
function rowsOf(section: string): readonly (readonly string[])[] {
  const text = page.split('\n## ').find((part) => part.startsWith(section + '\n')) ?? '';
  return text
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

function written({ min, max }: FunctionRow): string {
  if (min === max) return String(min);
  return max === MANY ? `${min}+` : `${min}-${max}`;
}

describe('docs/reference/functions.md', () => {
  test.each(Object.entries(SECTIONS))('functions of the group %s', (group, section) => {
    const documented = rowsOf(section).map(([, name = '', count]) => [name.replaceAll('`', ''), count]);
    const rows = [...FUNCTIONS.values()].filter((row) => row.group === group && !callsHost(row.name));
    expect(documented).toEqual(rows.map((row) => [row.written ?? row.name, written(row)]));
  });

  test('functions that CLIPS 6.30 has not', () => {
    const marked = Object.values(SECTIONS).flatMap((section) =>
      rowsOf(section)
        .filter((cells) => /(^|; )6\.4$/.test(cells[5] ?? ''))
        .map(([, name = '']) => name.replaceAll('`', '')),
    );
    const rows = [...FUNCTIONS.values()].filter((row) => row.since64);
    expect(marked.sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('other spellings', () => {
    for (const [alias, name] of ALIASES) {
      const remark = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
      expect(remark).toContain(`also written \`${alias}\``);
    }
  });

  test('forms', () => {
    expect(rowsOf('Forms').map(([, name = '']) => name.replaceAll('`', ''))).toEqual([...FORMS]);
  });

  test('functions that are not in the language, each with its reason', () => {
    const documented = rowsOf('Not in the language').flatMap(([, names = '', reason]) =>
      names.split(' ').map((name) => [name.replaceAll('`', ''), reason]),
    );
    const refused = [...REFUSED].map(([name, reason]): [string, string] => [name, REFUSAL_REASONS[reason]]);
    expect(documented.sort()).toEqual(refused.sort());
  });

  test('a function is in the language or not', () => {
    const names = [...FUNCTIONS.keys(), ...FORMS, ...ALIASES.keys(), ...REFUSED.keys()];
    expect(new Set(names).size).toBe(names.length);
  });
});
