import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const TEMPLATES = `templates:
  - name: order
    slots:
      - { name: id, type: symbol }
      - { name: limit, type: integer, default: 0 }
  - name: item
    slots:
      - { name: order, type: symbol, default: a }
      - { name: n, type: integer, default: 0 }
      - { name: price, type: float, default: 0 }
      - { name: label, type: string, default: "" }
      - { name: at, type: time, default: 0 }
      - { name: tags, type: symbol, list: true }
  - name: mark
    slots: [{ name: of, type: symbol }]
`;

type Facts = readonly { readonly template: string; readonly data: Readonly<Record<string, unknown>> }[];
const order = (id: string, data = {}) => ({ template: 'order', data: { id, ...data } });
const item = (of: string, data = {}) => ({ template: 'item', data: { order: of, ...data } });

const OF_ORDER = '{ template: item, alias: $i, conditions: [{ slot: order, expression: equals($o.id) }] }';
const ofItems = (fold: string, slot: string): string =>
  `${fold}: { of: $i.${slot}, from: [${OF_ORDER}] }\n        as: "${fold === 'collect' ? '$' : ''}?v"`;

/** A rule over orders with one aggregate named \`?v\`. */
function text(aggregate: string, reason = '{v}'): string {
  return `${TEMPLATES}rules:
  - name: r
    when:
      - { template: order, alias: $o }
      - ${aggregate}
    then: { action: allow, reason: "${reason}" }
`;
}

async function engineOf(yaml: string): Promise<Engine> {
  return Engine.fromSources([{ path: 'r.yaml', text: yaml }], { strict: true });
}

async function reasonOf(yaml: string, facts: Facts): Promise<string | null> {
  const { decision, reason } = (await engineOf(yaml)).evaluate({ scoped: true, facts });
  return decision === 'allow' ? reason : null;
}

const THREE = [
  item('a', { n: 3, price: 0.5, label: 'x', at: 20 }),
  item('b', { n: 9, price: 9, label: 'z', at: 99 }),
  item('a', { n: 1, price: 0.25, label: 'y', at: 10 }),
  item('a', { n: 2, price: 1, label: 'x', at: 30 }),
  order('a'),
];

