/** Functions that memoize their last call say what they said, and meet the limits that they met. */
import { expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const slots = [{ name: 'x', type: 'integer', default: 0 }];
const RULESET = {
  templates: [
    { name: 'a', slots },
    { name: 'b', slots },
    { name: 'c', slots },
  ],
  functions: [
    {
      name: 'counts-to',
      type: 'raw',
      params: ['x', 'y'],
      body: '(deffunction MAIN::counts-to (?x ?y) (bind ?n 0) (while (< ?n ?x) (bind ?n (+ ?n 1))) (= ?n ?y))',
    },
  ],
  ruleset: 'memoized',
  rules: ['b', 'c'].map((template) => ({
    name: `with-${template}`,
    when: [
      { template: 'a', conditions: [{ slot: 'x', bind: '?x' }] },
      { template, conditions: [{ slot: 'x', bind: '?y' }, { test: '(counts-to ?x ?y)' }] },
    ],
    then: { action: 'allow', reason: 'r' },
  })),
};

const engine = (loopSteps: number): Promise<Engine> =>
  Engine.fromSources([{ path: 'ruleset.yaml', text: JSON.stringify(RULESET) }], { limits: { loopSteps } });
const fact = (template: string, x: number) => ({ template, data: { x } });
const trace = (from: Engine, ...facts: ReturnType<typeof fact>[]): readonly string[] =>
  from.evaluate({ scoped: true, facts }).ruleTrace;

it('an answer is looked up for the same arguments only', async () => {
  const rules = await engine(1000);
  const both = ['MAIN::with-c', 'MAIN::with-b'];
  expect(trace(rules, fact('a', 3), fact('b', 3), fact('c', 3))).toEqual(both);
  expect(trace(rules, fact('a', 3), fact('b', 4), fact('c', 3))).toEqual(['MAIN::with-c']);
  expect(trace(rules, fact('a', 3), fact('b', 3), fact('c', 4))).toEqual(['MAIN::with-b']);
  expect(trace(rules, fact('a', 4), fact('b', 3), fact('c', 3))).toEqual([]);
});

it('an answer that is looked up counts its loop steps', async () => {
  const facts = [fact('a', 10), fact('b', 10), fact('c', 10)];
  expect(trace(await engine(20), ...facts)).toHaveLength(2);
  const limited = await engine(19);
  for (let i = 0; i < 2; i++) expect(() => trace(limited, ...facts)).toThrow('More than 19 loop steps');
  // Counts belong to their evaluation.
  expect(trace(limited, fact('a', 9), fact('b', 9), fact('c', 9))).toHaveLength(2);
});

it('engines of one ruleset keep to their own limits', async () => {
  const { ruleset } = await engine(1000);
  const [wide, narrow] = [1000, 5].map((loopSteps) =>
    Engine.fromModule({ ruleset }, { limits: { loopSteps } }),
  );
  const facts = [fact('a', 6), fact('b', 6), fact('c', 6)];
  expect(trace(wide!, ...facts)).toHaveLength(2);
  expect(() => trace(narrow!, ...facts)).toThrow('More than 5 loop steps');
});
