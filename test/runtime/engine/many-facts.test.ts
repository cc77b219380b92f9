import { beforeAll, describe, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { compiled } from './compiled.ts';

/** Joins without a key, with a key of one slot and of two, of three patterns, and of a template with itself. */
const ORDERS = `
templates:
  - name: customer
    slots: [{ name: id, type: string }, { name: city, type: symbol }, { name: risk, type: integer }]
  - name: order
    slots: [{ name: customer, type: string }, { name: city, type: symbol }, { name: total, type: integer }]
  - { name: limit, slots: [{ name: total, type: integer }] }
rules:
  - name: risky
    when:
      - { template: customer, alias: $c, conditions: [{ slot: risk, expression: greater_than(5) }] }
      - { template: order, conditions: [{ slot: customer, expression: equals($c.id) }] }
    then: { action: escalate, reason: 'risky {c.id}' }
  - name: at-home
    when:
      - { template: customer, alias: $c }
      - template: order
        alias: $o
        conditions:
          - { slot: customer, expression: equals($c.id) }
          - { slot: city, expression: equals($c.city) }
      - { template: limit, conditions: [{ slot: total, expression: less_than($o.total) }] }
    then: { action: deny, reason: '{c.id} in {o.city}' }
  - name: large
    when:
      - { template: limit, alias: $l }
      - { template: order, alias: $o, conditions: [{ slot: total, expression: greater_than($l.total) }] }
    then: { action: route, reason: '{o.total}' }
  - name: same-city
    when:
      - { template: customer, alias: $a, conditions: [{ slot: risk, expression: equals(3) }] }
      - { template: customer, alias: $b, conditions: [{ slot: city, expression: equals($a.city) }] }
    then: { action: allow, reason: '{a.id} and {b.id}' }
`;

const CITIES = ['Bern', 'Chur', 'Genf'];

function facts(count: number): { template: string; data: Record<string, unknown> }[] {
  const customers = Array.from({ length: count }, (_, n) => ({
    template: 'customer',
    data: { id: `c${n}`, city: CITIES[n % CITIES.length], risk: n % 8 },
  }));
  const orders = Array.from({ length: count }, (_, n) => ({
    template: 'order',
    data: { customer: `c${(n * 7) % count}`, city: CITIES[n % 2], total: n },
  }));
  const mixed = customers.flatMap((customer, n) =>
    n % 3 === 0 ? [orders[n]!, customer] : [customer, orders[n]!],
  );
  return [...mixed, { template: 'limit', data: { total: count >> 1 } }];
}

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(ORDERS);
});

describe.each([1, 8, 9, 16, 17, 18, 40, 120])('with %i facts of a template', (count) => {
  it('it is the same whether they are held or come with the request', () => {
    const all = facts(count);
    const plain = new Engine(ruleset);
    plain.assertFacts(all);
    const { decision, reason, ruleTrace } = plain.evaluate();
    for (const held of [0, 1, all.length >> 1, all.length - 1, all.length]) {
      const engine = new Engine(ruleset);
      for (const fact of all.slice(0, held)) engine.assertFacts([fact]);
      for (let again = 0; again < 3; again++) {
        const result = engine.evaluate({ scoped: true, facts: all.slice(held) });
        expect(result).toMatchObject({ decision, reason, ruleTrace });
        expect(engine.size).toBe(held);
      }
    }
  });

  it('what is retracted is found no more', () => {
    const all = facts(count);
    const engine = new Engine(ruleset);
    engine.assertFacts(all);
    engine.retract('order', { city: 'Chur' });
    const left = new Engine(ruleset);
    left.assertFacts(all.filter(({ template, data }) => template !== 'order' || data['city'] !== 'Chur'));
    const expected = left.evaluate({ scoped: true, facts: [] });
    expect(engine.evaluate({ scoped: true, facts: [] }).ruleTrace).toEqual(expected.ruleTrace);
    expect(engine.evaluate().ruleTrace).toEqual(expected.ruleTrace);
  });
});

it('slots may have the names of what every fact has', async () => {
  const names = ['sets0', 'sets1', 'index', 'gone', 'matches', 'assertedAt', 'template', 'operations'];
  const slots = names.map((name) => `{ name: ${name}, type: integer }`).join(', ');
  const engine = new Engine(
    await compiled(`
templates: [{ name: a, slots: [${slots}] }, { name: b, slots: [${slots}] }]
rules:
  - name: all
    when:
      - { template: a, alias: $a }
      - { template: b, conditions: [${names.map((name) => `{ slot: ${name}, expression: equals($a.${name}) }`).join(', ')}] }
    then: { action: allow, reason: '{a.sets0} {a.sets1} {a.gone}' }
`),
  );
  const data = Object.fromEntries(names.map((name, n) => [name, 64 - n]));
  const both = ['a', 'b'].map((template) => ({ template, data }));
  expect(engine.evaluate({ scoped: true, facts: both })).toMatchObject({
    decision: 'allow',
    reason: '64 63 61',
  });
  expect(
    engine.evaluate({ scoped: true, facts: [both[0]!, { template: 'b', data: { ...data, sets0: 0 } }] })
      .ruleTrace,
  ).toEqual([]);
  engine.assertFacts(both);
  expect(engine.query('a')).toEqual([data]);
  expect(engine.evaluate().reason).toBe('64 63 61');
});

describe('templates of a request', () => {
  const [customer, order] = [facts(1)[1]!, facts(1)[0]!];
  const unknown = { template: 'nothing', data: {} };

  it('may come in another order than in the request before', () => {
    const engine = new Engine(ruleset);
    const run = (...given: (typeof customer)[]) => engine.evaluate({ scoped: true, facts: given }).ruleTrace;
    const limit = { template: 'limit', data: { total: -1 } };
    const first = run(customer, order, limit);
    expect(first).toContain('MAIN::at-home');
    expect(run(limit, order, customer).toSorted()).toEqual(first.toSorted());
    expect(run(customer, order, limit)).toEqual(first);
  });

  it('are checked in the place of one that was known before', () => {
    const engine = new Engine(ruleset);
    engine.evaluate({ scoped: true, facts: [customer, order] });
    for (const given of [[customer, unknown], [unknown], [{ template: 'customer', data: null as never }]]) {
      expect(() => engine.evaluate({ scoped: true, facts: given })).toThrow(
        expect.objectContaining({ code: 'validation_error' }) as Error,
      );
    }
    expect(engine.size).toBe(0);
  });
});
