import { describe, expect, test } from 'vitest';
import { check, leftSide, ruleText } from './check.ts';

const A_SYM = '{ template: a, conditions: [{ slot: sym, bind: "?s" }] }';
const B_SYM = '{ template: b, conditions: [{ slot: sym, bind: "?s" }] }';
const B_TEST =
  '{ template: b, conditions: [{ slot: sym, bind: "?s" }, { slot: int, bind: "?n" }, { test: "(> ?n 1)" }] }';

const GROUPS: readonly (readonly [name: string, when: readonly string[], expected: string])[] = [
  [
    'tests come after all patterns, in source order',
    [
      '{ template: a, conditions: [{ slot: int, bind: "?i" }, { test: "(> ?i ?n)" }] }',
      '{ template: b, conditions: [{ test: "(< ?n 9)" }, { slot: int, bind: "?n" }] }',
    ],
    '(a (int ?i)) (b (int ?n)) (test (> ?i ?n)) (test (< ?n 9))',
  ],
  ['not', [A_SYM, `{ not: [${B_SYM}] }`], '(a (sym ?s)) (not (b (sym ?s)))'],
  [
    'not of several patterns, the tests inside the group',
    [A_SYM, `{ not: [{ template: a }, ${B_TEST}] }`],
    '(a (sym ?s)) (not (and (a) (b (sym ?s) (int ?n)) (test (> ?n 1))))',
  ],
  ['exists', [`{ exists: [${A_SYM}, ${B_SYM}] }`], '(exists (a (sym ?s)) (b (sym ?s)))'],
  [
    'any, with a variable that all branches bind',
    [`{ any: [[${A_SYM}], [{ template: b }, ${B_SYM}]] }`, A_SYM],
    '(or (a (sym ?s)) (and (b) (b (sym ?s)))) (a (sym ?s))',
  ],
  [
    'a test in a branch of any stays in it',
    [`{ any: [[${B_TEST}], [{ template: a }]] }`],
    '(or (and (b (sym ?s) (int ?n)) (test (> ?n 1))) (a))',
  ],
  [
    'a join in a branch of any leaves the variable its own name',
    [
      '{ template: a, alias: $x }',
      '{ any: [[{ template: b, conditions: [{ slot: sym, bind: "?s", expression: equals($x.sym) }] }], [{ template: a, conditions: [{ slot: sym, bind: "?s" }] }]] }',
      '{ template: a, conditions: [{ slot: sym, expression: not_equals(?s) }] }',
    ],
    '(a (sym ?x-sym)) (or (b (sym ?s&?x-sym)) (a (sym ?s))) (a (sym ~?s))',
  ],
  [
    'a join and a literal in a branch of any: the literal is not the only test and is written with eq',
    [
      '{ template: a, conditions: [{ slot: sym, bind: "?t" }] }',
      '{ any: [[{ template: b, conditions: [{ slot: sym, bind: "?s" }, { slot: sym, bind: "?t", expression: equals(x) }] }]] }',
    ],
    '(a (sym ?t)) (or (b (sym ?s&:(eq ?s x)&?t)))',
  ],
  [
    'forall is not each without must',
    [`{ forall: { each: ${B_TEST}, must: [${A_SYM}] } }`],
    '(not (and (b (sym ?s) (int ?n)) (test (> ?n 1)) (not (a (sym ?s)))))',
  ],
  [
    'forall with several patterns that must match',
    [`{ forall: { each: ${A_SYM}, must: [${B_SYM}, { template: a }] } }`],
    '(not (and (a (sym ?s)) (not (and (b (sym ?s)) (a)))))',
  ],
  [
    'a test of a group comes before the groups that follow its patterns',
    [`{ not: [${B_TEST}, { not: [${A_SYM}] }] }`],
    '(not (and (b (sym ?s) (int ?n)) (test (> ?n 1)) (not (a (sym ?s)))))',
  ],
  [
    'a reference out of a group binds in the outer pattern',
    [
      '{ template: a, alias: $x }',
      '{ not: [{ template: b, conditions: [{ slot: int, expression: at_most($x.int) }] }] }',
    ],
    '(a (int ?x-int)) (not (b (int ?b-int&:(<= ?b-int ?x-int))))',
  ],
];

describe('groups', () => {
  test.each(GROUPS)('%s', (_, when, expected) => {
    expect(leftSide(when).join(' ')).toBe(expected);
  });
});

const USES_S = '{ template: a, conditions: [{ slot: sym, expression: equals(?s) }] }';

const REFUSED: readonly (readonly [name: string, when: readonly string[], found: string])[] = [
  ['a variable of not outside', [`{ not: [${A_SYM}] }`, USES_S], 'variable-of-group'],
  ['a variable of exists outside', [`{ exists: [${A_SYM}] }`, USES_S], 'variable-of-group'],
  [
    'a variable of forall outside',
    [`{ forall: { each: ${A_SYM}, must: [{ template: b }] } }`, USES_S],
    'variable-of-group',
  ],
  [
    'a variable that one branch of any does not bind',
    [`{ any: [[${A_SYM}], [{ template: b }]] }`, USES_S],
    'variable-of-branch',
  ],
  [
    'a variable that branches of any bind with two types',
    [`{ any: [[${A_SYM}], [{ template: b, conditions: [{ slot: int, bind: "?s" }] }]] }`, USES_S],
    'variable-of-branch',
  ],
  [
    'an alias of a group outside',
    [
      '{ not: [{ template: a, alias: $x }] }',
      '{ template: b, conditions: [{ slot: sym, expression: equals($x.sym) }] }',
    ],
    'alias-out-of-reach',
  ],
];

describe('names of groups', () => {
  test.each(REFUSED)('%s', (_, when, found) => {
    expect(check(ruleText(when)).found.map((line) => line.replace(/^\S+ /, ''))).toEqual([found]);
  });
});
