import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { EvaluationError, LimitError } from '../../../runtime/engine/errors.ts';
import { compiled, conditionRule, engineWith, fired, login, NOW, request } from './ruleset.ts';

const ANN = ['ann-1', 'ann-2', 'ann-3'].map((host, ts) => login({ user: 'ann', host, ts }));
const COUNT = 'count_exceeds(login, user, $r.user, 2)';

let counting: CompiledRuleset;
/** The same condition, on a ruleset that derives logins while it runs. */
let deriving: CompiledRuleset;
beforeAll(async () => {
  counting = await compiled(conditionRule(COUNT));
  deriving = await compiled(`rules:
  - name: add
    salience: 10
    when: [{ template: request, alias: $r }]
    then: { action: allow, assert: [{ template: login, slots: { user: $r.user, host: derived } }] }
  - name: ask
    salience: 5
    when: [{ template: login, conditions: [{ slot: host, expression: equals(derived) }] }]
    then: { action: allow, assert: [{ template: request, slots: { user: ann, ts: 7 } }] }
  - name: many
    when:
      - template: request
        alias: $r
        conditions: [{ slot: user, expression: "${COUNT}" }]
    then: { action: deny, reason: "{r.ts}" }
`);
});

describe('plain evaluations', () => {
  it('a rule with a temporal condition fires again in every run, because the tick is new', () => {
    const engine = engineWith(counting, request(), ...ANN);
    expect(fired(engine.evaluate())).toEqual(['r']);
    expect(fired(engine.evaluate())).toEqual(['r']);
  });

  it('a rule without one fires once', async () => {
    const engine = engineWith(await compiled(conditionRule('equals(ann)')), request());
    expect(fired(engine.evaluate())).toEqual(['r']);
    expect(fired(engine.evaluate())).toEqual([]);
  });

  it('facts that rules derive count from the next evaluation on', () => {
    const engine = engineWith(deriving, request(), ...ANN.slice(0, 2));
    expect(fired(engine.evaluate())).toEqual(['add', 'ask', 'add']);
    expect(fired(engine.evaluate())).toEqual(['many', 'many']);
  });

  it('a match that a derived fact makes is judged as of the start of the run', () => {
    const engine = engineWith(deriving, request(), ...ANN);
    expect(fired(engine.evaluate())).toEqual(['add', 'ask', 'add', 'many', 'many']);
  });

  it('the tick is not a fact of the engine', () => {
    const engine = engineWith(counting, request(), ...ANN);
    const before = engine.facts();
    engine.evaluate();
    expect(engine.facts()).toEqual(before);
  });

  it('the clock is read once an evaluation', async () => {
    let readings = 0;
    const ruleset = await compiled(conditionRule('changed_within(10)', 'ts'));
    const engine = new Engine(ruleset, { now: () => NOW * 1000 + 60_000 * readings++ });
    engine.assertFacts([request({ user: 'a', ts: NOW }), request({ user: 'b', ts: NOW })]);
    readings = 0;
    expect(fired(engine.evaluate())).toEqual(['r', 'r']);
    expect(fired(engine.evaluate())).toEqual([]);
  });
});

describe('facts that go', () => {
  it('retracting from outside uncounts', () => {
    const engine = engineWith(counting, request(), ...ANN);
    engine.retract('login', { host: 'ann-2' });
    expect(fired(engine.evaluate())).toEqual([]);
    engine.assertFact('login', ANN[1]?.data ?? {});
    expect(fired(engine.evaluate())).toEqual(['r']);
  });

  it('clearing uncounts', () => {
    const engine = engineWith(counting, ...ANN);
    engine.clearFacts();
    engine.assertFacts([request(), ...ANN.slice(0, 2)]);
    expect(fired(engine.evaluate())).toEqual([]);
  });

  it('facts past their time to live are uncounted', async () => {
    let now = NOW * 1000;
    const engine = new Engine(counting, { now: () => now });
    engine.setTtl('login', 60);
    engine.assertFacts(ANN.slice(0, 1));
    now += 30_000;
    engine.assertFacts([request(), ...ANN.slice(1)]);
    expect(fired(engine.evaluate())).toEqual(['r']);
    now += 31_000;
    engine.cleanupExpired();
    expect(fired(engine.evaluate())).toEqual([]);
  });
});

