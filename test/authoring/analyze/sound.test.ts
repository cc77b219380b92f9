/** Programs that look as if a rule never fires, or never alone, and facts for which it does: nothing is claimed of them. */
import { describe, expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { Engine } from '../../../library/node/engine.ts';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';

interface Sample {
  readonly slots: string;
  /** Elements of `when` of each rule. */
  readonly rules: Readonly<Record<string, string>>;
  readonly facts: readonly FactInput[];
  /** The rules that fire for these facts, in order of name. */
  readonly fired: readonly string[];
}

const SAMPLES: Readonly<Record<string, Sample>> = {
  'an item that equals a slot': {
    slots: '{ name: list, type: integer, list: true }, { name: one, type: integer }',
    rules: {
      joined:
        '{ template: A, alias: $a }, { template: A, conditions: [{ slot: list, each: "?e", expression: equals($a.one) }] }',
    },
    facts: [{ template: 'A', data: { list: [-1, 1], one: 1 } }],
    fired: ['joined'],
  },
  'two items of one list that differ': {
    slots: '{ name: list, type: integer, list: true }, { name: one, type: integer }',
    rules: {
      both: '{ template: A, alias: $a, conditions: [{ slot: list, each: "?e", expression: equals(1) }] }, { template: A, conditions: [{ slot: one, expression: equals($a.one) }, { slot: list, each: "?f", expression: not_equals(1) }] }',
    },
    facts: [{ template: 'A', data: { list: [1, 2] } }],
    fired: ['both'],
  },
  'items of two lists with the same name': {
    slots: '{ name: first, type: string, list: true }, { name: second, type: string, list: true }',
    rules: {
      first: '{ template: A, conditions: [{ slot: first, each: "?e", expression: starts_with(a) }] }',
      second: '{ template: A, conditions: [{ slot: second, each: "?e", expression: starts_with(a) }] }',
    },
    facts: [{ template: 'A', data: { second: ['ab'] } }],
    fired: ['second'],
  },
  'a list of which neither an item nor another is told': {
    slots: '{ name: list, type: integer, list: true }',
    rules: {
      any: '{ template: A }, { not: [{ template: A, conditions: [{ slot: list, each: "?e", expression: equals(1) }] }] }, { not: [{ template: A, conditions: [{ slot: list, each: "?e", expression: not_equals(1) }] }] }',
    },
    facts: [{ template: 'A', data: { list: [] } }],
    fired: ['any'],
  },
  'a variable of each of two groups': {
    slots: '{ name: one, type: integer }',
    rules: {
      groups:
        '{ exists: [{ template: A, conditions: [{ slot: one, bind: "?v", expression: equals(1) }] }] }, { exists: [{ template: A, conditions: [{ slot: one, bind: "?v", expression: equals(2) }] }] }',
      behind:
        '{ exists: [{ template: A, conditions: [{ slot: one, bind: "?v", expression: equals(1) }] }] }, { template: A, conditions: [{ slot: one, bind: "?v", expression: equals(2) }] }',
    },
    facts: [
      { template: 'A', data: { one: 1 } },
      { template: 'A', data: { one: 2 } },
    ],
    fired: ['behind', 'groups'],
  },
  'zero and its negative': {
    slots: '{ name: one, type: float }',
    rules: {
      asked:
        '{ template: A, conditions: [{ slot: one, bind: "?v" }, { test: "(or (eq ?v 0.0) (eq ?v 9.0))" }, { test: "(not (or (eq ?v -0.0) (eq ?v 9.0)))" }] }',
    },
    facts: [{ template: 'A', data: { one: 0 } }],
    fired: ['asked'],
  },
  'zero and its negative as constants': {
    slots: '{ name: one, type: float }',
    rules: {
      plus: '{ template: A, conditions: [{ slot: one, expression: equals(0.0) }] }, { not: [{ template: A, conditions: [{ slot: one, expression: equals(-0.0) }] }] }',
    },
    facts: [{ template: 'A', data: { one: 0 } }],
    fired: ['plus'],
  },
  'whole numbers that a double does not tell apart': {
    slots: '{ name: low, type: integer }, { name: high, type: integer }, { name: near, type: float }',
    rules: {
      circle:
        '{ template: A, conditions: [{ slot: high, bind: "?h" }, { slot: near, bind: "?n" }, { slot: low, bind: "?l" }, { test: "(<= ?h ?n)" }, { test: "(<= ?n ?l)" }, { test: "(< ?l ?h)" }] }',
      bounded:
        '{ template: A, conditions: [{ slot: high, bind: "?h" }, { slot: low, bind: "?l" }, { test: "(<= ?h 9007199254740992.0)" }, { test: "(< ?l ?h)" }, { test: "(> ?l 9007199254740991)" }] }',
      handed:
        '{ template: A, conditions: [{ slot: high, bind: "?h" }, { slot: near, bind: "?n", expression: at_most(9007199254740992.0) }, { slot: low, bind: "?l", expression: greater_than(9007199254740991) }, { test: "(<= ?h ?n)" }, { test: "(< ?l ?h)" }] }',
    },
    facts: [
      {
        template: 'A',
        data: { low: 9007199254740992n, high: 9007199254740993n, near: 9007199254740992 },
      },
    ],
    fired: ['bounded', 'circle', 'handed'],
  },
};

function yamlOf({ slots, rules }: Sample): string {
  const written = Object.entries(rules).map(
    ([name, when]) => `  - { name: ${name}, when: [${when}], then: { action: allow, reason: same } }`,
  );
  return `templates: [{ name: A, slots: [${slots}] }]\nrules:\n${written.join('\n')}\n`;
}

function analysed(text: string): Analysis {
  return analyze(compileOrThrow([{ path: 'r.yaml', text }]), loadModule, { now: 0, budgetMs: 10_000 });
}

describe('nothing is claimed that is not so', () => {
  it.each(Object.entries(SAMPLES))('%s', async (_name, sample) => {
    const text = yamlOf(sample);
    const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
    const { ruleTrace } = engine.evaluate({ scoped: true, facts: sample.facts });
    const fired = sample.fired.map((name) => `MAIN::${name}`);
    expect([...new Set(ruleTrace)].toSorted()).toEqual(fired);
    const claims = analysed(text).findings.filter(({ rule, with: others, code }) => {
      if (rule === null || !fired.includes(rule)) return false;
      return code === 'unreachable-rule' || others.some((other) => !fired.includes(other));
    });
    expect(claims).toEqual([]);
  });
});
