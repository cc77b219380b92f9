import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { FerruleError, LimitError, ValidationError } from '../../../runtime/engine/errors.ts';
import type { EvaluationResult } from '../../../runtime/engine/evaluation-result.ts';
import { compiled, FORGED, GATE, STOCK } from './compiled.ts';

let gate: CompiledRuleset;
let stock: CompiledRuleset;
beforeAll(async () => {
  gate = await compiled(GATE);
  stock = await compiled(STOCK);
});

const ADMIN = { template: 'person', data: { name: 'Ann', role: 'admin' } };
const MINOR = { template: 'person', data: { name: 'Bob', age: 3 } };

/** The part of a result that is a function of ruleset and facts. */
function answer({ decision, reason, ruleTrace, moduleTrace, metadata }: EvaluationResult): unknown {
  return { decision, reason, ruleTrace, moduleTrace, metadata };
}

const NOTHING_FIRED = {
  decision: 'deny',
  reason: 'default decision (no rules fired)',
  ruleTrace: [],
  moduleTrace: [],
  metadata: {},
};

/** Every pair of facts but the equal ones, in a network with removal. */
const PAIRS = `
templates: [{ name: n, slots: [{ name: n, type: integer }] }, { name: stop, slots: [] }]
rules:
  - name: pair
    when:
      - { template: n, alias: $a }
      - { template: n, conditions: [{ slot: n, expression: not_equals($a.n) }] }
      - not: [{ template: stop }]
    then: { action: deny }
`;

/** Every pair of facts waits for a third one. */
const TRIPLES = `
templates: [{ name: n, slots: [{ name: n, type: integer }] }, { name: stop, slots: [] }]
rules:
  - name: triple
    when: [{ template: n }, { template: n }, { template: stop }]
    then: { action: deny }
`;

