/** `map[key]` with a key that a fact, an item or a constant has, and `key(x)` as a text. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const HEAD = `
constants: { team: team, fee: 1.5, fees: { x: 1.5 } }
relations: { tags: { columns: { name: string, value: string }, rows: [[team, red], [stage, prod]] } }
default: none
`;
const rule = (condition: string, action: 'allow' | 'deny', more = ''): string =>
  `${HEAD}${more}rules:\n  one: { ${action}: true, for: { t: tags }, if: '${condition}' }\n`;

async function fires(text: string, input: unknown): Promise<boolean> {
  const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });
  return engine.evaluate({ scoped: true, input }).decision !== null;
}

describe('the entry of a key', () => {
  test.each<readonly [condition: string, input: unknown, certain: boolean, possible: boolean]>([
    ['t.name == "team" and input.tags[t.name] == t.value', { tags: { team: 'red' } }, true, true],
    ['t.name == "team" and input.tags[t.name] == t.value', { tags: { team: 'blue' } }, false, false],
    ['t.name == "team" and input.tags[t.name] == t.value', { tags: { stage: 'red' } }, false, true],
    ['t.name == "team" and input.tags[t.name] == t.value', {}, false, true],
    ['t.name == "team" and input.tags[t.name] != t.value', { tags: { team: 'red' } }, false, false],
    ['t.name == "team" and input.tags[t.name] != t.value', { tags: {} }, false, true],
    ['t.name == "team" and not (input.tags[t.name]? == t.value)', { tags: {} }, true, true],
    ['t.name == "team" and input.tags[t.name]? == t.value', { tags: {} }, false, false],
    ['t.name == "team" and has(input.tags[t.name])', { tags: { team: 5 } }, true, true],
    ['t.name == "team" and not has(input.tags[t.name])', { tags: { stage: 5 } }, true, true],
    ['t.name == "team" and input.tags[t.name].a.b > 3', { tags: { team: { a: { b: 4 } } } }, true, true],
    ['t.name == "team" and input.tags[t.name].a.b > 3', { tags: { team: { a: { b: 3 } } } }, false, false],
    ['t.name == "team" and input.tags[t.name].a.b > 3', { tags: { team: { a: {} } } }, false, true],
    ['t.name == "team" and (input.tags[t.name] ?? "red") == t.value', { tags: {} }, true, true],
    ['t.name == "team" and input.tags[const.team] == t.value', { tags: { team: 'red' } }, true, true],
    [
      't.name == "team" and exists(g in input.groups, g.tags[t.name] == "x")',
      { groups: [{ tags: { stage: 'x' } }, { tags: { team: 'x' } }] },
      true,
      true,
    ],
    [
      't.name == "team" and exists(g in input.groups, g.tags[t.name] == "x")',
      { groups: [{ tags: { stage: 'x' } }] },
      false,
      true,
    ],
    [
      't.name == "team" and exists(v in input.a, input.b[key(v)] == v)',
      { a: { x: '1', y: '2' }, b: { x: '2', y: '2' } },
      true,
      true,
    ],
    [
      't.name == "team" and exists(v in input.a, input.b[key(v)] == v)',
      { a: { x: '1', y: '2' }, b: { x: '2', y: '1' } },
      false,
      false,
    ],
  ])('%s for %j', async (condition, input, certain, possible) => {
    expect(await fires(rule(condition, 'allow'), input)).toBe(certain);
    expect(await fires(rule(condition, 'deny'), input)).toBe(possible);
  });

  test('takes a declared key', async () => {
    const text = rule(
      't.name == "team" and input.tags[input.k] == "a"',
      'deny',
      'input: { k!: string, tags: { "*": string } }\n',
    );
    expect(await fires(text, { k: 'x', tags: { x: 'a' } })).toBe(true);
    expect(await fires(text, { k: 'x', tags: { x: 'b', y: 'a' } })).toBe(false);
    expect(await fires(text, { k: 'z', tags: { x: 'b' } })).toBe(true);
  });

  test.each([
    ['input.tags[5 + 1] == "a"', 'short-entry-key'],
    ['input.tags[input.a == 1] == "a"', 'short-entry-key'],
    ['input.tags[["a"]] == "a"', 'short-entry-key'],
    ['input.tags[now] == "a"', 'short-entry-key'],
    ['input.tags[number(input.k)] == "a"', 'short-entry-key'],
    ['input.tags[const.fee] == "a"', 'short-entry-key'],
    ['input.tags[const.fees["x"]] == "a"', 'short-entry-key'],
    ['input.tags[count(x in input.l)] == "a"', 'short-entry-key'],
    ['input.tags[t] == "a"', 'short-entry-key'],
    ['input.tags[nothing] == "a"', 'short-index'],
    ['input.tags[input.k?] != "a"', 'short-optional-negated'],
  ])('%s is refused', (condition, code) => {
    const { diagnostics } = compileSources([{ path: 'policy.yaml', text: rule(condition, 'allow') }]);
    expect(diagnostics.map((one) => one.code)).toContain(code);
  });
});

test('the key of an item is a text', async () => {
  const text = `default: none\nrules:\n  one: { allow: true, for: { v: input }, if: 'key(v) in ["a", "b"] or key(v).starts_with("aws_")' }\n`;
  expect(await fires(text, { b: {} })).toBe(true);
  expect(await fires(text, { aws_x: {} })).toBe(true);
  expect(await fires(text, { c: {} })).toBe(false);
});