describe('scoped evaluations', () => {
  const ask = (engine: Engine, ...facts: readonly ReturnType<typeof login>[]) =>
    fired(engine.evaluate({ scoped: true, facts: [...facts] }));

  it('count the facts held and the facts given, and forget the given', () => {
    const engine = engineWith(counting, ...ANN.slice(0, 2));
    expect(ask(engine, request(), ...ANN.slice(2))).toEqual(['r']);
    expect(ask(engine, request())).toEqual([]);
    expect(ask(engine, ...ANN.slice(2), request())).toEqual(['r']);
  });

  it('do not count a fact twice that is held already', () => {
    const engine = engineWith(counting, ...ANN.slice(0, 2));
    expect(ask(engine, request(), ...ANN.slice(0, 2))).toEqual([]);
  });

  it('forget what rules derived', () => {
    const engine = engineWith(deriving, ...ANN.slice(0, 2));
    expect(ask(engine, request())).toEqual(['add', 'ask', 'add']);
    expect(ask(engine, request())).toEqual(['add', 'ask', 'add']);
  });

  it('give the same results before and after plain ones', () => {
    const engine = engineWith(counting, ...ANN);
    const before = ask(engine, request());
    engine.evaluate();
    expect(ask(engine, request())).toEqual(before);
    expect(fired(engine.evaluate())).toEqual([]);
  });
});

describe('evaluations that fail', () => {
  it('leave no tick and no count behind', async () => {
    const ruleset = await compiled(
      conditionRule(COUNT) +
        `  - name: divide
    salience: 10
    when: [{ template: note }]
    then:
      assert: [{ template: login, slots: { user: ann, host: derived } }, { template: request, slots: { ts: "(div 1 0)" } }]
`,
    );
    const engine = engineWith(ruleset, request(), ...ANN.slice(0, 2));
    const note = { template: 'note', data: {} };
    expect(() => engine.evaluate({ scoped: true, facts: [note] })).toThrow(EvaluationError);
    engine.assertFact('note', {});
    expect(() => engine.evaluate()).toThrow(EvaluationError);
    engine.retract('note');
    expect(fired(engine.evaluate())).toEqual([]);
    engine.assertFacts(ANN.slice(2));
    expect(fired(engine.evaluate())).toEqual(['r']);
  });

  it('a batch of which one fact is refused counts none', () => {
    const engine = new Engine(counting, { limits: { facts: 4 } });
    engine.assertFacts([request(), ...ANN.slice(0, 1)]);
    const many = [...ANN.slice(1), login({ user: 'bob' })];
    expect(() => engine.assertFacts(many)).toThrow(LimitError);
    expect(fired(engine.evaluate())).toEqual([]);
  });
});

describe('conditions in groups', () => {
  it('are judged again in every run', async () => {
    let now = NOW * 1000;
    const ruleset = await compiled(`rules:
  - name: quiet
    when:
      - { template: request, alias: $r }
      - not:
          - template: login
            conditions:
              - { slot: user, expression: "equals($r.user)" }
              - { slot: ts, expression: changed_within(60) }
    then: { action: allow }
`);
    const engine = new Engine(ruleset, { now: () => now });
    engine.assertFacts([request(), login({ user: 'ann', ts: NOW }), login({ user: 'bob', ts: NOW + 500 })]);
    expect(fired(engine.evaluate())).toEqual([]);
    now += 60_000;
    expect(fired(engine.evaluate())).toEqual(['quiet']);
    expect(fired(engine.evaluate({ scoped: true }))).toEqual(['quiet']);
    engine.assertFact('login', { user: 'ann', ts: NOW + 60 });
    expect(fired(engine.evaluate())).toEqual([]);
    expect(fired(engine.evaluate({ scoped: true }))).toEqual([]);
  });

  it('leave no trace in the order of later matches, though nothing has fired', async () => {
    let now = NOW * 1000;
    const ruleset = await compiled(`rules:
  - name: quiet
    when:
      - template: request
        alias: $r
        conditions: [{ slot: user, expression: "count_exceeds(note, text, x, 0)" }]
      - not:
          - template: login
            conditions:
              - { slot: user, expression: "equals($r.user)" }
              - { slot: ts, expression: changed_within(60) }
    then: { action: allow, reason: "{r.user}" }
`);
    const createEngine = () => {
      const engine = new Engine(ruleset, { now: () => now });
      engine.assertFacts([...['a', 'b'].map((user) => request({ user })), login({ user: 'a', ts: NOW })]);
      return engine;
    };
    const engine = createEngine();
    expect(fired(engine.evaluate())).toEqual([]);
    now += 60_000;
    const facts = [{ template: 'note', data: { text: 'x' } }];
    const { reason } = createEngine().evaluate({ scoped: true, facts });
    expect(engine.evaluate({ scoped: true, facts }).reason).toBe(reason);
  });

  it('in a branch of any hold for that branch', async () => {
    const ruleset = await compiled(`rules:
  - name: either
    when:
      - any:
          - - { template: request, conditions: [{ slot: user, expression: "count_exceeds(login, user, ann, 2)" }] }
          - - { template: note }
    then: { action: allow }
`);
    expect(fired(engineWith(ruleset, request(), ...ANN).evaluate())).toEqual(['either']);
    expect(fired(engineWith(ruleset, request(), ...ANN.slice(1)).evaluate())).toEqual([]);
    expect(fired(engineWith(ruleset, { template: 'note', data: {} }).evaluate())).toEqual(['either']);
  });
});
