/** Integers of more than 64 bits are errors wherever a ruleset may write one. */
import { describe, expect, it } from 'vitest';
import { check } from './check.ts';

const TEMPLATES = `templates:
  - name: t
    slots:
      - { name: i, type: integer }
      - { name: f, type: float }
      - { name: l, type: integer, list: true }
      - { name: at, type: time }
`;
const BIG = '9223372036854775808';
const LARGEST = '9223372036854775807';

const when = (element: string, then = 'action: allow', before = ''): string =>
  `${before}${TEMPLATES}rules:\n  - { name: r, when: [{ template: t, alias: $t }, ${element}], then: { ${then} } }\n`;
const condition = (slot: string, expression: string): string =>
  when(`{ template: t, conditions: [{ slot: ${slot}, expression: ${JSON.stringify(expression)} }] }`);
const then = (text: string): string => when('{ template: t }', text);
const slots = (text: string): string => then(`assert: [{ template: t, slots: { ${text} } }]`);
const table = (input: string, output: string): string =>
  `${TEMPLATES}tables: [{ name: tb, hit: first, when: [{ template: t, alias: $t }], inputs: [$t.i], outputs: [action, obligation x.n], rows: [[${input}, deny, ${output}]], default: [deny, 1] }]`;
const slot = (text: string): string =>
  `templates: [{ name: t, slots: [{ name: l, type: integer, ${text} }] }]\nrules: [{ name: r, when: [{ template: t }], then: { action: deny } }]`;

const codes = (yaml: string): readonly string[] => check(yaml).found.map((line) => line.replace(/^\S+ /, ''));

const PLACES: readonly (readonly [place: string, yaml: (literal: string) => string])[] = [
  ['an operator', (n) => condition('i', `at_most(${n})`)],
  ['a list of an operator', (n) => condition('i', `in([1, ${n}])`)],
  ['an operator on a list', (n) => condition('l', `has(${n})`)],
  ['a whole list', (n) => condition('l', `equals([${n}])`)],
  ['a value that is counted', (n) => condition('i', `count_exceeds(t, i, ${n}, 1)`)],
  ['a count', (n) => when(`{ count: [{ template: t }], expression: "at_most(${n})" }`)],
  ['a value of assert', (n) => slots(`i: ${n}`)],
  ['an item of a list', (n) => slots(`l: [1, ${n}]`)],
  ['a property', (n) => then(`action: deny, obligations: [{ type: x, properties: { n: ${n} } }]`)],
  [
    'an item of a property',
    (n) => then(`action: deny, obligations: [{ type: x, properties: { n: [${n}] } }]`),
  ],
  ['a default', (n) => slot(`default: ${n}`)],
  ['a default list', (n) => slot(`list: true, default: [${n}]`)],
  ['allowed values', (n) => slot(`allowed_values: [${n}]`)],
  ['a constant', (n) => `constants: { n: ${n} }\n${then('action: deny')}`],
  ['a map of constants', (n) => `constants: { n: { a: ${n} } }\n${then('action: deny')}`],
  [
    'a relation',
    (n) =>
      `relations: [{ name: rel, columns: [{ name: c, type: integer }], rows: [[${n}]] }]\n${when('{ relation: rel }')}`,
  ],
  ['a cell', (n) => table(`"<= ${n}"`, '1')],
  ['a cell that is a literal', (n) => table(n, '1')],
  ['an output', (n) => table('1', n)],
];

describe('an integer', () => {
  it.each(PLACES)('in %s has 64 bits', (_, yaml) => {
    expect(codes(yaml(LARGEST))).not.toContain('integer-out-of-range');
    expect(codes(yaml(BIG))).toContain('integer-out-of-range');
    expect(check(yaml(BIG)).ruleset).toBeNull();
    expect(codes(yaml(`-${BIG}`))).not.toContain('integer-out-of-range');
    expect(codes(yaml('-9223372036854775809'))).toContain('integer-out-of-range');
  });

  it.each([
    ['a test', when(`{ template: t, conditions: [{ slot: i, bind: "?n" }, { test: "(> ?n ${BIG})" }] }`)],
    ['an expression', slots(`i: "(+ 1 -9223372036854775809)"`)],
    [
      'a function',
      when(
        '{ template: t }',
        'action: deny',
        `functions: [{ name: f, type: raw, params: [x], body: "(deffunction f (?x) (+ ?x ${BIG}))" }]\n`,
      ),
    ],
  ])('in %s has 64 bits, too', (_, yaml) => {
    expect(codes(yaml)).toContain('clips-number-range');
  });

  it('of a float slot may be larger', () => {
    expect(codes(condition('f', `less_than(${BIG}0)`))).toEqual([]);
    expect(codes(slots(`f: ${BIG}0`))).toEqual([]);
  });
});
