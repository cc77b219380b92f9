import { describe, expect, it } from 'vitest';
import { Engine, type Explanation } from '../../library/node/engine.ts';
import { RULES } from './run-tests.ts';

const DESK = `
ruleset: desk
templates:
  - { name: person, slots: [{ name: id, type: string, required: true }, { name: level, type: integer, default: 1 }] }
  - { name: paper, slots: [{ name: owner, type: string, required: true }, { name: secret, type: integer, default: 0 }] }
  - { name: banned, slots: [{ name: id, type: string, required: true }] }
  - { name: cleared, slots: [{ name: id, type: string }] }
modules: [{ name: first, priority: 100 }, { name: second, priority: 10 }]
---
module: first
rules:
  - name: clear
    when: [{ template: person, alias: $p, conditions: [{ slot: level, expression: at_least(3) }] }]
    then: { assert: [{ template: cleared, slots: { id: $p.id } }] }
  - name: early
    salience: -5
    when: [{ template: cleared }, { template: person }]
    then: { action: allow, reason: early }
---
module: second
rules:
  - name: read
    when:
      - { template: person, alias: $p }
      - { template: cleared, conditions: [{ slot: id, expression: equals($p.id) }] }
      - template: paper
        conditions:
          - { slot: owner, expression: equals($p.id) }
          - { slot: secret, expression: at_most($p.level) }
      - { not: [{ template: banned, conditions: [{ slot: id, expression: equals($p.id) }] }] }
    then: { action: escalate, reason: "{p.id} reads" }
`;

const engineOf = (text: string): Promise<Engine> => Engine.fromSources([{ path: 'desk.yaml', text }]);
const person = (id: string, level: number) => ({ template: 'person', data: { id, level } });
const paper = (owner: string, secret: number) => ({ template: 'paper', data: { owner, secret } });
const whyNot = ({ not_fired: asleep }: Explanation, rule: string) =>
  asleep.find(({ rule: name }) => name === rule);

