/** Each pass of the order phase on small left sides: what CLIPS makes of them, in the order of clips-order.md. */
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../compiler/order/analyse.ts';
import { attachTests } from '../../../compiler/order/attach-tests.ts';
import { disjunctsOf } from '../../../compiler/order/disjuncts.ts';
import { planNetwork } from '../../../compiler/order/plan-network.ts';
import type { Ruleset } from '../../../compiler/ruleset.ts';
import { compileDocument } from '../emit/compile.ts';
import { dumpDisjunct, dumpNetwork, dumpPlaced } from './dump.ts';

const slots = ['x', 'y'].map((name) => ({ name, type: 'integer', default: 0 }));
const listed = { name: 'd', slots: [{ name: 'l', type: 'integer', list: true }] };
const templates = [...['a', 'b', 'c'].map((name) => ({ name, slots })), listed];

type When = readonly unknown[];
const pattern = (template: string, ...conditions: readonly object[]) => ({ template, conditions });
const a = { ...pattern('a', { slot: 'x', bind: '?x' }), alias: '$a' };
const b = pattern('b', { slot: 'x', expression: 'equals(?x)' });
const c = pattern('c', { slot: 'y', expression: 'equals(1)' });
const test = (text: string) => ({ test: text });

function rulesetOf(...whens: readonly When[]): Ruleset {
  const then = { action: 'allow', reason: 'r' };
  const rules = whens.map((when, index) => ({ name: `r${index}`, when, then }));
  return compileDocument({ ruleset: 'order', templates, rules }).ruleset;
}

const disjuncts = (...when: When) => rulesetOf(when).rules.flatMap((rule) => disjunctsOf(rule.when));
const analysed = (...when: When) => disjuncts(...when).map((elements) => analyse(elements).elements);

describe('disjuncts', () => {
  const dumped = (...when: When) => disjuncts(...when).map(dumpDisjunct);

  it('move alternatives to the top, each with a copy of the rest', () => {
    expect(dumped(a, { any: [[b], [pattern('c', test('(> ?x 1)'))]] }, c)).toMatchInlineSnapshot(`
      [
        "a, b, c",
        "a, c (> ?x 1), c",
      ]
    `);
  });

  it('turn a not of alternatives into a not of each', () => {
    expect(dumped(a, { not: [{ any: [[b], [c]] }] })).toMatchInlineSnapshot(`
      [
        "a, not b, not c",
      ]
    `);
  });

  it('give a group the depths at which it opens and closes', () => {
    expect(dumped(a, { not: [b, c] }, c)).toMatchInlineSnapshot(`
      [
        "a, b 2-2, c 2-1, c",
      ]
    `);
    expect(dumped(a, { exists: [b] })).toMatchInlineSnapshot(`
      [
        "a, exists b",
      ]
    `);
    expect(dumped(a, { exists: [b, c] })).toMatchInlineSnapshot(`
      [
        "a, b 2-2 of an exists, c 2-1",
      ]
    `);
    expect(dumped({ forall: { each: pattern('b'), must: [c] } })).toMatchInlineSnapshot(`
      [
        "b 2-2, not c 2-1",
      ]
    `);
  });

  it('keep a test with the negated pattern that contains it', () => {
    expect(dumped({ not: [pattern('c', test('(> 2 1)'))] })).toMatchInlineSnapshot(`
      [
        "not c (> 2 1)",
      ]
    `);
  });
});

