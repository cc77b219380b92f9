import { describe, expect, test } from 'vitest';
import { check, leftSide, ruleText } from './check.ts';

const ONE_PATTERN: readonly (readonly [name: string, conditions: string, pattern: string])[] = [
  ['no conditions', '', '(a)'],
  ['a bind', '{ slot: int, bind: "?n" }', '(a (int ?n))'],
  ['a bind and a literal', '{ slot: int, bind: "?n", expression: equals(3) }', '(a (int ?n&3))'],
  ['a bind and a test', '{ slot: int, bind: "?n", expression: greater_than(3) }', '(a (int ?n&:(> ?n 3)))'],
  [
    'conditions on one slot become one field, fields in order of first mention',
    '{ slot: int, expression: greater_than(3) }, { slot: sym, expression: equals(x) }, { slot: int, expression: not_equals(5) }',
    '(a (int ?a-int&:(> ?a-int 3)&~5) (sym x))',
  ],
  [
    'a literal beside another test is written with eq, because CLIPS would skip the other test',
    '{ slot: int, expression: equals(5) }, { slot: int, expression: greater_than(3) }',
    '(a (int ?a-int&:(eq ?a-int 5)&:(> ?a-int 3)))',
  ],
  [
    'the same literal twice is one literal',
    '{ slot: int, expression: equals(5) }, { slot: int, expression: "in([5])" }',
    '(a (int 5))',
  ],
  [
    'two binds of one slot are two names of one variable',
    '{ slot: int, bind: "?n" }, { slot: int, bind: "?m" }, { test: "(> ?m ?n)" }',
    '(a (int ?n)) (test (> ?n ?n))',
  ],
  [
    'one variable in two slots is a comparison of the two',
    '{ slot: sym, bind: "?s" }, { slot: colour, bind: "?s" }',
    '(a (sym ?s) (colour ?s))',
  ],
  [
    'a variable of an earlier slot',
    '{ slot: int, bind: "?n" }, { slot: flt, expression: "less_than(?n)" }',
    '(a (int ?n) (flt ?a-flt&:(< ?a-flt ?n)))',
  ],
  [
    'a name that CLIPS 6.30 would not read as a variable',
    '{ slot: int, bind: "?_n" }, { slot: flt, expression: less_than(?_n) }',
    '(a (int ?v_n) (flt ?a-flt&:(< ?a-flt ?v_n)))',
  ],
  [
    'a made name that the author has taken already',
    '{ slot: sym, bind: "?a-int" }, { slot: int, expression: greater_than(3) }',
    '(a (sym ?a-int) (int ?a-int-2&:(> ?a-int-2 3)))',
  ],
];

describe('fields of one pattern', () => {
  test.each(ONE_PATTERN)('%s', (_, conditions, expected) => {
    expect(leftSide([`{ template: a, conditions: [${conditions}] }`]).join(' ')).toBe(expected);
  });

  test('a reference to the own pattern is a test of the pattern alone', () => {
    const conditions = '{ slot: int, expression: "greater_than($x.flt)" }';
    expect(leftSide([`{ template: a, alias: $x, conditions: [${conditions}] }`])).toEqual([
      '(a (flt ?x-flt) (int ?x-int&:(> ?x-int ?x-flt)))',
    ]);
  });

  test('a reference to a later slot of the own pattern is its first mention', () => {
    const conditions = [
      '{ slot: int, expression: "greater_than($x.flt)" }',
      '{ slot: flt, expression: at_most(2) }',
    ];
    expect(leftSide([`{ template: a, alias: $x, conditions: [${conditions.join(', ')}] }`])).toEqual([
      '(a (flt ?x-flt&:(<= ?x-flt 2.0)) (int ?x-int&:(> ?x-int ?x-flt)))',
    ]);
  });
});

