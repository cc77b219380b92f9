/** Operators on lists of compartments: names between bars. The judge draws the operators, too. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../runtime/engine.ts';
import { compileDocument } from '../../compiler/emit/compile.ts';
import { compiled } from '../engine/compiled.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const RULES = `
ruleset: compartments
templates:
  - { name: need, slots: [{ name: list, type: string }, { name: one, type: symbol }] }
  - { name: person, slots: [{ name: list, type: string }, { name: role, type: symbol }] }
rules:
  - name: cover
    when:
      - { template: need, alias: $n }
      - { template: person, conditions: [{ slot: list, expression: has_compartments($n.list) }] }
    then: { action: allow, reason: cover }
  - name: held
    when: [{ template: person, conditions: [{ slot: list, expression: 'in_compartment(" FIN ")' }] }]
    then: { action: allow, reason: held }
  - name: role
    when:
      - { template: need, alias: $n }
      - { template: person, conditions: [{ slot: role, expression: has_compartments($n.one) }] }
    then: { action: allow, reason: role }
`;

describe('compartments', async () => {
  const ruleset = await compiled(RULES);
  const fired = (need: object, person: object): readonly string[] => {
    const facts = [
      { template: 'need', data: { ...need } },
      { template: 'person', data: { ...person } },
    ];
    return new Engine(ruleset)
      .evaluate({ scoped: true, facts })
      .ruleTrace.map((rule) => rule.split('::')[1]!);
  };

  it.each([
    ['FIN', 'FIN', true],
    ['FIN', 'FIN|HR', true],
    ['FIN', ' HR |  FIN ', true],
    ['FIN', 'FINANCE|HR', false],
    ['FIN', 'FINANCE', false],
    ['FIN', '', false],
    ['', '', true],
    [' | ', 'HR', true],
    ['  ', '', true],
    [' FIN ', 'FIN', true],
    ['FIN|HR', 'HR|FIN|LEGAL', true],
    ['FIN|HR', 'FIN', false],
    ['FIN||FIN', 'FIN', true],
    ['A B', 'A B|C', true],
    ['A B', 'A|B', false],
    ['FIN\t', 'FIN', false],
    ['\u{1f512}', 'x|\u{1f512}', true],
  ])('%j needs, %j holds: %s', (list, held, expected) => {
    expect(fired({ list }, { list: held }).includes('cover')).toBe(expected);
  });

  it.each([
    ['FIN', true],
    ['HR| FIN', true],
    ['FINANCE|HR', false],
    [' | ', false],
    ['', false],
  ])('%j holds one: %s', (list, expected) => {
    expect(fired({ list: 'X' }, { list }).includes('held')).toBe(expected);
  });

  it('are read in symbols as in strings', () => {
    expect(fired({ one: 'a|b' }, { role: 'b|a' })).toContain('role');
    expect(fired({ one: 'a|b' }, { role: 'b|c' })).not.toContain('role');
  });
});

it('call a function of the runtime, so that the constructs need not remember results', () => {
  const slots = [{ name: 'list', type: 'string' }];
  const { matching } = compileDocument({
    ruleset: 'plan',
    templates: [
      { name: 'need', slots },
      { name: 'person', slots },
    ],
    rules: ['one', 'two'].map((name) => ({
      name,
      when: [
        { template: 'need', alias: '$n' },
        {
          template: 'person',
          conditions: [
            { slot: 'list', expression: 'has_compartments($n.list)' },
            { test: `(neq ${name} x)` },
          ],
        },
      ],
      then: { action: 'allow', reason: name },
    })),
  });
  const lines = printPlan(matching()).split('\n');
  expect(lines).toContain('compartments-cover is compartmentsCover of the runtime');
  expect(lines.filter((line) => line.startsWith('memoizes'))).toEqual([]);
});