describe('folds', () => {
  it.each([
    [`count: [${OF_ORDER}]\n        as: "?v"`, '3', '0'],
    [ofItems('sum', 'n'), '6', '0'],
    [ofItems('sum', 'price'), '1.75', '0.0'],
    [ofItems('min', 'n'), '1', null],
    [ofItems('max', 'price'), '1.0', null],
    [ofItems('max', 'at'), '1970-01-01T00:00:30Z', null],
    [ofItems('distinct', 'label'), '2', '0'],
    [ofItems('collect', 'label'), 'x, y, x', ''],
  ])('%s', async (aggregate, ofThree, ofNothing) => {
    expect(await reasonOf(text(aggregate), THREE)).toBe(ofThree);
    expect(await reasonOf(text(aggregate), [order('a')])).toBe(ofNothing);
  });

  it('a variable of a pattern is taken, too, and tests of the fact alone and of others hold', async () => {
    const conditions =
      '{ slot: n, bind: "?n", expression: "greater_than($o.limit)" }, { slot: label, expression: equals(x) }';
    const aggregate = `sum: { of: "?n", from: [{ template: item, conditions: [${conditions}] }] }\n        as: "?v"`;
    expect(await reasonOf(text(aggregate), [...THREE.slice(0, 4), order('a', { limit: 2 })])).toBe('3');
  });

  it.each([
    ['(* 2 ?n)', 'sum', 'n', '12'],
    ['(* 2 ?n)', 'max', 'n', '6'],
    ['(min 2 ?n)', 'distinct', 'n', '2'],
    ['(* 2 ?n)', 'min', 'price', '0.5'],
    ['(* 2 ?n)', 'sum', 'price', '3.5'],
    ['(str-cat ?n "!")', 'collect', 'label', 'x!, y!, x!'],
    ['(> ?n 1)', 'collect', 'n', 'true, false, true'],
    ['(sym-cat ?n)', 'distinct', 'label', '2'],
    ['(+ ?n 60000)', 'max', 'at', '1970-01-01T00:01:30Z'],
  ])('a value is computed: %s of %s', async (of, fold, slot, reason) => {
    const conditions = `{ slot: order, expression: equals($o.id) }, { slot: ${slot}, bind: "?n" }`;
    const from = `[{ template: item, conditions: [${conditions}] }]`;
    const as = fold === 'collect' ? '$?v' : '?v';
    const aggregate = `${fold}: { of: '${of}', from: ${from} }\n        as: "${as}"`;
    expect(await reasonOf(text(aggregate), THREE)).toBe(reason);
  });

  it('tests of its patterns are judged together, with what is bound before', async () => {
    const bind = '{ slot: n, bind: "?n" }';
    const own = `count: [{ template: item, conditions: [${bind}, { test: "(> ?n 1)" }] }]\n        as: "?v"`;
    expect(await reasonOf(text(own), THREE)).toBe('3');
    const outer = '{ template: order, conditions: [{ slot: limit, bind: "?l" }] }';
    const joined = `${outer}\n      - count: [{ template: item, conditions: [${bind}, { test: "(> ?n ?l)" }] }]\n        as: "?v"`;
    expect(await reasonOf(text(joined), [...THREE.slice(0, 4), order('a', { limit: 2 })])).toBe('2');
    const pair =
      '[{ template: item, conditions: [{ slot: n, bind: "?n" }, { test: "(> (+ ?n ?m) 10)" }] }, { template: item, conditions: [{ slot: n, bind: "?m" }] }]';
    expect(await reasonOf(text(`count: ${pair}\n        as: "?v"`), THREE)).toBe('5');
  });

  it('of several patterns every choice is counted, in the order of the facts', async () => {
    const joins = '{ slot: label, expression: equals($i.label) }, { slot: n, expression: less_than($i.n) }';
    const pair = `[${OF_ORDER}, { template: item, alias: $j, conditions: [${joins}] }]`;
    expect(await reasonOf(text(`count: ${pair}\n        as: "?v"`), THREE)).toBe('1');
    expect(await reasonOf(text(`collect: { of: $j.n, from: ${pair} }\n        as: "$?v"`), THREE)).toBe('2');
    expect(await reasonOf(text(`sum: { of: $j.n, from: ${pair} }\n        as: "?v"`), THREE)).toBe('2');
    expect(await reasonOf(text(`min: { of: $j.price, from: ${pair} }\n        as: "?v"`), THREE)).toBe('1.0');
    expect(await reasonOf(text(`distinct: { of: $j.label, from: ${pair} }\n        as: "?v"`), THREE)).toBe(
      '1',
    );
  });

  it('a sum of integers beyond 64 bits is an evaluation error, unless it comes back', async () => {
    const most = 9223372036854775807n;
    const yaml = text(ofItems('sum', 'n'));
    const facts = [item('a', { n: most }), item('a', { n: 1 }), order('a')];
    const engine = await engineOf(yaml);
    expect(() => engine.evaluate({ scoped: true, facts })).toThrow(/sum/);
    expect(await reasonOf(yaml, [...facts, item('a', { n: -1, label: 'other' })])).toBe(most.toString());
  });
});

