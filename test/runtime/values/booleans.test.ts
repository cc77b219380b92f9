/** Booleans through the library: how they match, what may be said of them, and what is refused. */
import { describe, expect, it } from 'vitest';
import { Engine, type FactInput } from '../../../library/node/engine.ts';
import { check } from '../../compiler/check/check.ts';

const TEMPLATES = `templates:
  - name: door
    slots:
      - { name: open, type: boolean }
      - { name: locked, type: boolean, default: true }
      - { name: word, type: symbol, default: "TRUE" }
      - { name: tags, type: symbol, list: true }
      - { name: n, type: integer }
  - name: seen
    slots: [{ name: open, type: boolean }]
  - name: other
    slots: [{ name: open, type: boolean }, { name: word, type: symbol }]
`;

const ruleset = (conditions: string, then = 'action: allow'): string => `${TEMPLATES}rules:
  - name: r
    when: [{ template: door, alias: $d, conditions: [${conditions}] }]
    then: { ${then} }
`;
const OPEN = '{ slot: open, bind: "?open" }';
const BOTH = `${OPEN}, { slot: locked, bind: "?locked" }`;

async function evaluated(text: string, data: FactInput['data']) {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text }]);
  return engine.evaluate({ scoped: true, facts: [{ template: 'door', data }], include: ['facts'] });
}

describe('a boolean', () => {
  it.each<[conditions: string, data: FactInput['data'], expected: boolean]>([
    ['{ slot: open, expression: is_true() }', { open: true }, true],
    ['{ slot: open, expression: is_true() }', {}, false],
    ['{ slot: open, expression: is_false() }', {}, true],
    ['{ slot: open, expression: is_false() }', { open: true }, false],
    ['{ slot: locked, expression: is_true() }', {}, true],
    ['{ slot: open, expression: equals(true) }', { open: true }, true],
    ['{ slot: open, expression: equals(false) }', { open: true }, false],
    ['{ slot: open, expression: not_equals(true) }', {}, true],
    ['{ slot: open, expression: "equals($d.locked)" }', { open: true }, true],
    ['{ slot: open, expression: "not_equals($d.locked)" }', { open: true }, false],
    [`${OPEN}, { test: "?open" }`, { open: true }, true],
    [`${OPEN}, { test: "?open" }`, {}, false],
    [`${OPEN}, { test: "(not ?open)" }`, {}, true],
    [`${BOTH}, { test: "(and ?open ?locked)" }`, { open: true }, true],
    [`${BOTH}, { test: "(or ?open ?locked)" }`, { locked: false }, false],
    [`${OPEN}, { test: "(> (if ?open then 1 else 0) 0)" }`, { open: true }, true],
    [`${OPEN}, { test: "(eq ?open FALSE)" }`, {}, true],
  ])('%s of %o: %j', async (conditions, data, expected) => {
    expect((await evaluated(ruleset(conditions), data)).ruleTrace.length > 0).toBe(expected);
  });

  it.each<[value: string, data: FactInput['data'], open: boolean]>([
    ['true', {}, true],
    ['false', {}, false],
    ['$d.open', { open: true }, true],
    ['"?open"', { open: true }, true],
    ['"(not ?open)"', { open: true }, false],
    ['"(> $d.n 3)"', { n: 4 }, true],
    ['"(> ?n 3)"', { n: 3 }, false],
    ['"(and ?open (evenp ?n))"', { open: true, n: 2 }, true],
  ])('is asserted by %s', async (value, data, open) => {
    const then = `assert: [{ template: seen, slots: { open: ${value.replace('$d.n', '?n')} } }]`;
    const { facts } = await evaluated(ruleset(`${OPEN}, { slot: n, bind: "?n" }`, then), data);
    expect(facts?.at(-1)?.data).toEqual({ open });
  });

  it('is left out of an assert, and modified', async () => {
    const left = await evaluated(ruleset(OPEN, 'assert: [{ template: seen }]'), { open: true });
    expect(left.facts?.at(-1)?.data).toEqual({ open: false });
    const then = 'modify: [{ fact: $d, slots: { open: true, locked: "(not ?open)" } }]';
    const modified = await evaluated(
      ruleset('{ slot: open, bind: "?open", expression: is_false() }', then),
      {},
    );
    expect(modified.facts).toMatchObject([{ data: { open: true, locked: true } }]);
  });
});

describe('refused', () => {
  it.each<[conditions: string, ...found: string[]]>([
    ['{ slot: open, expression: "equals($d.word)" }', 'types-never-meet'],
    ['{ slot: word, expression: "equals($d.open)" }', 'types-never-meet'],
    ['{ slot: open, bind: "?x" }, { slot: word, bind: "?x" }', 'types-never-meet'],
    ['{ slot: open, expression: "in($d.tags)" }', 'operator-slot-type'],
    ['{ slot: open, expression: "equals(yes)" }', 'wrong-literal'],
    ['{ slot: open, expression: "equals(1)" }', 'wrong-literal'],
    ['{ slot: open, expression: "contains(t)" }', 'operator-slot-type'],
    ['{ slot: open, expression: "is_true(true)" }', 'argument-count'],
    ['{ slot: word, expression: "is_true()" }', 'operator-slot-type'],
    ['{ slot: open, expression: "is_true()" }, { slot: open, expression: "is_false()" }', 'never-holds'],
    ['{ slot: word, bind: "?w" }, { test: "?w" }', 'test-no-call'],
    ['{ slot: n, bind: "?n" }, { test: "?n" }', 'test-no-call'],
    ['{ test: "TRUE" }', 'test-no-call'],
    ['{ test: "3" }', 'test-no-call'],
    ['{ slot: open, bind: "?o" }, { test: "(> ?o 1)" }', 'clips-argument-type'],
  ])('%s', (conditions, ...expected) => {
    const { found } = check(ruleset(conditions));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual(expected);
  });

  it.each<[value: string, ...found: string[]]>([
    ['"(member$ a $?tags)"', 'value-not-boolean'],
    ['"(str-index a ?w)"', 'value-not-boolean'],
    ['"(if (eq ?w a) then TRUE else b)"', 'value-not-boolean'],
    ['"TRUE"', 'wrong-literal'],
    ['1', 'wrong-literal'],
    ['yes', 'wrong-literal'],
    ['"?w"', 'value-never-fits'],
    ['[true]', 'value-shape'],
  ])('an assert of %s', (value, ...expected) => {
    const conditions = '{ slot: tags, bind: "$?tags" }, { slot: word, bind: "?w" }';
    const { found } = check(ruleset(conditions, `assert: [{ template: seen, slots: { open: ${value} } }]`));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual(expected);
  });

  it.each<unknown>(['true', 'TRUE', 1, 0, null, [], {}])('%j from outside', async (open) => {
    await expect(evaluated(ruleset(OPEN), { open })).rejects.toThrow("Slot 'open' expects boolean, got");
  });
});
