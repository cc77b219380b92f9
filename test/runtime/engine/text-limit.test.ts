import { describe, expect, it } from 'vitest';
import { LimitError } from '../../../runtime/engine/errors.ts';
import { Engine } from '../../../library/node/engine.ts';

const LONGEST = 1_048_576;

const ruleset = (then: string, functions = ''): string => `
templates:
  - { name: seed, slots: [{ name: a, type: string }, { name: b, type: string }, { name: s, type: symbol, default: x }] }
  - { name: list, slots: [{ name: items, type: string, list: true }, { name: text, type: string }] }
${functions}rules:
  - name: builds
    when: [{ template: seed, alias: $s, conditions: [{ slot: a, bind: "?a" }, { slot: b, bind: "?b" }] }]
    then: ${then}
`;

async function building(then: string, length = LONGEST / 2, functions = '') {
  const text = ruleset(then, functions);
  const engine = await Engine.fromSources([{ path: 'r.yaml', text }], { limits: { firings: 1000 } });
  const half = 'a'.repeat(length);
  const data = { a: half, b: half };
  return {
    engine,
    evaluate: () =>
      engine.evaluate({ scoped: true, facts: [{ template: 'seed', data }], include: ['firings'] }),
  };
}

const tooLong = expect.objectContaining({ code: 'evaluation_limit', limit: 'textLength' }) as Error;

describe('a text of more than 1,048,576 characters ends the evaluation', () => {
  it.each([
    '{ action: allow, reason: "{a}{b}" }',
    '{ action: allow, reason: r, metadata: { k: "{a}{b}" } }',
    '{ action: scope, reason: r, scope: "{s.a}{s.b}" }',
    '{ action: allow, assert: [{ template: list, slots: { text: "(str-cat ?a ?b)" } }] }',
    '{ action: allow, assert: [{ template: list, slots: { text: "{a}{b}" } }] }',
    '{ action: allow, assert: [{ template: list, slots: { items: ["(str-cat ?a ?b)"] } }] }',
    '{ action: allow, assert: [{ template: list, slots: { text: "(implode$ (create$ ?a ?b))" } }] }',
    '{ action: allow, assert: [{ template: seed, slots: { s: "(sym-cat ?a ?b)" } }] }',
    '{ action: allow, modify: [{ fact: $s, slots: { a: "(str-cat ?a ?b)" } }] }',
    '{ action: allow, obligations: [{ type: t, properties: { p: "(str-cat ?a ?b)" } }] }',
  ])('%s', async (then) => {
    // Two halves are just as long as they may be.
    if (!then.includes('implode$') && !then.includes('modify')) {
      const { evaluate } = await building(then);
      expect(evaluate().ruleTrace.length).toBeGreaterThan(0);
    }
    const { engine, evaluate } = await building(then, LONGEST / 2 + 1);
    expect(evaluate).toThrow(LimitError);
    expect(evaluate).toThrow(tooLong);
    expect(engine.size).toBe(0);
  });

  describe.each([
    ['reason', '"{a}{b}"'],
    ['metadata', 'r, metadata: { k: "{a}{b}" }'],
    ['scope', 'r, scope: "{a}{b}"'],
  ])('and, if firings are requested, the %s of a rule that another one wins over', (_what, reason) => {
    const losing = async (length: number, mode: string) => {
      const rules = ruleset(`{ action: allow, reason: ${reason} }`);
      const text = `decide: ${mode}${rules}  - { name: wins, salience: -1, when: [{ template: seed }], then: { action: deny, reason: no } }\n`;
      const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
      const half = 'a'.repeat(length);
      return { engine, facts: [{ template: 'seed', data: { a: half, b: half } }] };
    };
    const include = ['firings'] as const;

    it.each(['deny-overrides', 'last'])('under %s; otherwise it is never built', async (mode) => {
      const short = await losing(LONGEST / 2, mode);
      const { decision, firings } = short.engine.evaluate({ scoped: true, facts: short.facts, include });
      expect([decision, firings?.length]).toEqual(['deny', 2]);
      const { engine, facts } = await losing(LONGEST / 2 + 1, mode);
      expect(() => engine.evaluate({ scoped: true, facts, include })).toThrow(tooLong);
      expect(engine.size).toBe(0);
      expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision: 'deny', reason: 'no' });
      engine.assertFacts(facts);
      expect(() => engine.evaluate({ include })).toThrow(tooLong);
      expect(engine.size).toBe(1);
      expect(engine.evaluate()).toMatchObject({ decision: 'deny', reason: 'no' });
    });
  });

  it('and one that a replacement would make', async () => {
    const slots = `text: '(str-replace ?a "a" ?b)'`;
    const { evaluate } = await building(
      `{ action: allow, assert: [{ template: list, slots: { ${slots} } }] }`,
      1025,
    );
    expect(evaluate).toThrow(tooLong);
  });

  it('and one of very many parts', async () => {
    const parts = Array.from({ length: 200 }, () => '?a').join(' ');
    const { evaluate } = await building(
      `{ action: allow, assert: [{ template: list, slots: { text: "(str-cat ${parts})" } }] }`,
    );
    expect(evaluate).toThrow(tooLong);
  });

  it('and one that a loop doubles', async () => {
    const functions = `functions:
  - { name: grow, type: raw, params: [x], body: "(deffunction MAIN::grow (?x) (while TRUE (bind ?x (str-cat ?x ?x))) ?x)" }
`;
    const then = '{ action: allow, assert: [{ template: list, slots: { text: "(grow ?a)" } }] }';
    const { evaluate } = await building(then, 1, functions);
    expect(evaluate).toThrow(tooLong);
  });

  it('and facts that double with every firing, in a plain evaluation too, which leaves all as it was', async () => {
    const then =
      '{ action: allow, modify: [{ fact: $s, slots: { a: "(str-cat ?a ?b)", b: "(str-cat ?b ?a)" } }] }';
    const { engine } = await building(then);
    engine.assertFact('seed', { a: 'x', b: 'y' });
    expect(() => engine.evaluate()).toThrow(tooLong);
    expect(engine.query('seed')).toEqual([{ a: 'x', b: 'y', s: 'x' }]);
  });

  it('but a text that came in may be longer, and be handed on', async () => {
    const then = '{ action: allow, reason: "{a}", assert: [{ template: list, slots: { text: "?a" } }] }';
    const { evaluate } = await building(then, LONGEST + 1);
    expect(evaluate().reason).toHaveLength(LONGEST + 1);
  });
});
