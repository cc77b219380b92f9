/** The operators on lists through the library: with values written out, with a list of another pattern, and what is refused. */
import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';
import { check } from '../../compiler/check/check.ts';

const TEMPLATES = `templates:
  - name: asked
    slots:
      - { name: one, type: symbol, default: b }
      - { name: many, type: symbol, list: true }
      - { name: text, type: string, default: b }
      - { name: texts, type: string, list: true }
  - name: held
    slots:
      - { name: list, type: symbol, list: true }
      - { name: numbers, type: integer, list: true }
      - { name: shares, type: float, list: true }
      - { name: flags, type: boolean, list: true }
      - { name: scalar, type: symbol, default: b }
`;

const ruleset = (conditions: string): string => `${TEMPLATES}rules:
  - name: r
    when:
      - { template: asked, alias: $a, conditions: [{ slot: one, bind: "?one" }, { slot: many, bind: "$?many" }] }
      - { template: held, alias: $h, conditions: [${conditions}] }
    then: { action: allow }
`;
const on = (slot: string, expression: string): string =>
  `{ slot: ${slot}, expression: ${JSON.stringify(expression)} }`;

type Data = Readonly<Record<string, unknown>>;

async function holds(conditions: string, held: Data, asked: Data = {}): Promise<boolean> {
  const engine = await Engine.fromSources([{ path: 'r.yaml', text: ruleset(conditions) }]);
  const facts = [
    { template: 'asked', data: asked },
    { template: 'held', data: held },
  ];
  return engine.evaluate({ scoped: true, facts }).ruleTrace.length > 0;
}

describe('an operator on a list', () => {
  it.each<[expression: string, list: readonly string[], expected: boolean]>([
    ['has(b)', ['a', 'b'], true],
    ['has(b)', ['a', 'bb'], false],
    ['has(b)', [], false],
    ['has_not(b)', ['a', 'b'], false],
    ['has_not(b)', [], true],
    ['has_any([b, c])', ['a', 'c'], true],
    ['has_any([b, c])', ['a'], false],
    ['has_any([b, c])', [], false],
    ['has_any([])', ['a'], false],
    ['has_none([])', ['a'], true],
    ['has_all([])', [], true],
    ['only([])', ['a'], false],
    ['has_all([b, c])', ['c', 'a', 'b'], true],
    ['has_all([b, c])', ['b'], false],
    ['has_all([b, b])', ['b'], true],
    ['has_none([b, c])', ['a'], true],
    ['has_none([b, c])', ['a', 'c'], false],
    ['has_none([b, c])', [], true],
    ['only([b, c])', ['c', 'b', 'b'], true],
    ['only([b, c])', ['b', 'a'], false],
    ['only([b, c])', [], true],
    ['is_empty()', [], true],
    ['is_empty()', ['a'], false],
    ['not_empty()', [], false],
    ['not_empty()', ['a'], true],
    ['size_at_least(2)', ['a', 'a'], true],
    ['size_at_least(2)', ['a'], false],
    ['size_at_most(1)', ['a'], true],
    ['size_at_most(1)', ['a', 'a'], false],
    ['size_equals(0)', [], true],
    ['size_equals(2)', ['a'], false],
    ['equals([a, b])', ['a', 'b'], true],
    ['equals([a, b])', ['b', 'a'], false],
    ['equals([a, b])', ['a', 'b', 'b'], false],
    ['equals([])', [], true],
    ['not_equals([a, b])', ['b', 'a'], true],
    ['not_equals([a, b])', ['a', 'b'], false],
    ['has(?one)', ['a', 'b'], true],
    ['has($a.one)', ['a'], false],
    ['has_not(?one)', ['a'], true],
    ['has_any($a.many)', ['x', 'n'], true],
    ['has_any($a.many)', ['x'], false],
    ['has_all($a.many)', ['n', 'm', 'x'], true],
    ['has_all($a.many)', ['m'], false],
    ['has_none($a.many)', ['x'], true],
    ['has_none($a.many)', ['m'], false],
    ['only($a.many)', ['m', 'm'], true],
    ['only($a.many)', ['m', 'x'], false],
    ['equals($a.many)', ['m', 'n'], true],
    ['equals($a.many)', ['n', 'm'], false],
    ['not_equals($a.many)', ['n', 'm'], true],
  ])('%s of %j: %j', async (expression, list, expected) => {
    expect(await holds(on('list', expression), { list }, { many: ['m', 'n'] })).toBe(expected);
  });

  it.each<[expression: string, list: readonly string[], expected: boolean]>([
    ['has_any($a.many)', ['x'], false],
    ['has_all($a.many)', ['x'], true],
    ['has_all($a.many)', [], true],
    ['has_none($a.many)', ['x'], true],
    ['only($a.many)', ['x'], false],
    ['only($a.many)', [], true],
    ['equals($a.many)', [], true],
  ])('%s of no values, of %j: %j', async (expression, list, expected) => {
    expect(await holds(on('list', expression), { list })).toBe(expected);
  });

  it.each<[condition: string, held: Data, expected: boolean]>([
    [on('numbers', 'has(9007199254740993)'), { numbers: [9007199254740992n] }, false],
    [on('numbers', 'has(9007199254740993)'), { numbers: [9007199254740993n] }, true],
    [on('numbers', 'equals([1, 2])'), { numbers: [1, 2] }, true],
    [on('shares', 'has(1)'), { shares: [1] }, true],
    [on('shares', 'only([0.5, 1])'), { shares: [1, 0.5] }, true],
    [on('flags', 'has(true)'), { flags: [false] }, false],
    [on('flags', 'has_not(true)'), { flags: [false] }, true],
    [on('flags', 'equals([true, false])'), { flags: [true, false] }, true],
    [on('flags', 'only([true])'), { flags: [true, true] }, true],
  ])('%s of %o: %j', async (condition, held, expected) => {
    expect(await holds(condition, held)).toBe(expected);
  });

  it.each<[expression: string, scalar: string, expected: boolean]>([
    ['in($a.many)', 'm', true],
    ['in($a.many)', 'x', false],
    ['not_in($a.many)', 'x', true],
    ['not_in($a.many)', 'n', false],
  ])('a scalar: %s of %j: %j', async (expression, scalar, expected) => {
    expect(await holds(on('scalar', expression), { scalar }, { many: ['m', 'n'] })).toBe(expected);
  });

  it('a scalar is in no empty list', async () => {
    expect(await holds(on('scalar', 'in($a.many)'), {})).toBe(false);
    expect(await holds(on('scalar', 'not_in($a.many)'), {})).toBe(true);
  });
});

