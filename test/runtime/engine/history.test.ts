import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { compiled } from './compiled.ts';

/** No rule takes a fact away, so that only retracting from outside needs what CLIPS keeps for `not` and `exists`. */
const RULES = `
templates:
  - { name: door, slots: [{ name: id, type: integer, required: true }] }
  - { name: lock, slots: [{ name: door, type: integer, required: true }] }
rules:
  - name: open
    when:
      - { template: door, alias: $d }
      - not: [{ template: lock, conditions: [{ slot: door, expression: equals($d.id) }] }]
    then: { action: allow, reason: "door {d.id} is open" }
  - name: shut
    salience: -1
    when:
      - { template: door, alias: $d }
      - exists: [{ template: lock, conditions: [{ slot: door, expression: equals($d.id) }] }]
    then: { action: deny, reason: "door {d.id} is shut" }
`;

const door = (id: number) => ({ template: 'door', data: { id } });
const lock = (id: number) => ({ template: 'lock', data: { door: id } });

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(RULES);
});

const plain = (engine: Engine) => {
  const { ruleTrace, reason } = engine.evaluate();
  return [ruleTrace, reason];
};

describe('retracting facts that hold matches back', () => {
  it('sets what they held back free, as CLIPS does', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([lock(1), door(1), door(2)]);
    expect(plain(engine)).toEqual([['MAIN::open', 'MAIN::shut'], 'door 1 is shut']);
    expect(engine.retract('lock')).toBe(1);
    expect(plain(engine)).toEqual([['MAIN::open'], 'door 1 is open']);
    engine.assertFacts([lock(2)]);
    expect(plain(engine)).toEqual([['MAIN::shut'], 'door 2 is shut']);
  });

  it('does so before anything was evaluated', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([lock(1), door(1)]);
    engine.retract('lock', { door: 1 });
    expect(plain(engine)).toEqual([['MAIN::open'], 'door 1 is open']);
    expect(engine.facts()).toEqual([door(1)]);
  });

  it('leaves scoped evaluations as they would be in a new engine', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([door(1), lock(1), lock(2)]);
    plain(engine);
    engine.retract('lock', { door: 1 });
    const scoped = (of: Engine) => of.evaluate({ scoped: true, facts: [door(2), lock(3), door(3)] });
    const fresh = new Engine(ruleset);
    fresh.assertFacts([door(1), lock(2)]);
    expect(scoped(engine).ruleTrace).toEqual(scoped(fresh).ruleTrace);
    expect(scoped(fresh).ruleTrace).toEqual(['MAIN::open', 'MAIN::shut', 'MAIN::shut']);
    expect(engine.size).toBe(2);
  });
});
