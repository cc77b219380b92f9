/** Facts that rules remove from a large memory are found again after the evaluation is undone. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../runtime/engine.ts';
import { compiled } from './compiled.ts';

/** More than an index keeps of empty entries, and of removed ones. */
const HELD = 2_500;

/** A rule that `ask` and `link` lead to, with a held item. */
const JOINS: Readonly<Record<string, string>> = {
  'a slot that is equal': `
    when:
      - { template: item, alias: $i }
      - { template: link, conditions: [{ slot: id, expression: equals($i.id) }] }
      - { template: ask }`,
  'a list that has it': `
    when:
      - { template: item, alias: $i }
      - { template: link, conditions: [{ slot: ids, expression: has($i.id) }] }
      - { template: ask }`,
  'the item last': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - { template: item, conditions: [{ slot: id, expression: equals($l.id) }] }`,
  'an item that is not there': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - { not: [{ template: item, conditions: [{ slot: id, expression: equals($l.id) }] }] }`,
  'items that no link names': `
    when:
      - { template: item, alias: $i }
      - { not: [{ template: link, conditions: [{ slot: id, expression: equals($i.id) }] }] }
      - { template: ask }`,
  'an item that exists': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - { exists: [{ template: item, conditions: [{ slot: id, expression: equals($l.id) }] }] }`,
  'a group that is not there': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - not:
          - { template: item, alias: $i, conditions: [{ slot: id, expression: equals($l.id) }] }
          - { template: item, conditions: [{ slot: next, expression: equals($i.id) }] }`,
  'the items of a list': `
    when:
      - { template: ask }
      - { template: link, alias: $l, conditions: [{ slot: ids, each: "?one" }] }
      - { template: item, conditions: [{ slot: id, expression: equals(?one) }] }`,
  'how many items': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - count: [{ template: item, conditions: [{ slot: next, expression: equals($l.id) }] }]
        expression: at_least(1)`,
  'the largest item': `
    when:
      - { template: ask }
      - { template: link, alias: $l }
      - max: { of: ?id, from: [{ template: item, conditions: [{ slot: id, bind: ?id }] }] }
        expression: at_most($l.id)`,
  'how many kinds of items': `
    when:
      - { template: ask }
      - { template: link, alias: $l, conditions: [{ slot: id, bind: ?least }] }
      - distinct: { of: ?id, from: [{ template: item, conditions: [{ slot: id, bind: ?id }] }] }
        expression: at_least(?least)`,
};

const rules = (join: string): string => `
templates:
  - { name: item, slots: [{ name: id, type: integer }, { name: next, type: integer }] }
  - name: link
    slots: [{ name: id, type: integer }, { name: ids, type: integer, list: true }]
  - { name: sweep, slots: [{ name: fails, type: boolean }] }
  - { name: ask, slots: [{ name: id, type: integer }] }
  - { name: swept, slots: [{ name: n, type: integer }] }
modules: [{ name: change }, { name: decide }]
focus_order: [change, decide]
---
module: change
rules:
  - name: remove
    salience: 10
    when:
      - { template: sweep }
      - { template: item, alias: $i }
    then: { action: route, retract: [$i] }
  - name: fail
    when: [{ template: sweep, conditions: [{ slot: fails, expression: equals(true) }] }]
    then: { action: route, assert: [{ template: swept, slots: { n: "(div 1 0)" } }] }
---
module: decide
rules:
  - name: joined${join}
    then: { action: allow, reason: joined }
`;

describe.each(Object.keys(JOINS))('%s', (name) => {
  it.each([
    ['scoped', false],
    ['scoped, and fails', true],
    ['plain, and fails', true],
  ])('%s', async (way, fails) => {
    const engine = new Engine(await compiled(rules(JOINS[name] ?? '')));
    engine.assertFacts(
      Array.from({ length: HELD }, (_, id) => ({ template: 'item', data: { id, next: id + 1 } })),
    );
    const ask = (id: number) => {
      const facts = [
        { template: 'ask', data: { id } },
        { template: 'link', data: { id, ids: [id, id + 1] } },
      ];
      const { decision, ruleTrace } = engine.evaluate({ scoped: true, facts });
      return [decision, ruleTrace.length];
    };
    const ids = [0, 1, 600, 1_300, HELD - 2, HELD - 1, HELD];
    const before = ids.map(ask);
    const sweep = [{ template: 'sweep', data: { fails } }];
    if (way === 'scoped') {
      expect(engine.evaluate({ scoped: true, facts: sweep }).ruleTrace).toHaveLength(HELD);
    } else if (way === 'plain, and fails') {
      engine.assertFacts(sweep);
      expect(() => engine.evaluate()).toThrow(/div/);
      engine.retract('sweep');
    } else {
      expect(() => engine.evaluate({ scoped: true, facts: sweep })).toThrow(/div/);
    }
    expect(engine.size).toBe(HELD);
    expect(ids.map(ask)).toEqual(before);
  });
});

describe('facts that were retracted between evaluations', () => {
  const GUARD = `
templates:
  - { name: item, slots: [{ name: id, type: integer }] }
  - { name: ask, slots: [{ name: id, type: integer }] }
rules:
  - name: joined
    when:
      - { template: ask, alias: $a }
      - { template: item, conditions: [{ slot: id, expression: equals($a.id) }] }
    then: { action: deny, reason: joined }
  - { name: open, when: [{ template: ask }], then: { action: allow, reason: open } }
`;

  it.each([
    ['cleared', (engine: Engine) => engine.clearFacts()],
    ['retracted but for one', (engine: Engine) => forEachId((id) => engine.retract('item', { id }), 99)],
    ['retracted from the front', (engine: Engine) => forEachId((id) => engine.retract('item', { id }), 80)],
  ])('%s leave nothing behind', async (_name, retract) => {
    const engine = new Engine(await compiled(GUARD));
    forEachId((id) => engine.assertFact('item', { id: id + 100 }), 100);
    forEachId((id) => engine.retract('item', { id: id + 100 }), 0);
    forEachId((id) => engine.assertFact('item', { id }), 100);
    retract(engine);
    const facts = [
      { template: 'item', data: { id: 1_000 } },
      { template: 'ask', data: { id: 1_000 } },
    ];
    for (let again = 0; again < 4; again++)
      expect(engine.evaluate({ scoped: true, facts }).decision).toBe('deny');
  });

  function forEachId(act: (id: number) => unknown, count: number): void {
    for (let id = 0; id < count; id++) act(id);
  }
});
