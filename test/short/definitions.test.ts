/** `define:`, and lists that a rule goes through together. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { longForm, shortForm } from '../../authoring/fmt/change-form.ts';
import { Engine } from '../../library/node/engine.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

const sourceOf = (text: string): readonly { readonly path: string; readonly text: string }[] => [
  { path: 'policy.yaml', text },
];

async function decide(text: string, input: unknown): Promise<unknown> {
  const engine = await Engine.fromSources(sourceOf(text), { warmUp: false });
  const { decision, reason } = engine.evaluate({ scoped: true, input });
  return `${String(decision)}: ${String(reason)}`;
}

/** `line:column code: message` of each diagnostic. */
function problemsOf(text: string): readonly string[] {
  const sources = sourceOf(text);
  const positions = createPositions(sources);
  return compileSources(sources).diagnostics.map(({ at, code, message }) => {
    const { line, column } = positions.of(at);
    return `${line}:${column} ${code}: ${message}`;
  });
}

function constructsOf(text: string): string {
  const compiled = compileSources(sourceOf(text));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return emitClips(compiled.ruleset);
}

const IMAGES = `
default: allow
relations: { exempt-images: { columns: { image: string }, rows: [[tools]] } }
define:
  exempt(c): exists(e in input.exempt?, c.image.glob(e)) or listed(c.image)
  listed(image): exists(e in exempt-images, e.image == image)
  owner: input.meta.owner
rules:
  latest:
    deny: "{c.image} ({list(c)} {key(c)}) of {owner}"
    for: { c: 'input.spec["containers", "initContainers"]?' }
    if: c.image.ends_with(":latest") and not exempt(c)
`;

describe('definitions', () => {
  test('take the place of their uses, with what they mean where they are written', async () => {
    const input = {
      meta: { owner: 'ann' },
      exempt: ['x*'],
      spec: {
        containers: [{ image: 'x:latest' }],
        initContainers: [{ image: 'x:latest' }, { image: 'y:latest' }],
      },
    };
    expect(await decide(IMAGES, input)).toBe('deny: y:latest (initContainers 1) of ann');
    expect(await decide(IMAGES, { ...input, exempt: ['*'] })).toMatch(/^allow/);
    expect(await decide(IMAGES, { spec: {} })).toMatch(/^allow/);
  });

  test('have the constructs of what is written out', () => {
    const used = `
define:
  big(x, n): x > n
  both(a): big(a.n, 5) and (a.m ?? "x") == "y"
rules:
  one: { deny: "no", for: { i: input.items? }, if: not both(i) }
`;
    const written = `
rules:
  one: { deny: "no", for: { i: input.items? }, if: not (i.n > 5 and (i.m ?? "x") == "y") }
`;
    expect(constructsOf(used)).toBe(constructsOf(written));
  });

  test('are not confused by names of the rule', () => {
    const used = `
templates: { user: { id: string }, other: { id: string } }
define: { known: user.id == input.id }
rules:
  one: { deny: "no", for: { user: other }, if: known and user.id == input.other }
`;
    const written = `
templates: { user: { id: string }, other: { id: string } }
rules:
  one: { deny: "no", for: { o: other }, if: user.id == input.id and o.id == input.other }
`;
    const plain = (text: string): string => text.replace(/\?[\w-]+/g, '?x');
    expect(plain(constructsOf(used))).toBe(plain(constructsOf(written)));
  });

  test('go with `fmt --long`, and stay with `fmt --short`', () => {
    const long = longForm(sourceOf(IMAGES));
    if (long.kind !== 'changed') throw new Error(long.kind);
    const [written] = long.sources;
    expect(written?.text).not.toContain('define');
    expect(constructsOf(written?.text ?? '')).toBe(constructsOf(IMAGES));
    const short = shortForm(sourceOf(IMAGES));
    if (short.kind !== 'changed') throw new Error(short.kind);
    expect(short.sources[0]?.text).toContain('listed(image): exists(e in exempt-images, e.image == image)');
    expect(constructsOf(short.sources[0]?.text ?? '')).toBe(constructsOf(IMAGES));
  });

  const RULE = (definitions: string, condition: string): string =>
    `define:\n${definitions
      .split('\n')
      .map((line) => `  ${line}\n`)
      .join('')}rules: { one: { deny: "no", if: '${condition}' } }\ntemplates: { t: { a: string } }\n`;

  test.each<readonly [definitions: string, condition: string, problems: readonly string[]]>([
    ['a: b\nb: not a', 'input.x', ['2:3 short-define-cycle: definition `a` uses itself: `a` → `b` → `a`']],
    ['a(x): x == "1"', 'a(input.x, input.y)', ['3:34 short-arguments: expected `a(x)`']],
    ['a: input.x == "1"', 'a()', ['3:34 short-arguments: expected `a`']],
    ['a(x): x == "1"', 'a', ['3:34 short-arguments: expected `a(x)`']],
    ['t: input.x', 'input.y', ['2:3 short-define-name: definition `t` has the name of a template']],
    [
      'size: input.x',
      'input.y',
      ['2:3 short-define-name: definition `size` has the name of a word of expressions'],
    ],
    ['glob: input.x', 'input.y', ['2:3 short-define-name: definition `glob` has the name of an operator']],
    ['upcase: input.x', 'input.y', ['2:3 short-define-name: definition `upcase` has the name of a function']],
    ['a: input.x', 'input.y', ['2:3 short-define-unused: definition `a` is unused']],
    ['a:', 'input.y', ['2:3 short-empty: `a` must not be empty']],
    ['a(x, x): x', 'input.y', ['2:8 duplicate-name: parameter `x` is already defined in policy.yaml']],
    ['a(5): x', 'input.y', ['2:5 short-expected: expected a name, found `5`']],
    ['a(x) y: x', 'input.y', ['2:8 short-expected: expected `(` or the end, found `y`']],
    [
      'a(x): x.b == y',
      'a(input.x)',
      ['2:16 short-unknown-name: unknown name `y`: write texts in quotes (used at policy.yaml:3:34)'],
    ],
    [
      'a(x): x.b.c',
      'a("x")',
      ['2:9 short-path: `x` stands for a value: it has no members (used at policy.yaml:3:34)'],
    ],
    [
      'a(x): exists(e in x, e == "a")',
      'a("x")',
      [
        '2:21 short-binder: `x` cannot be iterated: expected a template, an item, or a list of a slot or of the document (used at policy.yaml:3:34)',
      ],
    ],
  ])('%s, used as %s', (definitions, condition, problems) => {
    const found = problemsOf(RULE(definitions, condition));
    expect(found.filter((problem) => !problem.includes('unused') || problems[0]?.includes('unused'))).toEqual(
      expect.arrayContaining([...problems]),
    );
  });

  test('are refused when they expand to too much', () => {
    const levels = Array.from({ length: 20 }, (_, i) => `a${i + 1}(x): a${i}(x) and a${i}(x)`);
    const [problem] = problemsOf(RULE(['a0(x): x == "1"', ...levels].join('\n'), 'a20(input.x)'));
    expect(problem).toContain(
      'short-too-large: the definitions that the rule uses expand to more than 10000 parts',
    );
  });
});