describe('analysis', () => {
  const dumped = (...when: When) => analysed(...when).map(dumpPlaced);

  it('keeps what a pattern can say of itself apart from what it says of others', () => {
    const both = pattern(
      'b',
      { slot: 'x', expression: 'equals(?x)' },
      { slot: 'y', expression: 'between(1, 3)' },
    );
    expect(dumped(a, both)).toMatchInlineSnapshot(`
      [
        [
          "[0] a",
          "[1] b; alone (>= ?b-y 1) where ?b-y is right[0].y & (<= ?b-y 3) where ?b-y is right[0].y; joins x = left[0].x; hash x = left[0].x",
        ],
      ]
    `);
    expect(dumped(a, pattern('b', { slot: 'x', expression: 'at_least(?x)' }))).toMatchInlineSnapshot(`
      [
        [
          "[0] a",
          "[1] b; joins (>= ?b-x ?x) where ?b-x is right[0].x where ?x is left[0].x",
        ],
      ]
    `);
  });

  it('makes both sides of a group agree on the variables that it takes from outside', () => {
    expect(dumped(a, { not: [b, c] })).toMatchInlineSnapshot(`
      [
        [
          "[0] a",
          "[1] b 2-2; joins x = left[0].x; group agree on [0].x; hash x = left[0].x",
          "[2] c 2-1; alone y = 1",
        ],
      ]
    `);
  });

  it('makes both sides agree on the position of an item where the group speaks of its whole list', () => {
    const whole = pattern('d', { slot: 'l', bind: '$?all' }, { slot: 'l', each: '?one' });
    const long = pattern('b', test('(> (length$ $?all) 1)'));
    expect(dumped(whole, { not: [long, c] })).toMatchInlineSnapshot(`
      [
        [
          "[0] d[l]",
          "[1] b 2-2; group agree on [0].l & agree on [0].l[#]",
          "[2] c 2-1; alone y = 1; joins (> (length$ $?d-l) 1) where ?d-l is left[0].l",
        ],
      ]
    `);
  });
});

describe('attached tests', () => {
  const dumped = (...when: When) => analysed(...when).map((elements) => dumpPlaced(attachTests(elements)));

  it('belong to the join of the pattern before them', () => {
    expect(dumped(a, pattern('b', { slot: 'y', bind: '?y' }, test('(> ?x ?y)')), c)).toMatchInlineSnapshot(`
      [
        [
          "[0] a",
          "[1] b",
          "[2] c; alone y = 1; joins (> ?x ?y) where ?x is left[0].x where ?y is left[1].y",
        ],
      ]
    `);
  });

  it('become join tests of the negated pattern that contains them', () => {
    expect(dumped(a, { not: [pattern('b', test('(> ?x 1)'))] })).toMatchInlineSnapshot(`
      [
        [
          "[0] a",
          "[1] not b; joins (> ?x 1) where ?x is left[0].x",
        ],
      ]
    `);
  });
});

describe('the network', () => {
  const dumped = (...whens: readonly When[]) => dumpNetwork(planNetwork(rulesetOf(...whens)));

  it('shares equal nodes and joins from the front on', () => {
    expect(dumped([a, b], [a, b, c])).toMatchInlineSnapshot(`
      [
        "a",
        "  any enters j0",
        "b",
        "  any enters j1",
        "c",
        "  by y",
        "    1 enters j3",
        "j0 a; drives j1:left",
        "j1 b; tests x = left[0].x; drives j3:left j2:left",
        "j2 fires r0",
        "j3 c; drives j4:left",
        "j4 fires r1",
      ]
    `);
  });

  it('visits the newest pattern first, and a joined group after its own chain', () => {
    expect(dumped([c], [pattern('c', { slot: 'y', expression: 'equals(2)' })])).toMatchInlineSnapshot(`
      [
        "c",
        "  by y",
        "    2 enters j2",
        "    1 enters j0",
        "j0 c; drives j1:left",
        "j1 fires r0",
        "j2 c; drives j3:left",
        "j3 fires r1",
      ]
    `);
    expect(dumped([a, { not: [b, c] }])).toMatchInlineSnapshot(`
      [
        "a",
        "  any enters j0",
        "b",
        "  any enters j1",
        "c",
        "  by y",
        "    1 enters j2",
        "j0 a; drives j1:left j3:left",
        "j1 b; tests x = left[0].x; drives j2:left",
        "j2 c; drives j3:right",
        "j3 group j2; tests agree on [0].x; drives j4:left",
        "j4 fires r0",
      ]
    `);
  });

  it('drives what needs no fact when working memory is empty', () => {
    expect(dumped([{ not: [c] }], [{ exists: [pattern('b'), c] }])).toMatchInlineSnapshot(`
      [
        "c",
        "  by y",
        "    1 enters j3 j0",
        "b",
        "  any enters j2",
        "j0 not c; drives j1:left",
        "j1 fires r0",
        "j2 b; drives j3:left",
        "j3 c; drives j4:right",
        "j4 exists group j3; drives j5:left",
        "j5 fires r1",
        "left primes j0",
      ]
    `);
  });
});