describe('a plain evaluation', () => {
  it('returns decision, reason, traces and metadata', () => {
    const engine = new Engine(gate);
    engine.assertFact(ADMIN.template, ADMIN.data);
    const result = engine.evaluate();
    expect(answer(result)).toEqual({
      decision: 'allow',
      reason: 'Ann is an admin',
      ruleTrace: ['gate::admin', 'audit::badge-seen'],
      moduleTrace: ['gate', 'audit'],
      metadata: { control: 'AC-3' },
    });
    expect(Number.isInteger(result.durationUs)).toBe(true);
    expect(result.attestationToken).toBeNull();
  });

  it('keeps derived facts and fires nothing twice', () => {
    const engine = new Engine(gate);
    engine.assertFacts([ADMIN]);
    engine.evaluate();
    expect(engine.query('badge')).toEqual([{ holder: 'Ann' }]);
    expect(answer(engine.evaluate())).toEqual(NOTHING_FIRED);
    engine.reset();
    expect(engine.size).toBe(0);
    engine.assertFacts([ADMIN]);
    expect(engine.evaluate().decision).toBe('allow');
  });

  it('takes another default decision', () => {
    expect(new Engine(gate, { defaultDecision: 'allow' }).evaluate().decision).toBe('allow');
    expect(new Engine(gate, { defaultDecision: null }).evaluate().decision).toBeNull();
  });

  it('takes the default decision when no rule that fired has an action', () => {
    const engine = new Engine(gate);
    engine.assertFact('badge', { holder: 'x' });
    expect(answer(engine.evaluate())).toEqual({
      ...NOTHING_FIRED,
      reason: 'default decision (no rule decided)',
      ruleTrace: ['audit::badge-seen'],
      moduleTrace: ['audit'],
    });
  });

  it('takes no facts', () => {
    expect(() => new Engine(gate).evaluate({ facts: [ADMIN] } as never)).toThrow(FerruleError);
  });

  it.each([
    ['matches', 3],
    ['activations', 1],
    ['firings', 1],
  ])('past the limit of %s no decision is given and nothing changes', async (limit, value) => {
    const ruleset = await compiled(PAIRS);
    const engine = new Engine(ruleset, { limits: { [limit]: value } });
    const facts = [1, 2, 3].map((n) => ({ template: 'n', data: { n } }));
    const error = expect.objectContaining({ code: 'evaluation_limit', limit }) as Error;
    expect(() => engine.evaluate({ scoped: true, facts })).toThrow(error);
    expect(engine.facts()).toEqual([]);
    const few = engine.evaluate({ scoped: true, facts: [] });
    expect(few.ruleTrace).toEqual([]);
  });

  it('the limit of matches holds where nothing is ever removed, too', async () => {
    const engine = new Engine(await compiled(TRIPLES), { limits: { matches: 3 } });
    const error = expect.objectContaining({ code: 'evaluation_limit', limit: 'matches' }) as Error;
    engine.assertFact('n', { n: 1 });
    expect(() => engine.assertFacts([2, 3].map((n) => ({ template: 'n', data: { n } })))).toThrow(error);
    expect(engine.query('n')).toEqual([{ n: 1 }]);
    engine.assertFact('stop', {});
    expect(engine.evaluate().ruleTrace).toEqual(['MAIN::triple']);
  });

  it('past the limit of activations that wait nothing is asserted', async () => {
    const engine = new Engine(await compiled(TRIPLES), { limits: { activations: 1 } });
    engine.assertFacts([
      { template: 'n', data: { n: 1 } },
      { template: 'stop', data: {} },
    ]);
    const error = expect.objectContaining({ code: 'evaluation_limit', limit: 'activations' }) as Error;
    expect(() => engine.assertFact('n', { n: 2 })).toThrow(error);
    expect(engine.query('n')).toEqual([{ n: 1 }]);
    expect(engine.evaluate().ruleTrace).toEqual(['MAIN::triple']);
  });

  it('what waits in a module that was left counts only where it stays', async () => {
    const engine = new Engine(await compiled(FORGED), { limits: { activations: 2 } });
    const facts = [1, 2].map((n) => ({ template: 'n', data: { n } }));
    const found = ['second::find', 'second::find'];
    for (let i = 0; i < 2; i++) {
      expect(engine.evaluate({ scoped: true, facts }).ruleTrace).toEqual(found);
    }
    engine.assertFacts(facts);
    expect(() => engine.evaluate()).toThrow(LimitError);
    const roomy = new Engine(await compiled(FORGED), { limits: { activations: 4 } });
    roomy.assertFacts(facts);
    expect(roomy.evaluate().ruleTrace).toEqual(found);
    expect(roomy.evaluate().ruleTrace).toEqual(Array<string>(4).fill('first::forged'));
  });

  it('past the limit of firings leaves everything as it was', () => {
    const engine = new Engine(gate, { limits: { firings: 1 } });
    engine.assertFacts([ADMIN]);
    for (let i = 0; i < 2; i++) {
      expect(() => engine.evaluate()).toThrow(LimitError);
      expect(engine.facts().map(({ template }) => template)).toEqual(['person']);
    }
  });
});

