/** Activations that wait between evaluations are neither lost nor fired by a scoped evaluation. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../runtime/engine.ts';
import { compiled } from './compiled.ts';

const RULES = `
ruleset: waiting
templates:
  - { name: item, slots: [{ name: id, type: integer }] }
  - { name: made, slots: [{ name: id, type: integer }] }
modules: [{ name: first }, { name: second }, { name: aside }]
focus_order: [FOCUS]
---
module: first
rules:
  - name: make
    when: [{ template: item, conditions: [{ slot: id, bind: "?id" }] }]
    then: { assert: [{ template: made, slots: { id: "(div 6 ?id)" } }] }
---
module: second
rules:
  - name: see
    when: [{ template: made }]
    then: { action: allow, reason: seen }
---
module: aside
rules:
  - name: never
    when: [{ template: item }]
    then: { action: deny, reason: never }
`;

const item = (id: number) => ({ template: 'item', data: { id } });
const short = (trace: readonly string[]) => trace.map((rule) => rule.split('::')[1]);

describe.each([
  ['every module in focus', 'first, second, aside', ['make', 'see', 'never'], []],
  ['one out of focus', 'first, second', ['make', 'see'], []],
  ['made for a module that was left', 'second, first', ['make'], ['second::see']],
])('%s', async (_, focus, expected, later) => {
  const ruleset = await compiled(RULES.replace('FOCUS', focus));
  const scoped = (engine: Engine, id: number) =>
    short(engine.evaluate({ scoped: true, facts: [item(id)] }).ruleTrace);

  it('a scoped evaluation leaves nothing behind', () => {
    const engine = new Engine(ruleset, { limits: { activations: 2 } });
    for (let i = 1; i < 5; i++) expect(scoped(engine, i)).toEqual(expected);
    expect(engine.evaluate().ruleTrace).toEqual([]);
  });

  it('nor does one that fails', () => {
    const engine = new Engine(ruleset, { limits: { activations: 2 } });
    for (let i = 0; i < 4; i++) expect(() => scoped(engine, 0)).toThrow(/divide by zero/);
    expect(scoped(engine, 1)).toEqual(expected);
  });

  it('waiting activations remain afterwards, and fire once', () => {
    const engine = new Engine(ruleset);
    engine.assertFacts([item(1)]);
    const twice = expected.flatMap((name) => [name, name]);
    expect(scoped(engine, 2).sort()).toEqual(twice.sort());
    expect(() => scoped(engine, 0)).toThrow(/divide by zero/);
    expect(short(engine.evaluate().ruleTrace)).toEqual(expected);
    expect(engine.evaluate().ruleTrace).toEqual(later);
    engine.assertFacts([item(3)]);
    expect(short(engine.evaluate().ruleTrace)).toEqual(expected);
  });
});