describe('several lists', () => {
  test('are missing only together', async () => {
    const text = `
default: allow
rules:
  some: { deny: "no", if: 'exists(c in input["a", "b"], c.x == "1")' }
`;
    expect(await decide(text, {})).toBe('deny: no');
    expect(await decide(text, { a: null })).toBe('deny: no');
    expect(await decide(text, { a: [] })).toMatch(/^allow/);
    expect(await decide(text, { b: [{ x: '2' }] })).toMatch(/^allow/);
    expect(await decide(text, { a: [{ x: '2' }], b: [{ x: '1' }] })).toBe('deny: no');
    // Items of one index are different items.
    expect(await decide(text, { a: [{}], b: [{ x: '2' }] })).toBe('deny: no');
  });

  test('have the declared shape that they share', async () => {
    const text = `
default: allow
input: { a: [{ x!: string, y: integer }], b: [{ x!: string }] }
rules:
  some: { deny: "{i.x}", for: { i: 'input["a", "b"]' }, if: i.x == "1" }
`;
    expect(await decide(text, {})).toMatch(/^allow/);
    expect(await decide(text, { b: [{ x: '1' }] })).toBe('deny: 1');
    await expect(decide(text, { b: [{}] })).rejects.toThrow();
  });

  test.each([
    ['exists(c in input["a", "a"], c.x)', '3:44 short-union'],
    ['exists(c in input["a", 5], c.x)', '3:44 short-union'],
    ['input["a", "b"] == 5', '3:32 short-union'],
    ['exists(c in input.a, list(c) == "a")', '3:48 short-list'],
  ])('%s is refused', (condition, problem) => {
    const [found] = problemsOf(`\nrules:\n  one: { deny: "no", if: '${condition}' }\n`);
    expect(found).toContain(problem);
  });
});
