import { AssertionError } from 'node:assert';
import fc from 'fast-check';
import { expect as expectHere, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { analyze, diff, expect, factsOf, requestOf } from '../../../authoring/node/testing/testing.ts';

const YAML = `
templates:
  - name: transfer
    slots: [{ name: amount, type: integer, required: true }, { name: to, type: string, default: x }]
  - { name: unread, slots: [{ name: x, type: string }] }
rules:
  - name: small
    when: [{ template: transfer, conditions: [{ slot: amount, expression: less_than(100) }] }]
    then: { action: allow, reason: it is small }
`;
const engine = await Engine.fromSources([{ path: 'r.yaml', text: YAML }]);
const transfer = (amount: number): { template: string; data: { amount: number } } => ({
  template: 'transfer',
  data: { amount },
});

it('draws facts with the constants of the rules', async () => {
  const facts = fc.sample(await factsOf(engine), { numRuns: 300, seed: 1 });
  expectHere(new Set(facts.map(({ template }) => template))).toEqual(new Set(['transfer']));
  const amounts = new Set(facts.map(({ data }) => data['amount']));
  expectHere([...amounts]).toEqual(expectHere.arrayContaining([99, 100, 101]));
  const [unread] = fc.sample(await factsOf(engine, 'unread'), { numRuns: 1, seed: 1 });
  expectHere(unread?.template).toBe('unread');
});

it('draws requests that are evaluated', async () => {
  fc.assert(
    fc.property(await requestOf(engine), (facts) => {
      const isSmall = facts.some(({ data }) => Number(data['amount']) < 100);
      expect(engine).toDecide(isSmall ? 'allow' : 'deny', { facts });
    }),
    { numRuns: 200 },
  );
});

it('refuses an engine without YAML and a template that is not there', async () => {
  const compiled = Engine.fromModule({ ruleset: engine.ruleset });
  await expectHere(requestOf(compiled)).rejects.toThrow('needs the YAML');
  await expectHere(factsOf(engine, 'transfr')).rejects.toThrow("The ruleset has no template 'transfr'");
});

it('reports how a decision differs', () => {
  const facts = [transfer(5)];
  expect(engine).toDecide(
    { decision: 'allow', reason: { contains: 'small' }, fired: ['MAIN::small'] },
    { facts },
  );
  expectHere(() => expect(engine).toDecide('deny', { facts })).toThrow(
    'expected deny, got allow\n  allow: it is small\n  fired: MAIN::small',
  );
  expectHere(() => expect(engine).toDecide('allow')).toThrow(AssertionError);
  expectHere(() =>
    expect(engine).toDecide({ decision: 'deny', reason: 'no', fired: ['MAIN::small'] }),
  ).toThrow('expected the reason "no"; MAIN::small did not fire');
});

it('analyses a ruleset and reports changes by another version', async () => {
  const { findings, rules } = await analyze(engine);
  expectHere([new Set(findings.map(({ code }) => code)), rules]).toEqual([
    new Set(['unused-template', 'unused-slot']),
    1,
  ]);
  const other = await Engine.fromSources([
    { path: 'r.yaml', text: YAML.replace('less_than(100)', 'less_than(50)') },
  ]);
  const { verdict, changes } = await diff(engine, other, { seed: 1, budgetMs: 300 });
  expectHere([verdict, changes.map(({ after }) => after)]).toEqual(['less permissive', ['deny']]);
  const compiled = Engine.fromModule({ ruleset: engine.ruleset });
  await expectHere(analyze(compiled)).rejects.toThrow('needs its YAML');
  await expectHere(diff(engine, compiled)).rejects.toThrow('needs its YAML');
});
