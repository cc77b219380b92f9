/** Patterns that take the items of a list one by one: what matches, in which order, and what is refused. */
import { describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { Engine } from '../../../library/node/engine.ts';

const TEMPLATES = `
templates:
  - name: doc
    slots:
      - { name: id, type: string }
      - { name: owner, type: symbol }
      - { name: tags, type: symbol, list: true }
      - { name: sizes, type: float, list: true }
      - { name: days, type: time, list: true }
      - { name: flags, type: boolean, list: true }
      - { name: counts, type: integer, list: true, allowed_values: [1, 2, 3] }
  - { name: wanted, slots: [{ name: tag, type: symbol }] }
`;

const doc = (data: Readonly<Record<string, unknown>>) => ({ template: 'doc', data: { id: 'd', ...data } });
const wanted = (tag: string) => ({ template: 'wanted', data: { tag } });

function engineOf(rules: string): Promise<Engine> {
  return Engine.fromSources([{ path: 'r.yaml', text: `${TEMPLATES}rules:${rules}` }]);
}

/** The reasons of all firings, in order. */
function reasons(engine: Engine, facts: Parameters<Engine['assertFacts']>[0]): readonly string[] {
  const { firings } = engine.evaluate({ scoped: true, facts, include: ['firings'] });
  return (firings ?? []).map(({ reason }) => reason);
}

const rule = (name: string, when: string, then = ''): string =>
  `\n  - { name: ${name}, when: [${when}], then: { action: allow, reason: "${name} {tag}"${then} } }`;
const pattern = (conditions: string): string => `{ template: doc, alias: $d, conditions: [${conditions}] }`;
const EACH = '{ slot: tags, each: "?tag" }';

describe('the items of a list one by one', () => {
  it('match once a position and fire in the order of the list, rules by position', async () => {
    const engine = await engineOf(rule('one', pattern(EACH)) + rule('two', pattern(EACH)));
    expect(reasons(engine, [doc({ tags: ['a', 'b', 'a'] })])).toEqual([
      'one a',
      'two a',
      'one b',
      'two b',
      'one a',
      'two a',
    ]);
    expect(reasons(engine, [doc({ tags: [] })])).toEqual([]);
  });

  it('fire the last position first when the fact waited on the left, the first when it waited on the right', async () => {
    const join = '{ template: wanted }';
    const left = await engineOf(rule('left', `${pattern(EACH)}, ${join}`));
    const right = await engineOf(rule('right', `${join}, ${pattern(EACH)}`));
    const facts = [doc({ tags: ['a', 'b'] }), wanted('x')];
    expect(reasons(left, facts)).toEqual(['left b', 'left a']);
    expect(reasons(right, facts)).toEqual(['right a', 'right b']);
    expect(reasons(left, facts.toReversed())).toEqual(['left a', 'left b']);
  });

  it.each([
    ['tags', 'equals(b)', { tags: ['a', 'b', 'b'] }, ['r b', 'r b']],
    ['tags', 'not_equals($d.owner)', { tags: ['a', 'b'], owner: 'a' }, ['r b']],
    ['tags', 'in([a, c])', { tags: ['a', 'b', 'c'] }, ['r a', 'r c']],
    ['sizes', 'greater_than(1)', { sizes: [0.5, 1.5, 2] }, ['r 1.5', 'r 2.0']],
    ['flags', 'is_true()', { flags: [true, false, true] }, ['r true', 'r true']],
    ['counts', 'between(2, 3)', { counts: [1, 2, 3] }, ['r 2', 'r 3']],
    [
      'days',
      'before("2020-01-01T00:00:00Z")',
      { days: ['2019-05-01T00:00:00Z'] },
      ['r 2019-05-01T00:00:00Z'],
    ],
    [
      'days',
      'before(now)',
      { days: ['2019-05-01T00:00:00Z', '2999-01-01T00:00:00Z'] },
      ['r 2019-05-01T00:00:00Z'],
    ],
  ])('%s: %s is of the item', async (slot, expression, data, expected) => {
    const engine = await engineOf(
      rule('r', pattern(`{ slot: ${slot}, each: "?tag", expression: ${JSON.stringify(expression)} }`)),
    );
    expect(reasons(engine, [doc(data)])).toEqual(expected);
  });

  it('works together with conditions on the whole list, and on the items of another one', async () => {
    const engine = await engineOf(
      rule(
        'r',
        pattern(
          `${EACH}, { slot: tags, expression: "has(open)" }, { slot: tags, bind: "$?all" }, { slot: counts, each: "?n" }`,
        ),
      ).replace('{tag}', '{tag} {n} {all} {d.counts}'),
    );
    expect(
      reasons(engine, [doc({ tags: ['a', 'open'], counts: [1, 2] }), doc({ tags: ['b'], counts: [3] })]),
    ).toEqual(['r a 1 a, open 1, 2', 'r a 2 a, open 1, 2', 'r open 1 a, open 1, 2', 'r open 2 a, open 1, 2']);
  });

  it('join whole lists of other patterns', async () => {
    const engine = await engineOf(
      rule(
        'same',
        `${pattern(EACH)}, { template: doc, conditions: [{ slot: tags, expression: "equals($d.tags)" }, { slot: id, expression: "not_equals($d.id)" }] }`,
      ),
    );
    const facts = [
      doc({ tags: ['a', 'b'] }),
      doc({ id: 'e', tags: ['a', 'b'] }),
      doc({ id: 'f', tags: ['b', 'a'] }),
    ];
    expect(reasons(engine, facts).toSorted()).toEqual(['same a', 'same a', 'same b', 'same b']);
  });

  it('are matched again when the fact is modified, and go when it is retracted', async () => {
    const engine = await engineOf(
      rule(
        'each',
        pattern(`${EACH}, { slot: owner, expression: "equals(none)" }`),
        ', modify: [{ fact: $d, slots: { owner: last, tags: [x, y] } }]',
      ) + rule('last', pattern(`${EACH}, { slot: owner, expression: "equals(last)" }`), ', retract: [$d]'),
    );
    const result = engine.evaluate({
      scoped: true,
      facts: [doc({ owner: 'none', tags: ['a', 'b'] })],
      include: ['firings', 'facts'],
    });
    expect(result.firings?.map(({ reason }) => reason)).toEqual(['each a', 'last x']);
    expect(result.facts).toEqual([]);
    expect(result.firings?.[0]?.facts).toMatchObject([{ template: 'doc', data: { tags: ['a', 'b'] } }]);
  });

  it('hold back a negated pattern, also after the fact was retracted from outside', async () => {
    const engine = await engineOf(
      '\n  - { name: r, when: [{ template: wanted, alias: $w }, { not: [{ template: doc, conditions: [{ slot: tags, each: "?t", expression: "equals($w.tag)" }] }] }], then: { action: deny, reason: "no {w.tag}" } }',
    );
    engine.assertFacts([wanted('a'), doc({ tags: ['b', 'a', 'a'] })]);
    expect(engine.evaluate().ruleTrace).toEqual([]);
    engine.retract('doc', { id: 'd' });
    expect(engine.evaluate().reason).toBe('no a');
  });

  it.each([
    ['{ slot: owner, each: "?x" }', 'each-needs-list'],
    ['{ slot: tags, each: "?x" }, { slot: tags, each: "?y" }', 'each-twice'],
    ['{ slot: tags, each: "$?x" }', 'bad-variable'],
    ['{ slot: tags, each: "?x", expression: "has(a)" }', 'operator-needs-list'],
    ['{ slot: tags, each: "?x", expression: "equals($d.tags)" }', 'compares-with-itself'],
    ['{ slot: tags, each: "?x", expression: "changed_within(60)" }', 'operator-on-list'],
    ['{ slot: counts, each: "?x", expression: "equals(7)" }', 'value-not-allowed'],
    ['{ each: "?x" }', 'incomplete-condition'],
  ])('%s is refused', (conditions, code) => {
    const text = `${TEMPLATES}rules:${rule('r', pattern(conditions)).replace('{tag}', '')}`;
    const { diagnostics } = compileSources([{ path: 'r.yaml', text }]);
    expect(diagnostics.map((one) => one.code)).toContain(code);
  });
});
