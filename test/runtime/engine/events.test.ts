import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineEvent } from '../../../runtime/engine/engine-events.ts';
import { compiled, GATE } from './compiled.ts';

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(GATE);
});

const ADMIN = { name: 'Ann', role: 'admin' };

function listenTo(engine: Engine): EngineEvent[] {
  const events: EngineEvent[] = [];
  engine.subscribe((event) => events.push(event));
  return events;
}

describe('subscribers', () => {
  it('receive facts', () => {
    const engine = new Engine(ruleset);
    const events = listenTo(engine);
    engine.assertFact('person', ADMIN);
    engine.assertFact('person', ADMIN);
    engine.retract('person');
    engine.retract('person');
    engine.assertFact('person', ADMIN);
    engine.reset();
    expect(events).toEqual([
      { kind: 'asserted', count: 1 },
      { kind: 'retracted', count: 1 },
      { kind: 'asserted', count: 1 },
      { kind: 'retracted', count: 1 },
    ]);
  });

  it.each([false, true])('receive firings and results (scoped: %s)', (scoped) => {
    const engine = new Engine(ruleset);
    engine.assertFact('person', ADMIN);
    const events = listenTo(engine);
    const result = engine.evaluate(scoped ? { scoped } : {});
    expect(events).toEqual([
      {
        kind: 'fired',
        rule: 'gate::admin',
        action: 'allow',
        log: 'full',
        notify: ['security'],
        attestation: true,
        scope: null,
      },
      {
        kind: 'fired',
        rule: 'audit::badge-seen',
        action: null,
        log: 'summary',
        notify: [],
        attestation: false,
        scope: null,
      },
      { kind: 'evaluated', scoped, result },
    ]);
  });

  it('receive nothing of failed evaluations', () => {
    const engine = new Engine(ruleset, { limits: { firings: 0 } });
    engine.assertFact('person', ADMIN);
    const events = listenTo(engine);
    expect(() => engine.evaluate()).toThrow();
    expect(() => engine.assertFact('person', {})).toThrow();
    expect(events).toEqual([]);
  });

  it('do not disturb each other or the engine', () => {
    const told: unknown[] = [];
    const errors: unknown[] = [];
    const engine = new Engine(ruleset, { onListenerError: (error) => errors.push(error) });
    engine.subscribe(() => {
      throw new Error('broken');
    });
    engine.subscribe((event) => told.push(event));
    expect(engine.assertFact('person', ADMIN)).toBe(true);
    expect(told).toHaveLength(1);
    expect(errors).toEqual([new Error('broken')]);
  });

  it('may leave, and may subscribe twice', () => {
    const engine = new Engine(ruleset);
    let calls = 0;
    const listener = () => void calls++;
    const leave = engine.subscribe(listener);
    engine.subscribe(listener);
    engine.assertFact('person', { name: 'a' });
    leave();
    leave();
    engine.assertFact('person', { name: 'b' });
    expect(calls).toBe(3);
  });

  it('may use the engine', () => {
    const engine = new Engine(ruleset);
    const leave = engine.subscribe((event) => {
      if (event.kind !== 'evaluated') return;
      leave();
      engine.clearFacts();
    });
    engine.assertFact('person', ADMIN);
    engine.evaluate();
    expect(engine.size).toBe(0);
  });
});

describe('attestation', () => {
  it('is made on request of the deciding rule', () => {
    const engine = new Engine(ruleset, { attest: ({ decision, reason }) => `${decision}: ${reason}` });
    const young = { template: 'person', data: { name: 'Bob', age: 3 } };
    const admin = { template: 'person', data: ADMIN };
    expect(engine.evaluate({ scoped: true, facts: [admin] }).attestationToken).toBe('allow: Ann is an admin');
    expect(engine.evaluate({ scoped: true, facts: [admin, young] }).attestationToken).toBeNull();
    expect(engine.evaluate({ scoped: true }).attestationToken).toBeNull();
  });

  it('that fails gives no decision', () => {
    const engine = new Engine(ruleset, {
      attest: () => {
        throw new Error('no key');
      },
    });
    engine.assertFact('person', ADMIN);
    expect(() => engine.evaluate()).toThrow('no key');
    expect(engine.facts()).toHaveLength(1);
  });
});
