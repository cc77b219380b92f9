/** Aggregates over the rows of relations, which are not facts. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const TEMPLATES = `templates:
  - name: order
    slots: [{ name: id, type: symbol }, { name: limit, type: integer, default: 0 }]
  - name: item
    slots:
      - { name: order, type: symbol, default: a }
      - { name: label, type: string, default: "" }
      - { name: at, type: integer, default: 0 }
`;

type Facts = readonly { readonly template: string; readonly data: Readonly<Record<string, unknown>> }[];
const order = (id: string, data = {}) => ({ template: 'order', data: { id, ...data } });
const item = (label: string, at: number) => ({ template: 'item', data: { label, at } });

const OF_ORDER = '{ template: item, alias: $i, conditions: [{ slot: order, expression: equals($o.id) }] }';
const THREE = [item('x', 1), item('y', 2), item('x', 3), order('a')];

/** A rule over orders with one aggregate named `?v`. */
function text(aggregate: string): string {
  return `${TEMPLATES}rules:
  - name: r
    when:
      - { template: order, alias: $o }
      - ${aggregate}
    then: { action: allow, reason: "{v}" }
`;
}

async function engineOf(yaml: string): Promise<Engine> {
  return Engine.fromSources([{ path: 'r.yaml', text: yaml }], { strict: true });
}

async function reasonOf(yaml: string, facts: Facts): Promise<string | null> {
  const { decision, reason } = (await engineOf(yaml)).evaluate({ scoped: true, facts });
  return decision === 'allow' ? reason : null;
}

describe('rows of relations', () => {
  const RELATIONS = `relations:
  - name: price
    columns: [{ name: label, type: string }, { name: of, type: symbol }, { name: euro, type: integer }, { name: tax, type: float }]
    rows: [[x, a, 3, 0.5], [y, a, 9, 0.25], [x, b, 4, 2], [z, a, 1, 1], [x, c, 8, 4]]
`;
  const rows = (conditions = ''): string => `{ relation: price, alias: $p, conditions: [${conditions}] }`;
  const OF_O = '{ slot: of, expression: equals($o.id) }';
  const reason = (aggregate: string, facts: Facts) => reasonOf(RELATIONS + text(aggregate), facts);

  it.each([
    [`count: [${rows(OF_O)}]\n        as: "?v"`, '3', '0'],
    [`sum: { of: $p.euro, from: [${rows(OF_O)}] }\n        as: "?v"`, '13', '0'],
    [`sum: { of: $p.tax, from: [${rows(OF_O)}] }\n        as: "?v"`, '1.75', '0.0'],
    [`min: { of: $p.euro, from: [${rows(OF_O)}] }\n        as: "?v"`, '1', null],
    [`max: { of: $p.tax, from: [${rows(OF_O)}] }\n        as: "?v"`, '1.0', null],
    [`distinct: { of: $p.of, from: [${rows()}] }\n        as: "?v"`, '3', '3'],
    [`collect: { of: $p.label, from: [${rows(OF_O)}] }\n        as: "$?v"`, 'x, y, z', ''],
    [`count: [${rows(`${OF_O}, { slot: euro, expression: "between(2, 8)" }`)}]\n        as: "?v"`, '1', '0'],
    [
      `count: [${rows(`${OF_O}, { slot: euro, expression: greater_than($o.limit) }`)}]\n        as: "?v"`,
      '2',
      '0',
    ],
  ])('%s', async (aggregate, ofA, ofNone) => {
    expect(await reason(aggregate, [order('a', { limit: 2 })])).toBe(ofA);
    expect(await reason(aggregate, [order('none', { limit: 2 })])).toBe(ofNone);
  });

  it('meet facts, in the order of the facts and then of the table', async () => {
    const joined = `[${OF_ORDER}, ${rows('{ slot: label, expression: equals($i.label) }')}]`;
    expect(await reason(`sum: { of: $p.euro, from: ${joined} }\n        as: "?v"`, THREE)).toBe('39');
    expect(await reason(`collect: { of: $p.of, from: ${joined} }\n        as: "$?v"`, THREE)).toBe(
      'a, b, c, a, a, b, c',
    );
  });

  it('are the same in every matcher, and never reported as facts', async () => {
    const engine = await engineOf(RELATIONS + text(`count: [${rows(OF_O)}]\n        as: "?v"`));
    engine.assertFacts([order('a')]);
    const answer = engine.evaluate({ include: ['firings', 'facts'] });
    expect(answer).toMatchObject({ reason: '3', ruleTrace: ['MAIN::r'] });
    expect(answer.facts?.map(({ template }) => template)).toEqual(['order']);
    expect(engine.facts().map(({ template }) => template)).toEqual(['order']);
    expect(engine.evaluate({ scoped: true, facts: [order('b')] }).reason).toBe('1');
  });
});