const TWO_PATTERNS: readonly (readonly [name: string, first: string, second: string, expected: string])[] = [
  [
    'the reference uses the variable that leads the slot already',
    '{ slot: sym, bind: "?s", expression: not_equals(x) }',
    '{ slot: sym, expression: "equals($o.sym)" }',
    '(b (sym ?s&~x)) (a (sym ?s))',
  ],
  [
    'the reference puts a variable before a literal',
    '{ slot: sym, expression: equals(x) }',
    '{ slot: sym, expression: "equals($o.sym)" }',
    '(b (sym ?o-sym&x)) (a (sym ?o-sym))',
  ],
  [
    'the same slot in two patterns is not a join',
    '{ slot: int, expression: greater_than(1) }',
    '{ slot: int, expression: greater_than(1) }',
    '(b (int ?o-int&:(> ?o-int 1))) (a (int ?a-int&:(> ?a-int 1)))',
  ],
  [
    'a variable bound twice is a join',
    '{ slot: sym, bind: "?s" }',
    '{ slot: sym, bind: "?s" }',
    '(b (sym ?s)) (a (sym ?s))',
  ],
  [
    'the join leads, and the bind is another name of its variable',
    '',
    '{ slot: sym, bind: "?s", expression: "equals($o.sym)" }, { test: "(neq ?s x)" }',
    '(b (sym ?o-sym)) (a (sym ?o-sym)) (test (neq ?o-sym x))',
  ],
  [
    'a join with another test',
    '',
    '{ slot: sym, expression: "equals($o.sym)" }, { slot: sym, expression: not_equals(x) }',
    '(b (sym ?o-sym)) (a (sym ?o-sym&:(neq ?o-sym x)))',
  ],
  [
    'a join with a literal',
    '',
    '{ slot: sym, expression: "equals($o.sym)" }, { slot: sym, expression: equals(x) }',
    '(b (sym ?o-sym)) (a (sym ?o-sym&:(eq ?o-sym x)))',
  ],
  [
    'two joins: the first leads',
    '{ slot: sym, bind: "?s" }, { slot: colour, bind: "?c" }',
    '{ slot: colour, bind: "?c", expression: "equals(?s)" }',
    '(b (sym ?s) (colour ?c)) (a (colour ?s&?c))',
  ],
  [
    'a join with an earlier pattern leads before one within the pattern',
    '',
    '{ slot: sym, bind: "?s" }, { slot: colour, bind: "?s", expression: "equals($o.colour)" }',
    '(b (colour ?o-colour)) (a (sym ?s) (colour ?o-colour&?s))',
  ],
];

describe('fields of two patterns', () => {
  test.each(TWO_PATTERNS)('%s', (_, first, second, expected) => {
    const when = [
      `{ template: b, alias: $o, conditions: [${first}] }`,
      `{ template: a, conditions: [${second}] }`,
    ];
    expect(leftSide(when).join(' ')).toBe(expected);
  });
});

const REFUSED: readonly (readonly [name: string, when: readonly string[], found: readonly string[]])[] = [
  ['an unknown template', ['{ template: aa }'], ['unknown-template (a)']],
  ['an unknown slot', ['{ template: a, conditions: [{ slot: imt, bind: "?x" }] }'], ['unknown-slot (int)']],
  [
    'an unknown slot of a reference',
    [
      '{ template: a, alias: $x }',
      '{ template: b, conditions: [{ slot: sym, expression: equals($x.synm) }] }',
    ],
    ['unknown-slot (sym)'],
  ],
  [
    'what a broken pattern would have bound is not reported again',
    [
      '{ template: aa, alias: $x, conditions: [{ slot: int, bind: "?n" }] }',
      '{ template: b, conditions: [{ slot: sym, expression: equals($x.sym) }, { test: "(> ?n 1)" }] }',
    ],
    ['unknown-template (a)'],
  ],
  [
    'an alias of a later pattern',
    [
      '{ template: b, conditions: [{ slot: sym, expression: equals($x.sym) }] }',
      '{ template: a, alias: $x }',
    ],
    ['alias-out-of-reach'],
  ],
  ['an alias used twice', ['{ template: a, alias: $x }', '{ template: b, alias: $x }'], ['duplicate-name']],
  [
    'a slot compared with itself',
    ['{ template: a, alias: $x, conditions: [{ slot: int, expression: greater_than($x.int) }] }'],
    ['compares-with-itself'],
  ],
  [
    'two slots that need each other first',
    [
      '{ template: a, alias: $x, conditions: [{ slot: int, expression: greater_than($x.flt) }, { slot: flt, expression: less_than($x.int) }] }',
    ],
    ['compares-with-itself'],
  ],
  [
    'one variable in slots of two types',
    ['{ template: a, conditions: [{ slot: int, bind: "?x" }, { slot: str, bind: "?x" }] }'],
    ['types-never-meet'],
  ],
  [
    'a variable in a test that no pattern binds',
    ['{ template: a, conditions: [{ test: "(> ?n 1)" }] }'],
    ['clips-unbound-variable'],
  ],
];

