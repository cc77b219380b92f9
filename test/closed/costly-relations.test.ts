/** Rules that make a relation cost its rows times their number: found without that, or refused with a place. */
import { describe, expect, test } from 'vitest';
import { check } from '../compiler/check/check.ts';
import { times } from '../../tools/hostile-fuzz/big/big-text.ts';
import { FULL, full } from '../full.ts';

const ROWS = times(20_000, (n) => `[w${n}, ${n}, 1]`, ', ');

/** Rules with one pattern each of a relation of 20,000 rows. */
function rules(count: number, condition: (index: number) => string): string {
  const head = `templates:
  - { name: t, slots: [{ name: n, type: integer }] }
relations:
  - name: p
    columns: [{ name: a, type: symbol }, { name: n, type: integer }, { name: one, type: integer }]
    rows: [${ROWS}]
rules:
`;
  const when = (n: number): string =>
    `[{ template: t, alias: $t }, { relation: p, conditions: [${condition(n)}] }]`;
  return head + times(count, (n) => `  - { name: r${n}, when: ${when(n)}, then: { action: deny } }\n`);
}

describe('rows of relations that patterns try one by one', () => {
  test('have a common limit, and the pattern that exceeds it is reported', () => {
    const different = (n: number): string => `{ slot: a, expression: not_equals(w${n}) }`;
    expect(check(rules(1_001, different)).found).toEqual([
      expect.stringMatching(/^1008:\d+ relations-too-large$/),
    ]);
    expect(check(rules(1_000, different)).found).toEqual([]);
  });

  test.runIf(FULL)('count for an order as for an inequality', () => {
    const greater = (n: number): string => `{ slot: n, expression: greater_than(${n}) }`;
    expect(check(rules(1_001, greater)).found).toHaveLength(1);
    expect(check(rules(1_000, greater)).found).toEqual([]);
  });

  const one = '{ slot: one, expression: equals(1) }';
  const different = (n: number): string => `{ slot: n, expression: greater_than(${n}) }`;
  const known = (n: number): string => `{ slot: a, expression: equals(w${n}) }`;

  // The same count, for other places of the condition.
  test.runIf(FULL).each([
    ['a value that all rows have before the test', (n: number) => `${one}, ${different(n)}`, 1],
    ['a value behind the test', (n: number) => `${different(n)}, ${known(n)}`, 1],
    ['a value that one row has before the test', (n: number) => `${known(n)}, ${different(n)}`, 0],
  ])('with %s', (_, condition, problems) => {
    expect(check(rules(1_001, condition)).found).toHaveLength(problems);
  });

  const free: readonly (readonly [string, (n: number) => string])[] = [
    ['rows that are found by a value', (n) => `{ slot: a, expression: equals(w${n}) }`],
    ['equal patterns', () => '{ slot: a, expression: not_equals(w1) }'],
    ['equal tests', () => '{ slot: n, expression: greater_than(7) }'],
    ['rows that are joined', () => '{ slot: n, expression: "less_than($t.n)" }'],
  ];
  test.each(free.slice(0, full(4, 1)))('%s do not count', (_, condition) => {
    expect(check(rules(1_100, condition)).found).toEqual([]);
  });
});
