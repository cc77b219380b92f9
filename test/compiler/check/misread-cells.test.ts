/** Cells of tables as a spreadsheet or another language writes them. */
import { describe, expect, test } from 'vitest';
import { codesIn, ruleText } from './check.ts';

describe('cells of tables as a spreadsheet writes them', () => {
  const table = (cell: string, slot = 'str'): string => `${ruleText([]).replace(/rules:[^]*/, '')}tables:
  - name: t
    hit: first
    when: [{ template: a, alias: $a }]
    inputs: [$a.${slot}]
    outputs: [action, reason]
    rows:
      - [${cell}, allow, yes]
    default: [deny, no]
`;
  test.each([
    ['"not(root) and not(admin)"', 'expression-behind'],
    ['"root or admin"', 'expression-joined'],
    ['"root nor admin"', 'expression-joined'],
    ['"1,000"', 'digit-groups'],
    ['"\u2013"', 'table-cell-sign'],
    ['"\u2014"', 'table-cell-sign'],
    ['"\u2212"', 'table-cell-sign'],
    ['"*"', 'table-cell-sign'],
    ['"\uff0d"', 'table-cell-sign'],
    ['_', 'table-cell-sign'],
    ['"**"', 'table-cell-sign'],
    ['"---"', 'table-cell-sign'],
    ['"null"', 'table-cell-sign'],
    ['None', 'table-cell-sign'],
    ['N/A', 'table-cell-sign'],
    ['N/a', 'table-cell-sign'],
    ['NaN', 'table-cell-sign'],
    ['"(null)"', 'table-cell-sign'],
    ['"#N/A"', 'table-cell-sign'],
    ['"#REF!"', 'table-cell-sign'],
    ['"= root"', 'table-cell-sign'],
    ['"!= root"', 'table-cell-sign'],
    ['"<> root"', 'table-cell-sign'],
    ['not root', 'table-cell-sign'],
    ['"&lt; 10"', 'table-cell-sign'],
    ['"&gt;= 10"', 'table-cell-sign'],
    [`"'root'"`, 'foreign-quotes'],
    [`["\u201croot\u201d", admin]`, 'foreign-quotes'],
  ])('%s', (cell, code) => {
    expect(codesIn(table(cell))).toEqual([code]);
  });

  test('comparisons with digits in groups', () => {
    expect(codesIn(table('"> 1,000"', 'int'))).toEqual(['digit-groups']);
  });

  test.each([
    '"not(root, admin)"',
    '"root, admin"',
    '"-"',
    `'"*"'`,
    `'"N/A"'`,
    'none',
    '[root, admin]',
    '"80, 443"',
  ])('%s means what it says', (cell) => {
    expect(codesIn(table(cell))).toEqual([]);
  });
});