describe('refused patterns', () => {
  test.each(REFUSED)('%s', (_, when, found) => {
    expect(check(ruleText(when)).found.map((line) => line.replace(/^\S+ /, ''))).toEqual(found);
  });
});

const NEVER: readonly (readonly [name: string, when: readonly string[]])[] = [
  [
    'two literals',
    [
      '{ template: a, conditions: [{ slot: int, expression: equals(1) }, { slot: int, expression: equals(2) }] }',
    ],
  ],
  [
    'a literal and its negation',
    [
      '{ template: a, conditions: [{ slot: sym, expression: equals(x) }, { slot: sym, expression: not_equals(x) }] }',
    ],
  ],
  [
    'a literal outside the range',
    [
      '{ template: a, conditions: [{ slot: int, expression: equals(1) }, { slot: int, expression: greater_than(1) }] }',
    ],
  ],
  [
    'no integer between two bounds',
    [
      '{ template: a, conditions: [{ slot: int, expression: greater_than(1) }, { slot: int, expression: less_than(2) }] }',
    ],
  ],
  [
    'no float between two bounds',
    [
      '{ template: a, conditions: [{ slot: flt, expression: at_least(2.5) }, { slot: flt, expression: less_than(2.5) }] }',
    ],
  ],
  [
    'a join of slots that share no allowed value after a test',
    [
      '{ template: a, alias: $x, conditions: [{ slot: colour, expression: equals(red) }] }',
      '{ template: b, conditions: [{ slot: colour, expression: equals($x.colour) }] }',
    ],
  ],
  [
    'a third join, because the second has narrowed the variable',
    [
      '{ template: a, conditions: [{ slot: colour, bind: "?c" }] }',
      '{ template: b, conditions: [{ slot: colour, bind: "?c" }] }',
      '{ template: a, conditions: [{ slot: colour, bind: "?c", expression: not_equals(blue) }] }',
    ],
  ],
  [
    'equal and not equal to the same slot',
    [
      '{ template: a, alias: $x }',
      '{ template: b, conditions: [{ slot: sym, expression: equals($x.sym) }, { slot: sym, expression: not_equals($x.sym) }] }',
    ],
  ],
];

describe('conditions that can never hold together', () => {
  test.each(NEVER)('%s', (_, when) => {
    expect(check(ruleText(when)).found.map((line) => line.replace(/^\S+ /, ''))).toEqual(['never-holds']);
  });

  test('an integer between two bounds is found beyond 2^53', () => {
    const conditions = ['greater_than(9007199254740992)', 'less_than(9007199254740994)'].map(
      (expression) => `{ slot: int, expression: ${expression} }`,
    );
    expect(check(ruleText([`{ template: a, conditions: [${conditions.join(', ')}] }`])).found).toEqual([]);
  });

  test.each([2, 3, 4, 5, 6])('the first of many that leaves nothing is blamed: condition %i', (last) => {
    const excluded = ['red', 'green', 'red', 'red', 'red', 'red', 'red', 'red'].with(last, 'blue');
    const text = ruleText([
      `{ template: a, conditions: [${excluded.map((value) => `{ slot: colour, expression: not_equals(${value}) }`).join(', ')}] }`,
    ]);
    const column =
      text
        .split('\n')
        .find((line) => line.includes('blue)'))
        ?.indexOf('not_equals(blue)') ?? 0;
    const [only, ...others] = check(text).found;
    expect(only).toMatch(new RegExp(`:${column + 1} never-holds$`));
    expect(others).toEqual([]);
  });
});