describe('a scoped evaluation', () => {
  it('leaves nothing behind', () => {
    const engine = new Engine(gate);
    const first = answer(engine.evaluate({ scoped: true, facts: [ADMIN, MINOR] }));
    expect(first).toMatchObject({ decision: 'deny', reason: 'too young' });
    expect(engine.size).toBe(0);
    expect(answer(engine.evaluate({ scoped: true, facts: [ADMIN, MINOR] }))).toEqual(first);
    expect(answer(engine.evaluate({ scoped: true }))).toEqual(NOTHING_FIRED);
  });

  it('sees the facts held, and fires for them again', () => {
    const engine = new Engine(gate);
    engine.assertFacts([ADMIN]);
    for (let i = 0; i < 2; i++)
      expect(engine.evaluate({ scoped: true, facts: [MINOR] }).decision).toBe('deny');
    expect(engine.evaluate().decision).toBe('allow');
    expect(engine.evaluate({ scoped: true }).decision).toBe('allow');
    expect(engine.evaluate().ruleTrace).toEqual([]);
  });

  it('evaluates nothing when one fact is invalid', () => {
    const engine = new Engine(gate);
    expect(() => engine.evaluate({ scoped: true, facts: [ADMIN, { template: 'person', data: {} }] })).toThrow(
      ValidationError,
    );
    for (const facts of ['x', [null], [3], [{}]]) {
      expect(() => engine.evaluate({ scoped: true, facts } as never)).toThrow(FerruleError);
    }
    expect(engine.size).toBe(0);
    expect(answer(engine.evaluate({ scoped: true }))).toEqual(NOTHING_FIRED);
  });

  it('reports an invalid fact before consequences of earlier facts', () => {
    const engine = new Engine(gate, { limits: { facts: 1 } });
    const invalid = { template: 'person', data: {} };
    expect(() => engine.evaluate({ scoped: true, facts: [ADMIN, MINOR, invalid] })).toThrow(ValidationError);
    expect(() => engine.evaluate({ scoped: true, facts: [ADMIN, MINOR] })).toThrow(LimitError);
    expect(engine.evaluate({ scoped: true, facts: [MINOR] }).reason).toBe('too young');
  });

  it('past the limit of facts leaves everything as it was', () => {
    const engine = new Engine(gate, { limits: { facts: 2 } });
    engine.assertFacts([MINOR]);
    expect(() => engine.evaluate({ scoped: true, facts: [ADMIN] })).toThrow(LimitError);
    expect(engine.facts().map(({ template }) => template)).toEqual(['person']);
    expect(engine.evaluate({ scoped: true }).reason).toBe('too young');
  });
});

type Step = 'assert' | 'retract' | 'clear' | 'plain' | 'scoped' | 'refused';

/** Whatever happened to an engine, its scoped evaluations are those of a new engine with the same facts. */
describe('a scoped evaluation has no history', () => {
  const step = fc.record({
    step: fc.constantFrom<Step>(
      'assert',
      'assert',
      'assert',
      'retract',
      'clear',
      'plain',
      'scoped',
      'refused',
    ),
    template: fc.nat(1),
    value: fc.nat(3),
  });

  function take(engine: Engine, fact: { template: string; data: Record<string, unknown> }, what: Step): void {
    if (what === 'assert') engine.assertFact(fact.template, fact.data);
    else if (what === 'retract') engine.retract(fact.template, fact.data);
    else if (what === 'clear') engine.clearFacts();
    else if (what === 'plain') engine.evaluate();
    else if (what === 'scoped') engine.evaluate({ scoped: true, facts: [fact] });
    else
      expect(() => engine.evaluate({ scoped: true, facts: [fact, { template: 'x', data: {} }] })).toThrow();
  }

  it.each([
    [
      'gate',
      () => gate,
      (t: number, v: number) =>
        t === 0
          ? { template: 'person', data: { name: `p${v}`, role: v % 2 ? 'admin' : 'guest', age: 16 + v } }
          : { template: 'badge', data: { holder: `p${v}` } },
    ],
    [
      'stock',
      () => stock,
      (t: number, v: number) =>
        t === 0 ? { template: 'item', data: { id: v } } : { template: 'order', data: { item: v } },
    ],
  ])('%s', (_, ruleset, factOf) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const engine = new Engine(ruleset());
        for (const { step: what, template, value } of steps) take(engine, factOf(template, value), what);
        const fresh = new Engine(ruleset());
        fresh.assertFacts(engine.facts());
        const facts = [factOf(0, 1), factOf(1, 2), factOf(1, 1)];
        expect(answer(engine.evaluate({ scoped: true, facts }))).toEqual(
          answer(fresh.evaluate({ scoped: true, facts })),
        );
        expect(engine.facts()).toEqual(fresh.facts());
      }),
      { numRuns: 300 },
    );
  });
});
