import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { FerruleError, ScopeError, ValidationError } from '../../../runtime/engine/errors.ts';
import { NumberText } from '../../../runtime/values/number-text.ts';
import { compiled, GATE } from './compiled.ts';

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(GATE);
});

const person = (data: Readonly<Record<string, unknown>>) => ({ template: 'person', data });
const ANN = { name: 'Ann', age: 18, score: 0.5, role: 'guest' };

describe('asserting', () => {
  it('fills in defaults and coerces', () => {
    const engine = new Engine(ruleset);
    engine.assertFact('person', { name: 42, age: 3.0, score: 2 });
    expect(engine.query('person')).toEqual([{ name: '42', age: 3, score: 2, role: 'guest' }]);
  });

  it('keeps every digit', () => {
    const engine = new Engine(ruleset);
    engine.assertFact('person', {
      name: new NumberText('1.50'),
      age: 9007199254740993n,
      score: new NumberText('-0.0'),
    });
    expect(engine.query('person')).toEqual([
      { name: '1.50', age: 9007199254740993n, score: -0, role: 'guest' },
    ]);
  });

  it('does not take what every object has for a slot', async () => {
    const slots = '[{ name: constructor, type: string }, { name: toString, type: string, default: none }]';
    const engine = new Engine(await compiled(`templates: [{ name: t, slots: ${slots} }]`));
    engine.assertFacts([
      { template: 't', data: {} },
      { template: 't', data: { constructor: 'given' } },
      { template: 't', data: Object.assign(Object.create(null), { toString: 'own' }) },
    ]);
    expect(engine.query('t')).toEqual([
      { constructor: '', toString: 'none' },
      { constructor: 'given', toString: 'none' },
      { constructor: '', toString: 'own' },
    ]);
  });

  it('takes an equal fact once', () => {
    const engine = new Engine(ruleset);
    expect(engine.assertFact('person', { name: 'Ann' })).toBe(true);
    expect(engine.assertFact('person', ANN)).toBe(false);
    expect(engine.size).toBe(1);
  });

  it('is all or nothing for a batch', () => {
    const engine = new Engine(ruleset);
    expect(() => engine.assertFacts([person({ name: 'Ann' }), person({})])).toThrow(ValidationError);
    expect(engine.size).toBe(0);
    expect(
      engine.assertFacts([person({ name: 'Ann' }), person({ name: 'Ann' }), person({ name: 'Bob' })]),
    ).toBe(2);
  });

  it.each([
    ['people', {}, "Unknown template 'people'", 'template'],
    ['__service_decision', {}, "Unknown template '__service_decision'", 'template'],
    [
      'person',
      { nam: 'x', zip: 1 },
      "Unknown slot(s) ['nam', 'zip'] in template 'person'. Did you mean 'name'?",
      'nam',
    ],
    ['person', { age: 1 }, "Missing required slot(s) ['name'] in template 'person'", 'name'],
    ['person', { name: undefined }, "Missing required slot(s) ['name'] in template 'person'", 'name'],
    ['person', { name: null }, "Slot 'name' expects string, got null", 'name'],
    ['person', { name: 'x', age: true }, "Slot 'age' expects integer, got boolean", 'age'],
    ['person', { name: 'x', score: NaN }, "Slot 'score' expects float, got not a number", 'score'],
    ['person', { name: 'x', role: 1 }, "Slot 'role' expects symbol, got integer", 'role'],
    [
      'person',
      { name: 'x', role: 'root' },
      "Slot 'role' value 'root' not in allowed values ['guest', 'admin']",
      'role',
    ],
    ['person', [], "Data of template 'person' must be an object of slots", 'data'],
    ['person', null, "Data of template 'person' must be an object of slots", 'data'],
  ])('refuses %s %j', (template, data, message, field) => {
    const engine = new Engine(ruleset);
    expect(() => engine.assertFact(template, data as never)).toThrow(new ValidationError(message, field));
    expect(engine.size).toBe(0);
  });

  it('refuses data that inherits slots', () => {
    const engine = new Engine(ruleset);
    const data = Object.create({ nme: 'x' }) as Record<string, unknown>;
    expect(() => engine.assertFact('person', data)).toThrow(
      "Data of template 'person' must be an object of slots",
    );
  });

  it('refuses fleet templates', () => {
    const engine = new Engine(ruleset);
    expect(() => engine.assertFact('alarm', { level: 1 })).toThrow(ScopeError);
    expect(() => engine.evaluate({ scoped: true, facts: [{ template: 'alarm', data: {} }] })).toThrow(
      ScopeError,
    );
  });

  it('refuses more facts than the limit, and keeps those before', () => {
    const engine = new Engine(ruleset, { limits: { facts: 2 } });
    engine.assertFact('person', { name: 'Ann' });
    expect(() => engine.assertFacts([person({ name: 'Bob' }), person({ name: 'Cy' })])).toThrow(
      'More than 2 facts',
    );
    expect(engine.query('person')).toEqual([ANN]);
    expect(engine.assertFact('person', { name: 'Bob' })).toBe(true);
  });
});