describe('engine.explain', () => {
  it('shows what decided, down to the request, and what it beat', async () => {
    const engine = await engineOf(DESK);
    const told = await engine.explain({ facts: [person('ann', 3), paper('ann', 2)] });
    expect(told).toMatchObject({ decision: 'escalate', reason: 'ann reads', winner: 2 });
    expect(told.beaten).toEqual([{ firing: 1, why: 'action' }]);
    expect(told.firings.map(({ rule }) => rule)).toEqual(['first::clear', 'first::early', 'second::read']);
    expect(told.firings[2]).toMatchObject({
      place: { file: 'desk.yaml' },
      matched: [{ fact: 1 }, { fact: 3 }, { fact: 2 }],
    });
    expect(told.facts[2]).toEqual({
      id: 3,
      template: 'cleared',
      data: { id: 'ann' },
      derived_by: 0,
      retracted_by: null,
    });
    expect(Object.values(told.firings[2]?.bindings ?? {})).toContain('ann');
  });

  it('leaves the engine as it was, and explains with the facts that it holds', async () => {
    const engine = await engineOf(DESK);
    engine.assertFacts([person('ann', 3)]);
    const told = await engine.explain({ facts: [paper('ann', 2)] });
    expect(told.decision).toBe(engine.evaluate({ scoped: true, facts: [paper('ann', 2)] }).decision);
    expect(engine.facts()).toEqual([person('ann', 3)]);
  });

  it('shows how far a rule came, with both sides of a join', async () => {
    const engine = await engineOf(DESK);
    const told = await engine.explain({ facts: [person('ann', 3), paper('bob', 9)], rule: 'read' });
    expect(told.not_fired).toHaveLength(1);
    const why = whyNot(told, 'second::read');
    expect(why).toMatchObject({
      kind: 'blocked',
      passed: 2,
      elements: 4,
      matched: [{ fact: 1 }, { fact: 3 }],
    });
    const [candidate] = why?.stuck?.candidates ?? [];
    expect(candidate?.fact).toBe(2);
    expect(candidate?.failed).toMatchObject([
      {
        slot: 'owner',
        operator: 'equals',
        expected: 'equals($p.id)',
        actual: 'bob',
        with: [{ value: 'ann' }],
      },
      { slot: 'secret', operator: 'at_most', expected: 'at_most($p.level)', actual: 9, with: [{ value: 3 }] },
    ]);
    expect(candidate?.failed[0]?.place.line).toBe(28);
  });

  it('shows the fact that blocks it', async () => {
    const engine = await engineOf(DESK);
    const facts = [person('ann', 3), paper('ann', 2), { template: 'banned', data: { id: 'ann' } }];
    const why = whyNot(await engine.explain({ facts }), 'second::read');
    expect(why).toMatchObject({ kind: 'blocked', stuck: { kind: 'not', candidates: [{ fact: 3 }] } });
  });

  it('reports when no fact exists at all', async () => {
    const engine = await engineOf(DESK);
    const why = whyNot(await engine.explain(), 'first::clear');
    expect(why).toMatchObject({ kind: 'blocked', passed: 0, stuck: { template: 'person', candidates: [] } });
  });

  it('shows a rule that was complete until another took its fact', async () => {
    const engine = await engineOf(`
templates: [{ name: token, slots: [{ name: id, type: string }] }]
rules:
  - { name: take, salience: 10, when: [{ template: token, alias: $t }], then: { retract: [$t] } }
  - { name: use, when: [{ template: token }], then: { action: allow } }
`);
    const told = await engine.explain({ facts: [{ template: 'token', data: { id: 'a' } }] });
    expect(whyNot(told, 'MAIN::use')).toMatchObject({
      kind: 'withdrawn',
      withdrawn_by: 0,
      matched: [{ fact: 1 }],
    });
    expect(told.facts[0]).toMatchObject({ retracted_by: 0 });
  });

  it('shows a rule whose facts came after its module had run', async () => {
    const engine = await engineOf(`
templates: [{ name: start, slots: [{ name: id, type: string }] }, { name: made, slots: [{ name: id, type: string }] }]
modules: [{ name: a, priority: 100 }, { name: b, priority: 10 }]
---
module: a
rules:
  - { name: early, when: [{ template: made }], then: { action: allow } }
---
module: b
rules:
  - { name: make, when: [{ template: start }], then: { assert: [{ template: made, slots: { id: x } }] } }
`);
    const told = await engine.explain({ facts: [{ template: 'start', data: {} }] });
    expect(whyNot(told, 'a::early')).toMatchObject({ kind: 'late', matched: [{ fact: 2 }] });
  });

  it('lists smallest changes, and each has the reported effect', async () => {
    const engine = await engineOf(DESK);
    const facts = [person('ann', 1), paper('ann', 2)];
    const { flips } = await engine.explain({ facts, flip: 'escalate' });
    expect(flips?.found.length).toBeGreaterThan(0);
    for (const { changes, decision } of flips?.found ?? []) {
      expect(decision).toBe('escalate');
      const changed = facts.map(({ template, data }, i) => {
        const own = changes.flatMap((one) =>
          one.kind === 'slot' && one.fact === i + 1 ? [[one.slot, one.to]] : [],
        );
        return { template, data: { ...data, ...Object.fromEntries(own) } };
      });
      const kept = changed.filter(
        (_, i) => !changes.some((one) => one.kind === 'remove' && one.fact === i + 1),
      );
      const added = changes.flatMap((one) => (one.kind === 'add' ? [one] : []));
      const again = engine.evaluate({
        scoped: true,
        facts: [...kept, ...added.map(({ template, data }) => ({ template, data }))],
      });
      expect(again.decision).toBe('escalate');
    }
  });

  it('says when no change was found', async () => {
    const engine = await engineOf(RULES);
    const facts = [{ template: 'transfer', data: { amount: 10 } }];
    const { flips } = await engine.explain({ facts, flip: 'route' });
    expect(flips).toMatchObject({ asked: 'route', found: [] });
  });

  it('takes what only the host brings from the host, and leaves it alone', async () => {
    const engine = await engineOf(`
templates:
  - { name: caller, from: host, slots: [{ name: role, type: string, required: true }] }
  - { name: call, slots: [{ name: risk, type: integer, required: true }] }
rules:
  - name: run
    when:
      - { template: caller, conditions: [{ slot: role, expression: equals(admin) }] }
      - { template: call, conditions: [{ slot: risk, expression: less_than(5) }] }
    then: { action: allow }
`);
    const [hostFacts, facts] = [
      [{ template: 'caller', data: { role: 'admin' } }],
      [{ template: 'call', data: { risk: 1 } }],
    ];
    const told = await engine.explain({ hostFacts, facts, flip: true });
    expect(told.decision).toBe('allow');
    const changed =
      told.flips?.found.flatMap(({ changes }) =>
        changes.map((one) => ('template' in one ? one.template : one.path)),
      ) ?? [];
    expect(new Set(changed)).toEqual(new Set(['call']));
    await expect(engine.explain({ facts: [...hostFacts, ...facts] })).rejects.toMatchObject({
      code: 'scope_error',
    });
  });

  it('refuses a rule that is not there', async () => {
    const engine = await engineOf(DESK);
    await expect(engine.explain({ rule: 'reed' })).rejects.toThrow("no rule 'reed'");
  });

  it('refuses an engine that was given its ruleset compiled', async () => {
    const { ruleset } = await engineOf(DESK);
    await expect(Engine.fromModule({ ruleset }).explain()).rejects.toThrow('needs the YAML');
  });

  it('refuses facts as an evaluation does', async () => {
    const engine = await engineOf(DESK);
    await expect(engine.explain({ facts: [{ template: 'persona', data: {} }] })).rejects.toMatchObject({
      code: 'validation_error',
    });
  });
});