describe('the value', () => {
  const count = `count: [${OF_ORDER}]`;

  it.each([
    ['at_least(3)', '3'],
    ['at_most(2)', null],
    ['between(1, $o.limit)', null],
    ['in([3, 5])', '3'],
    ['not_equals(3)', null],
  ])('is compared by its own expression %s', async (expression, reason) => {
    const aggregate = `${count}\n        as: "?v"\n        expression: "${expression}"`;
    expect(await reasonOf(text(aggregate), THREE)).toBe(reason);
  });

  it.each([
    ['test: "(> ?v 2)"', '3'],
    ['{ slot: limit, expression: "less_than(?v)" }', '3'],
    ['{ slot: limit, expression: "equals(?v)" }', null],
    ['{ slot: limit, expression: "in([?v, 7])" }', null],
  ])('is compared by later patterns: %s', async (condition, reason) => {
    const later = condition.startsWith('{') ? condition : `{ ${condition} }`;
    const aggregate = `${count}\n        as: "?v"\n      - { template: order, conditions: [${later}] }`;
    expect(await reasonOf(text(aggregate), THREE)).toBe(reason);
  });

  it('is compared in groups, and negated', async () => {
    const none = `${count}\n        as: "?v"\n      - not: [{ template: order, conditions: [{ slot: limit, expression: "at_least(?v)" }] }]`;
    expect(await reasonOf(text(none), THREE)).toBe('3');
    expect(await reasonOf(text(none), [...THREE, order('z', { limit: 3 })])).toBe(null);
    const fewer = `not: [{ count: [${OF_ORDER}], expression: "at_least(2)" }]`;
    expect(await reasonOf(text(fewer, 'few'), [...THREE.slice(1, 3), order('a')])).toBe('few');
    expect(await reasonOf(text(fewer, 'few'), THREE)).toBe(null);
  });

  it('fills slots, obligations, metadata and the inputs of tables', async () => {
    const yaml = `${TEMPLATES}tables:
  - name: size
    hit: first
    when:
      - { template: order, alias: $o }
      - count: [${OF_ORDER}]
        as: "?v"
    inputs: ["?v"]
    outputs: [action, reason, metadata.n, "obligation say.n"]
    rows:
      - ["< 3", deny, "few: {v}", "{v}", "?v"]
      - ["-", allow, "many: {v}", "{v}", "(* 2 ?v)"]
`;
    const answer = (await engineOf(yaml)).evaluate({ scoped: true, facts: THREE });
    expect(answer).toMatchObject({ reason: 'many: 3', metadata: { n: '3' } });
    expect(answer.obligations).toEqual([{ type: 'say', properties: { n: 6 } }]);
  });
});

describe('in engines that keep their facts', () => {
  const RULES = `
modules: [{ name: derive }, { name: judge }]
focus_order: [derive, judge]
---
module: derive
rules:
  - name: drop
    when:
      - { template: mark, alias: $m }
      - { template: item, alias: $i, conditions: [{ slot: order, expression: equals($m.of) }] }
    then: { retract: [$m], modify: [{ fact: $i, slots: { label: late, price: 8.5 } }], assert: [{ template: item, slots: { order: c, n: 7 } }] }
---
module: judge
rules:
  - name: told
    when:
      - { template: order, alias: $o }
      - count: [${OF_ORDER}]
        as: "?n"
      - sum: { of: $i.price, from: [${OF_ORDER}] }
        as: "?sum"
      - collect: { of: $i.label, from: [${OF_ORDER}] }
        as: "$?all"
    then: { action: allow, reason: "{o.id}: {n}, {sum}, {all}" }
`;

  it('facts that earlier modules derive, modify and retract are counted, each at its place', async () => {
    const engine = await engineOf(TEMPLATES + RULES);
    const facts = [
      order('c'),
      order('b'),
      item('b', { price: 0.1, label: 'p' }),
      item('b', { price: 0.2, label: 'q' }),
    ];
    engine.assertFacts(facts);
    const marked = { template: 'mark', data: { of: 'b' } };
    const reasons = (extra: Facts = []) =>
      engine
        .evaluate({ scoped: true, facts: extra, include: ['firings'] })
        .firings?.filter(({ action }) => action !== null)
        .map(({ reason }) => reason);
    expect(reasons()).toEqual(['c: 0, 0.0, ', 'b: 2, 0.3, p, q']);
    const changed = reasons([marked]);
    expect(changed).toEqual(['c: 1, 0.0, ', 'b: 2, 8.6, p, late']);
    // All of it was taken back.
    expect(reasons()).toEqual(['c: 0, 0.0, ', 'b: 2, 0.3, p, q']);
  });

  it('a rule with an aggregate fires again in every run', async () => {
    const engine = await engineOf(TEMPLATES + RULES);
    engine.assertFacts([order('a'), item('a', { price: 1 })]);
    expect(engine.evaluate().reason).toBe('a: 1, 1.0, ');
    engine.assertFacts([item('a', { price: 2, label: 'x' })]);
    expect(engine.evaluate()).toMatchObject({ reason: 'a: 2, 3.0, , x', ruleTrace: ['judge::told'] });
    engine.retract('item', { price: 1 });
    expect(engine.evaluate().reason).toBe('a: 1, 2.0, x');
    expect(engine.facts().map(({ template }) => template)).toEqual(['order', 'item']);
  });
});
