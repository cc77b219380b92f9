/** Entries of maps whose keys may be missing, or are computed. */
import { describe, expect, test } from 'vitest';
import { longForm } from '../../authoring/fmt/change-form.ts';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

async function fires(text: string, input: unknown): Promise<boolean> {
  const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });
  return engine.evaluate({ scoped: true, input }).decision !== null;
}

const UNKNOWN = [false, true] as const;
const YES = [true, true] as const;
const NO = [false, false] as const;

const MORE = `
constants:
  owners: { red: owner, blue: stage }
templates: { call: { tool: read | write, n: integer } }
default: none
`;
const document = (condition: string, action: 'allow' | 'deny'): string =>
  `${MORE}rules:\n  one: { ${action}: true, if: '${condition}' }\n`;

/** The lines of the constructs; templates may come in another order. */
function linesOf(text: string): readonly string[] {
  const compiled = compileSources([{ path: 'policy.yaml', text }]);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return emitClips(compiled.ruleset).split('\n').sort();
}

describe('a key that may be missing', () => {
  test.each<readonly [condition: string, input: unknown, truth: readonly [boolean, boolean]]>([
    ['input.tags[input.k] == "a"', { k: 'x', tags: { x: 'a' } }, YES],
    ['input.tags[input.k] == "a"', { k: 'x', tags: { x: 'b' } }, NO],
    ['input.tags[input.k] == "a"', { k: 'x', tags: { y: 'a' } }, UNKNOWN],
    ['input.tags[input.k] == "a"', { tags: { y: 'a' } }, UNKNOWN],
    ['input.tags[input.k] == "a"', { k: 5, tags: { 5: 'a' } }, UNKNOWN],
    ['input.tags[input.k] == "a"', { k: 'x', tags: { x: 5 } }, UNKNOWN],
    ['input.tags[input.k] == "a"', {}, UNKNOWN],
    ['not (input.tags[input.k] == "a")', { k: 'x', tags: { x: 'b' } }, YES],
    ['not (input.tags[input.k] == "a")', { tags: { x: 'b' } }, UNKNOWN],
    // `?` excuses an entry that is missing, and not a key that is.
    ['input.tags[input.k]? == "a"', { k: 'x', tags: {} }, NO],
    ['not (input.tags[input.k]? == "a")', { k: 'x', tags: {} }, YES],
    ['not (input.tags[input.k]? == "a")', { tags: {} }, UNKNOWN],
    ['input.tags[input.k]? == "a"', { tags: {} }, UNKNOWN],
    ['input.tags[input.k]? == "a"', { k: 'x', tags: { x: 5 } }, UNKNOWN],
    ['input.tags[input.k?] == "a"', { tags: {} }, NO],
    ['not (input.tags[input.k?] == "a")', { tags: {} }, YES],
    ['input.tags[input.k?] == "a"', { k: 'x', tags: {} }, UNKNOWN],
    ['input.tags[input.k?] == "a"', { k: 'x', tags: { x: 'a' } }, YES],
    ['input.tags[input.k?] == "a"', { k: 5, tags: { x: 'a' } }, UNKNOWN],
    ['(input.tags[input.k] ?? "a") == "a"', { k: 'x' }, YES],
    ['(input.tags[input.k] ?? "a") == "a"', { k: 'x', tags: { x: 'b' } }, NO],
    ['(input.tags[input.k] ?? "a") == "a"', {}, UNKNOWN],
    ['(input.tags[input.k] ?? "b") == "a"', {}, UNKNOWN],
    ['(input.tags[input.k] ?? "b") == input.v', { v: 'b' }, UNKNOWN],
    ['(input.tags[input.k] ?? "b") == input.v', { v: 'b', k: 'x' }, YES],
    ['input.tags[(input.k ?? "x")] == "a"', { tags: { x: 'a' } }, YES],
    ['input.tags[(input.k ?? "x")] == "a"', { k: 'y', tags: { x: 'a', y: 'b' } }, NO],
    ['input.tags[(input.k ?? "x")] == "a"', { k: 'y', tags: { x: 'a' } }, UNKNOWN],
    ['has(input.tags[(input.k ?? "x")])', { tags: { x: 'a' } }, YES],
    ['not has(input.tags[(input.k ?? "x")])', { k: 'y', tags: { x: 'a' } }, YES],
    // `has` is known if the key is.
    ['has(input.tags[input.k])', { k: 'x', tags: { x: 5 } }, YES],
    ['has(input.tags[input.k])', { k: 'x', tags: {} }, NO],
    ['has(input.tags[input.k])', { tags: { x: 5 } }, UNKNOWN],
    ['has(input.tags[input.k])', { k: 5, tags: { x: 5 } }, UNKNOWN],
    ['not has(input.tags[input.k])', { k: 'x', tags: {} }, YES],
    ['not has(input.tags[input.k])', { k: 'x', tags: { x: 5 } }, NO],
    ['not has(input.tags[input.k])', { tags: { x: 5 } }, UNKNOWN],
    ['has(input.tags[input.k?])', {}, NO],
    ['not has(input.tags[input.k?])', {}, YES],
    ['has(input.tags[const.owners[input.k]])', { k: 'red', tags: { owner: 1 } }, YES],
    ['has(input.tags[const.owners[input.k]])', { k: 'red', tags: { x: 1 } }, NO],
    ['has(input.tags[const.owners[input.k]])', { k: 'green', tags: { owner: 1 } }, UNKNOWN],
    ['not has(input.tags[const.owners[input.k]])', { k: 'green', tags: { owner: 1 } }, UNKNOWN],
    ['not has(input.tags[const.owners[input.k]])', { tags: { owner: 1 } }, UNKNOWN],
    // Keys that are computed.
    ['input.tags[const.owners[input.k]] == "a"', { k: 'red', tags: { owner: 'a' } }, YES],
    ['input.tags[const.owners[input.k]] == "a"', { k: 'red', tags: { owner: 'b' } }, NO],
    ['input.tags[const.owners[input.k]] == "a"', { k: 'green', tags: { owner: 'a' } }, UNKNOWN],
    ['input.tags[const.owners[input.k]]? == "a"', { k: 'green', tags: { owner: 'a' } }, UNKNOWN],
    ['input.tags[lower(input.k)] == "a"', { k: 'X', tags: { x: 'a' } }, YES],
    ['input.tags[lower(input.k)] == "a"', { k: 'X', tags: { x: 'b' } }, NO],
    ['input.tags[lower(input.k)] == "a"', { k: 'X', tags: { X: 'a' } }, UNKNOWN],
    ['input.tags[lower(input.k)] == "a"', { tags: { X: 'a' } }, UNKNOWN],
    ['input.tags[part(input.k, "/", 1)] == "a"', { k: 'a/b', tags: { b: 'a' } }, YES],
    ['input.tags[part(input.k, "/", 1)] == "a"', { k: 'b', tags: { b: 'a' } }, UNKNOWN],
    ['not has(input.tags[part(input.k, "/", 1)])', { k: 'b', tags: { b: 'a' } }, UNKNOWN],
    ['not has(input.tags[part(input.k, "/", 1)])', { k: 'b/c', tags: { b: 'a' } }, YES],
    ['input.tags[text("{input.a}-{input.b}")] == "a"', { a: 'x', b: 1, tags: { 'x-1': 'a' } }, YES],
    ['input.tags[text("{input.a}-{input.b}")] == "a"', { a: 'x', tags: { 'x-1': 'a' } }, UNKNOWN],
    // An entry names an entry.
    ['input.tags[input.names[input.k]] == "a"', { k: 'x', names: { x: 'y' }, tags: { y: 'a' } }, YES],
    ['input.tags[input.names[input.k]] == "a"', { k: 'x', names: { x: 'y' }, tags: { y: 'b' } }, NO],
    ['input.tags[input.names[input.k]] == "a"', { k: 'x', names: {}, tags: { y: 'a' } }, UNKNOWN],
    ['not has(input.tags[input.names[input.k]])', { k: 'x', names: {}, tags: {} }, UNKNOWN],
    ['not has(input.tags[input.names[input.k]])', { k: 'x', names: { x: 'y' }, tags: {} }, YES],
    ['input.m[input.k][input.j].b == "a"', { k: 'x', j: 'y', m: { x: { y: { b: 'a' } } } }, YES],
    ['input.m[input.k][input.j].b == "a"', { k: 'x', j: 'y', m: { x: { y: { b: 'b' } } } }, NO],
    ['input.m[input.k][input.j].b == "a"', { k: 'x', j: 'y', m: { z: { y: { b: 'a' } } } }, UNKNOWN],
    ['input.m[input.k][input.j].b == "a"', { k: 'x', m: { x: { y: { b: 'a' } } } }, UNKNOWN],
    // Lists, quantifiers and operators.
    ['"a" in input.m[input.k]', { k: 'x', m: { x: ['a'] } }, YES],
    ['"a" in input.m[input.k]', { k: 'x', m: { x: ['b'] } }, NO],
    ['"a" in input.m[input.k]', { k: 'x', m: {} }, UNKNOWN],
    ['"a" not in input.m[input.k]', { m: { x: ['b'] } }, UNKNOWN],
    ['size(input.m[input.k]) > 1', { k: 'x', m: { x: [{}, {}] } }, YES],
    ['size(input.m[input.k]) > 1', { k: 'x', m: { x: [{}] } }, NO],
    ['size(input.m[input.k]) > 1', { k: 'x', m: {} }, UNKNOWN],
    ['size(input.m[input.k]) > 1', { m: {} }, UNKNOWN],
    ['input.tags[input.k].starts_with("a")', { k: 'x', tags: { x: 'ab' } }, YES],
    ['not input.tags[input.k].starts_with("a")', { tags: { x: 'ab' } }, UNKNOWN],
    ['input.tags[input.k].path_within("/a")', { k: 'x', tags: { x: '~' } }, UNKNOWN],
    ['input.n > input.limits[input.k]', { n: 3, k: 'x', limits: { x: 2 } }, YES],
    ['input.n > input.limits[input.k]', { n: 3, limits: { x: 2 } }, UNKNOWN],
    ['exists(g in input.m[input.k], g.a == 1)', { k: 'x', m: { x: [{ a: 1 }] } }, YES],
    ['exists(g in input.m[input.k], g.a == 1)', { k: 'x', m: { x: [{ a: 2 }], y: [{ a: 1 }] } }, NO],
    ['exists(g in input.m[input.k], g.a == 1)', { k: 'z', m: { x: [{ a: 2 }] } }, UNKNOWN],
    ['exists(g in input.m[input.k], g.a == 1)', { m: { x: [{ a: 2 }] } }, UNKNOWN],
    ['forall(g in input.m[input.k], g.a == 1)', { k: 'x', m: { x: [{ a: 1 }], y: [{ a: 2 }] } }, YES],
    ['forall(g in input.m[input.k], g.a == 1)', { k: 'x', m: { x: [] } }, YES],
    ['forall(g in input.m[input.k], g.a == 1)', { k: 'x', m: {} }, UNKNOWN],
    ['forall(g in input.m[input.k]?, g.a == 1)', { k: 'x', m: {} }, YES],
    ['not exists(g in input.m[input.k], g.a == 1)', {}, UNKNOWN],
    ['exists(g in input.l, input.tags[g.k] == "a")', { l: [{ k: 'x' }], tags: { x: 'a' } }, YES],
    ['exists(g in input.l, input.tags[g.k] == "a")', { l: [{ k: 'x' }], tags: { x: 'b' } }, NO],
    ['exists(g in input.l, input.tags[g.k] == "a")', { l: [{}], tags: { x: 'b' } }, UNKNOWN],
    ['forall(g in input.l, has(input.tags[g.k]))', { l: [{ k: 'x' }, {}], tags: { x: 'b' } }, UNKNOWN],
    ['forall(g in input.l, has(input.tags[g.k]))', { l: [{ k: 'x' }, { k: 'y' }], tags: { x: 'b' } }, NO],
    ['count(g in input.m[input.k], g.a == 1) > 1', { k: 'x', m: { x: [{ a: 1 }, { a: 1 }] } }, YES],
    ['count(g in input.m[input.k], g.a == 1) > 1', { k: 'y', m: { x: [{ a: 1 }, { a: 1 }] } }, UNKNOWN],
    ['count(g in input.l, input.tags[g.k] == "a") > 1', { l: [{ k: 'x' }], tags: { x: 'a' } }, NO],
    ['count(g in input.l, input.tags[g.k] == "a") > 0', { l: [{ k: 'x' }], tags: { x: 'a' } }, YES],
    ['count(g in input.l, input.tags[g.k] == "a") > 0', { l: [{}], tags: { x: 'a' } }, UNKNOWN],
    ['count(g in input.l, input.tags[g.k] == "a") == 0', { l: [{ k: 'z' }], tags: { x: 'a' } }, UNKNOWN],
    ['count(v in input.a, input.b[key(v)] == "x") > 1', { a: [1, 2], b: ['x', 'x'] }, YES],
    ['count(v in input.a, input.b[key(v)] == "x") > 1', { a: [1, 2], b: ['x', 'y'] }, NO],
    ['count(v in input.a, input.b[key(v)] == "x") > 1', { a: [1, 2], b: ['x'] }, UNKNOWN],
    ['input.n > 5 or input.tags[input.k] == "a"', { n: 6 }, YES],
    ['input.n > 5 and input.tags[input.k] == "a"', { n: 6 }, UNKNOWN],
    ['input.n > 5 and has(input.tags[input.k])', { n: 4 }, NO],
    ['input.n > 5 or not has(input.tags[lower(input.k)])', { n: 4 }, UNKNOWN],
  ])('%s for %j', async (condition, input, truth) => {
    expect([
      await fires(document(condition, 'allow'), input),
      await fires(document(condition, 'deny'), input),
    ]).toEqual(truth);
  });

  test.each<
    readonly [
      condition: string,
      data: Record<string, unknown>,
      input: unknown,
      certain: boolean,
      possible: boolean,
    ]
  >([
    ['input.limits[call.tool] > 3', { tool: 'read', n: 1 }, { limits: { read: 4 } }, true, true],
    ['input.limits[call.tool] > 3', { tool: 'read', n: 1 }, { limits: { read: 3 } }, false, false],
    ['input.limits[call.tool] > 3', { tool: 'read', n: 1 }, { limits: { write: 4 } }, false, true],
    ['input.items[call.n] == "b"', { tool: 'read', n: 1 }, { items: ['a', 'b'] }, true, true],
    ['input.items[call.n] == "b"', { tool: 'read', n: 0 }, { items: ['a', 'b'] }, false, false],
    ['input.items[call.n] == "b"', { tool: 'read', n: 2 }, { items: ['a', 'b'] }, false, true],
    ['has(input.items[call.n])', { tool: 'read', n: 2 }, { items: ['a', 'b'] }, false, false],
    [
      'has(input.limits[const.owners[lower(call.tool)]])',
      { tool: 'read', n: 2 },
      { limits: { owner: 1 } },
      false,
      true,
    ],
    [
      'not has(input.limits[const.owners[lower(call.tool)]])',
      { tool: 'read', n: 2 },
      { limits: {} },
      false,
      true,
    ],
  ])('of a fact: %s for %j and %j', async (condition, data, input, certain, possible) => {
    for (const [action, expected] of [
      ['allow', certain],
      ['deny', possible],
    ] as const) {
      const text = document(condition, action).replace('if:', 'for: call, if:');
      const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });
      const { decision } = engine.evaluate({ scoped: true, input, facts: [{ template: 'call', data }] });
      expect(decision !== null).toBe(expected);
    }
  });

  test('the rule goes through the list of an entry', async () => {
    const text = `${MORE}rules:\n  one: { allow: "{g.a}", for: { g: 'input.m[input.k].l' }, if: 'g.a > 1' }\n`;
    expect(await fires(text, { k: 'x', m: { x: { l: [{ a: 2 }] } } })).toBe(true);
    expect(await fires(text, { k: 'y', m: { x: { l: [{ a: 2 }] } } })).toBe(false);
    const { diagnostics } = compileSources([{ path: 'policy.yaml', text: text.replace('allow', 'deny') }]);
    expect(diagnostics.map((one) => one.code)).toContain('short-for-missing');
  });

  test('a definition takes a key that is written out', async () => {
    const text = `${MORE}define:\n  tag(k): input.tags[k]\nrules:\n  one: { allow: true, if: 'tag("owner") == "a" and tag(input.k) == "b"' }\n`;
    expect(await fires(text, { k: 'x', tags: { owner: 'a', x: 'b' } })).toBe(true);
    expect(await fires(text, { tags: { owner: 'a', x: 'b' } })).toBe(false);
  });

  test.each([
    'has(input.tags[input.k]) and input.tags[lower(input.k)] == "a"',
    'exists(g in input.m[input.k], input.tags[const.owners[g.n]] == "a")',
    'count(g in input.l, input.tags[g.k] == "a") > 0',
  ])('the long form of %s has the same constructs', (condition) => {
    const text = document(condition, 'allow');
    const long = longForm([{ path: 'policy.yaml', text }]);
    if (long.kind !== 'changed') throw new Error(long.kind);
    expect(linesOf(long.sources[0]?.text ?? '')).toEqual(linesOf(text));
  });

  test('is refused in a table', () => {
    const text = `${MORE}tables:\n  one:\n    if: 'has(input.tags[input.k])'\n    for: call\n    inputs: [call.n]\n    rows: [{ when: ["> 1"], then: { action: deny, reason: x } }]\n`;
    const { diagnostics } = compileSources([{ path: 'policy.yaml', text }]);
    expect(diagnostics.map((one) => one.code)).toContain('short-table-missing');
  });
});