describe('refused', () => {
  it.each<[condition: string, ...found: string[]]>([
    [on('list', 'has([a])'), 'argument-kind'],
    [on('list', 'has($a.many)'), 'argument-kind'],
    [on('list', 'has($?many)'), 'argument-kind'],
    [on('list', 'has($a.text)'), 'types-never-meet'],
    [on('list', 'has_any(a)'), 'argument-kind'],
    [on('list', 'has_any($a.one)'), 'argument-kind'],
    [on('list', 'has_any($a.texts)'), 'types-never-meet'],
    [on('list', 'equals($a.one)'), 'argument-kind'],
    [on('list', 'equals(a)'), 'argument-kind'],
    [on('list', 'in([a])'), 'operator-on-list'],
    [on('list', 'greater_than(1)'), 'operator-on-list'],
    [on('list', 'matches(a)'), 'operator-on-list'],
    [on('list', 'size_at_least(-1)'), 'argument-kind'],
    [on('list', 'size_at_least(1.5)'), 'argument-kind'],
    [on('list', 'size_at_least(?one)'), 'argument-kind'],
    [on('flags', 'is_true()'), 'operator-on-list'],
    [on('numbers', 'has(x)'), 'wrong-literal'],
    [on('scalar', 'equals($a.many)'), 'argument-kind'],
    [on('scalar', 'in($a.one)'), 'argument-kind'],
    [on('scalar', 'in($a.texts)'), 'types-never-meet'],
    [on('scalar', 'is_empty()'), 'operator-needs-list'],
    ['{ slot: list, bind: "?l" }', 'bind-of-list'],
    ['{ slot: scalar, bind: "$?s" }', 'bind-of-list'],
  ])('%s', (condition, ...expected) => {
    const { found, messages } = check(ruleset(condition));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual(expected);
    if (expected[0] === 'operator-on-list') expect(messages[0]).toMatch(/`has\(…\)`.*`each`/);
  });
});