describe('filters', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = new Engine(ruleset);
    engine.assertFacts([
      person({ name: 'Ann', age: 30, role: 'admin' }),
      person({ name: 'Bob', age: 30, score: 1 }),
      person({ name: '30', age: 2n ** 60n }),
    ]);
  });

  it.each([
    [undefined, ['Ann', 'Bob', '30']],
    [null, ['Ann', 'Bob', '30']],
    [{}, ['Ann', 'Bob', '30']],
    [{ age: 30 }, ['Ann', 'Bob']],
    [{ age: 30n }, ['Ann', 'Bob']],
    [{ age: new NumberText('30.0') }, ['Ann', 'Bob']],
    [{ age: 2n ** 60n }, ['30']],
    [{ age: 2 ** 60 }, ['30']],
    [{ score: 1n }, ['Bob']],
    [{ age: 30, role: 'admin' }, ['Ann']],
    [{ role: 'admin', age: 31 }, []],
    [{ name: 30 }, []],
    [{ age: '30' }, []],
    [{ age: true }, []],
    [{ role: null }, []],
    [{ height: 3 }, []],
    [{ toString: 3 }, []],
  ])('%o', (filter, names) => {
    expect(engine.query('person', filter as never).map(({ name }) => name)).toEqual(names);
    expect(engine.count('person', filter as never)).toBe(names.length);
  });

  it('of an unknown template are refused', () => {
    expect(() => engine.query('people')).toThrow("Unknown template 'people'");
    expect(() => engine.count('people', { a: 1 })).toThrow("Unknown template 'people'");
    expect(() => engine.retract('people')).toThrow("Unknown template 'people'");
  });
});

describe('retracting', () => {
  it('takes what the filter lets through', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([
      person({ name: 'Ann' }),
      person({ name: 'Bob', age: 3 }),
      person({ name: 'Cy', age: 3 }),
    ]);
    expect(engine.retract('person', { age: 3 })).toBe(2);
    expect(engine.retract('person', { age: 3 })).toBe(0);
    expect(engine.query('person')).toEqual([ANN]);
    expect(engine.retract('person')).toBe(1);
  });

  it('takes activations along', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([person({ name: 'Ann', role: 'admin' }), person({ name: 'Bob', age: 3 })]);
    engine.retract('person', { name: 'Bob' });
    expect(engine.evaluate().decision).toBe('allow');
  });

  it('of everything leaves no user fact', () => {
    const engine = new Engine(ruleset);
    engine.assertFact('person', { name: 'Ann', role: 'admin' });
    engine.evaluate();
    expect(engine.facts().map(({ template }) => template)).toEqual(['person', 'badge']);
    expect(engine.clearFacts()).toBe(2);
    expect(engine.facts()).toEqual([]);
    expect(engine.clearFacts()).toBe(0);
  });
});

describe('time to live', () => {
  it('counts from the assertion, and cleaning up is up to the caller', () => {
    let now = 10_000;
    const engine = new Engine(ruleset, { now: () => now });
    engine.setTtl('person', 5);
    engine.assertFact('person', { name: 'Ann' });
    now += 5_000;
    engine.assertFact('person', { name: 'Bob' });
    engine.assertFact('person', { name: 'Ann' });
    expect(engine.cleanupExpired()).toBe(0);
    now += 1;
    expect(engine.count('person')).toBe(2);
    expect(engine.cleanupExpired()).toBe(1);
    expect(engine.query('person').map(({ name }) => name)).toEqual(['Bob']);
  });

  it('is described, and ended by null', () => {
    const engine = new Engine(ruleset, { now: () => 0 });
    const ttlOf = () => engine.describe().templates.find(({ name }) => name === 'person')?.ttl;
    expect(ttlOf()).toBeNull();
    engine.setTtl('person', 0.5);
    expect(ttlOf()).toBe(0.5);
    engine.setTtl('person', null);
    expect(ttlOf()).toBeNull();
  });

  it('of derived facts counts from their evaluation', () => {
    let now = 1_000;
    const engine = new Engine(ruleset, { now: () => now });
    engine.setTtl('badge', 5);
    engine.assertFact('person', { name: 'Ann', role: 'admin' });
    engine.evaluate();
    now += 5_000;
    expect(engine.cleanupExpired()).toBe(0);
    now += 1;
    expect(engine.cleanupExpired()).toBe(1);
  });

  it('is refused for an unknown template or an invalid time', () => {
    const engine = new Engine(ruleset);
    expect(() => engine.setTtl('people', 1)).toThrow(ValidationError);
    for (const seconds of [-1, NaN, '5'])
      expect(() => engine.setTtl('person', seconds as never)).toThrow(FerruleError);
  });
});

it('lists facts in order of assertion over all templates', () => {
  const engine = new Engine(ruleset);
  engine.assertFact('badge', { holder: 'x' });
  engine.assertFact('person', { name: 'Ann' });
  engine.assertFact('badge', { holder: 'y' });
  expect(engine.facts()).toEqual([
    { template: 'badge', data: { holder: 'x' } },
    { template: 'person', data: ANN },
    { template: 'badge', data: { holder: 'y' } },
  ]);
});

describe('what is wrong with a fact names it', () => {
  const failure = (
    facts: readonly { template: string; data: Readonly<Record<string, unknown>> }[],
  ): unknown => {
    try {
      new Engine(ruleset).evaluate({ scoped: true, facts });
    } catch (error) {
      const { index, template, slot } = error as ValidationError;
      return { index, template, slot };
    }
    return null;
  };

  it.each([
    ['a value', person({ ...ANN, age: 'old' }), 'age'],
    ['a slot', person({ ...ANN, nam: 'x' }), 'nam'],
    ['a template', { template: 'persno', data: {} }, null],
  ])('%s: by index, template and slot', (_what, wrong, slot) => {
    expect(failure([person(ANN), person(ANN), wrong])).toEqual({ index: 2, template: wrong.template, slot });
  });

  it('one fact has no index', () => {
    expect(() => {
      new Engine(ruleset).assertFact('person', { ...ANN, age: 'old' });
    }).toThrow(expect.objectContaining({ index: null, template: 'person', slot: 'age' }) as Error);
  });
});
