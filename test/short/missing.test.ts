/** `missing` of a result: what the rule that decided could not know. */
import { describe, expect, test } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

type Facts = readonly { readonly template: string; readonly data: Record<string, unknown> }[];

const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'policy.yaml', text }], { warmUp: false });

async function missingOf(text: string, input: unknown, facts: Facts = []): Promise<readonly string[] | null> {
  const { missing = null } = (await engineOf(text)).evaluate({ scoped: true, input, facts });
  return missing;
}

const RULE = (condition: string, more = ''): string => `
constants: { limits: { low: 5, high: 50 }, names: { low: least }, name: owner, inside: [10.0.0.0/8] }
templates: { call: { kind: string, path: string } }
rules:
  open: { allow: true, if: has(input.open) }
  close: { deny: "no", if: '${condition}'${more} }
`;

const CASES: readonly (readonly [condition: string, input: unknown, missing: readonly string[] | null])[] = [
  ['input.env == "prod"', {}, ['input.env']],
  ['input.env == "prod"', { env: null }, ['input.env']],
  ['input.env == "prod"', { env: 5 }, ['input.env (a number)']],
  ['input.env == "prod"', { env: ['prod'] }, ['input.env (a list)']],
  ['input.env == "prod"', { env: {} }, ['input.env (an object)']],
  ['input.env == "prod"', { env: 'prod' }, null],
  ['input.env == "prod"', { env: 'test' }, null],
  ['input.rows > 5 or input.a.b == "x"', {}, ['input.rows', 'input.a.b']],
  ['input.rows > 5 or input.a.b == "x"', { rows: 'many', a: {} }, ['input.rows (a text)', 'input.a.b']],
  ['input.open', { open: 'yes' }, ['input.open (a text)']],
  // An excused missing value is not a reason, but a value of another type is.
  ['input.env? == "prod" or input.b == "x"', {}, ['input.b']],
  ['input.env? == "prod" or input.b == "x"', { env: true, b: 'y' }, ['input.env (a truth value)']],
  ['(input.rows ?? 9) > 5', {}, null],
  ['(input.rows ?? 0) > 5', { rows: 'many' }, ['input.rows (a text)']],
  ['not has(input.env)', {}, null],
  ['input["a-b"][0] == "x"', { 'a-b': [] }, ['input["a-b"][0]']],
  ['"x" in input.tags', {}, ['input.tags']],
  ['"x" in input.tags', { tags: ['y', 5] }, ['input.tags[1] (a number)']],
  ['"x" in input.tags', { tags: { a: 'x' } }, ['input.tags (an object)']],
  ['exists(i in input.items, i.price > 5)', {}, ['input.items']],
  ['exists(i in input.items, i.price > 5)', { items: [{ price: 1 }, {}] }, ['input.items[1].price']],
  ['size(input.items) > 2 and exists(i in input.items, i.a == 1)', {}, ['input.items']],
  // Names of a map belong to the document.
  ['exists(v in input.vars, v.a == "x")', { vars: { secret: {} } }, ['input.vars[*].a']],
  [
    'exists(g in input.groups, exists(m in g.members, m.age > 5))',
    { groups: [{ members: [] }, { members: [{ age: 1 }, {}] }, {}] },
    ['input.groups[2].members', 'input.groups[1].members[1].age'],
  ],
  ['input.n > const.limits[input.k]', { n: 1, k: 'odd' }, ['const.limits[input.k] (no key)']],
  ['input.n > const.limits[input.k]', { n: 1 }, ['input.k']],
  ['input.a / input.b > 2', { a: 1, b: 0 }, ['input.b (zero)']],
  ['input.p.path_within("/a")', { p: '~/x' }, ['input.p (unreadable)']],
  ['not input.p.in_cidr(const.inside)', { p: 'x' }, ['input.p (unreadable)']],
  ['input.p.host_within("a.org")', { p: '' }, ['input.p (unreadable)']],
  ['input.p.semver_satisfies("^1.0.0")', { p: 'latest' }, ['input.p (unreadable)']],
  // An argument that comes with the request, and what is read by it.
  ['input.p.path_within(input.folder)', { p: '/a', folder: '' }, ['input.folder (unreadable)']],
  ['input.p.path_within(input.folder)', { p: '/a', folder: '/a/%2e%2e' }, ['input.folder (unreadable)']],
  ['input.p.path_within(input.folder)', { p: '~/a', folder: '/a' }, ['input.p (unreadable)']],
  ['input.p.path_within(input.folder)', { p: 'a', folder: '/a' }, ['input.p (unreadable)']],
  ['input.p.path_within(input.folder)', { p: '/a', folder: 7 }, ['input.folder (a number)']],
  ['input.p.path_within(input.folder)', { p: '/a' }, ['input.folder']],
  ['input.p.path_within(input.folder)', { p: '/b', folder: '/a' }, null],
  ['not input.p.host_within(input.host)', { p: 'a.org', host: 'b/c' }, ['input.host (unreadable)']],
  ['not input.p.in_cidr([input.net, "10.0.0.0/8"])', { p: '11.0.0.1', net: 'x' }, ['input.net (unreadable)']],
  ['not input.p.in_cidr([input.net, "10.0.0.0/8"])', { p: 'x', net: '11.0.0.0/8' }, ['input.p (unreadable)']],
  ['not input.p.in_cidr(input.nets)', { p: '11.0.0.1', nets: 'x' }, ['input.nets (unreadable)']],
  ['not input.p.semver_satisfies(input.range)', { p: '1.0.0', range: '!' }, ['input.range (unreadable)']],
  ['count(i in input.items, i.a == 1) > 2', {}, ['input.items']],
  // Entries of maps, with the key that was asked for.
  ['input.tags["owner"] == "x"', { tags: {} }, ['input.tags.owner']],
  ['input.tags[input.k] == "x"', { k: 'owner', tags: {} }, ['input.tags["owner"]']],
  ['input.tags[input.k] == "x"', { k: 'owner' }, ['input.tags["owner"]']],
  ['input.tags[input.k] == "x"', { k: 'owner', tags: { owner: 5 } }, ['input.tags["owner"] (a number)']],
  ['input.tags[input.k] == "x"', { tags: { owner: 'x' } }, ['input.k']],
  ['input.tags[input.k] == "x"', { k: 5, tags: { owner: 'x' } }, ['input.k (a number)']],
  ['input.tags[input.k] == "x"', { k: 'owner', tags: { owner: 'x' } }, null],
  ['input.tags[input.k]? == "x" or input.b == 1', { k: 'owner' }, ['input.b']],
  ['input.tags[input.k].a.b == "x"', { k: 'o"r', tags: { 'o"r': {} } }, ['input.tags["o\\"r"].a.b']],
  ['has(input.tags[input.k])', {}, ['input.k']],
  ['input.items[input.k].a == 1', { k: '1', items: [{ a: 1 }, {}] }, ['input.items["1"].a']],
  ['input.items[input.k].a == 1', { k: '2', items: [{ a: 1 }, {}] }, ['input.items["2"].a']],
  ['input.tags[lower(input.k)] == "x"', { k: 'OWNER', tags: {} }, ['input.tags["owner"]']],
  ['input.tags[part(input.k, "/", 1)] == "x"', { k: 'a/b', tags: {} }, ['input.tags["b"]']],
  ['input.tags[part(input.k, "/", 1)] == "x"', { k: 'a', tags: {} }, ['input.k (no part 1: "a")']],
  ['input.tags[const.names[input.k]] == "x"', { k: 'low', tags: {} }, ['input.tags["least"]']],
  ['input.tags[const.names[input.k]] == "x"', { k: 'odd', tags: {} }, ['const.names[input.k] (no key)']],
  ['input.tags[const.name] == "x"', { tags: {} }, ['input.tags["owner"]']],
  ['input.tags[text("{input.a}/{input.b}")] == "x"', { a: 'x', b: 'y', tags: {} }, ['input.tags["x/y"]']],
  ['input.m[input.k][input.j] == "x"', { k: 'a', j: 'b', m: { a: {} } }, ['input.m["a"]["b"]']],
  ['input.m[input.n[input.k]] == "x"', { k: 'a', n: { a: 'b' }, m: {} }, ['input.m["b"]']],
  ['input.m[input.n[input.k]] == "x"', { k: 'a', n: {}, m: {} }, ['input.n["a"]']],
  [
    'exists(g in input.l, input.tags[g.k] == "x")',
    { l: [{ k: 'a' }, { k: 'b' }, {}], tags: { a: 'y' } },
    ['input.l[2].k', 'input.tags["b"]'],
  ],
  ['exists(v in input.a, input.b[key(v)] == v)', { a: { x: '1' }, b: {} }, ['input.b["x"]']],
  ['exists(m in input.groups[input.k], m == "ann")', { k: 'dev', groups: {} }, ['input.groups["dev"]']],
  [
    'exists(m in input.groups[input.k], m.a == "ann")',
    { k: 'dev', groups: { dev: [{ a: 'x' }, {}] } },
    ['input.groups["dev"][1].a'],
  ],
  // Lists of a union.
  ['exists(c in input.spec["a", "b"], c.x == 1)', {}, ['input.spec["a", "b"]']],
  ['exists(c in input.spec["a", "b"], c.x == 1)', { spec: { a: [{ x: 2 }] } }, null],
  [
    'exists(c in input.spec["a", "b"], c.x == 1)',
    { spec: { a: [{ x: 2 }, {}], b: [{}], other: [{}] } },
    ['input.spec.a[1].x', 'input.spec.b[0].x'],
  ],
  [
    'exists(c in input.spec["a", "b"], exists(p in c.ports, p.n == 1))',
    { spec: { b: [{ ports: [{}] }, {}] } },
    ['input.spec.b[1].ports', 'input.spec.b[0].ports[0].n'],
  ],
  // Texts that a function cannot read.
  ['number(input.p) > 5', { p: 'many' }, ['input.p (not a number: "many")']],
  ['number(input.p) > 5', { p: '3' }, null],
  ['number(input.p) > 5', {}, ['input.p']],
  ['number(input.p) > 5', { p: ['a'] }, ['input.p (a list)']],
  ['quantity(input.p) > 5', { p: '5 (five)' }, ['input.p (not a quantity: "5 (five)")']],
  ['time(input.p) > now', { p: '2025-13-01' }, ['input.p (not a time: "2025-13-01")']],
  ['time(input.p) + 24h > now', { p: 'x' }, ['input.p (not a time: "x")']],
  ['part(input.p, "/", -3) == "a"', { p: 'a/b' }, ['input.p (no part -3: "a/b")']],
  ['number(part(input.p, "/", 1)) > 5', { p: 'a/b' }, ['input.p (not a number: "b")']],
  ['number(part(input.p, "/", 1)) > 5', { p: 'a' }, ['input.p (no part 1: "a")']],
  ['lower(input.p) == "a"', { p: 'b' }, null],
  ['number(lower(input.p)) > 1', { p: 'ABC' }, ['input.p (not a number: "abc")']],
];

test.each(CASES)('%s of %j', async (condition, input, missing) => {
  expect(await missingOf(RULE(condition), input)).toEqual(missing);
});

describe('the item that the rule is about', () => {
  const policy = (condition: string): string =>
    RULE(condition, ', for: { g: input.groups?, i: g.items? }').replace('close:', 'close:');

  test('is the one of its match', async () => {
    const input = { groups: [{ items: [{ a: 1 }] }, { items: [{ a: 1 }, { a: 1 }, {}] }] };
    expect(await missingOf(policy('i.a == 2'), input)).toEqual(['input.groups[1].items[2].a']);
  });

  test('of two names of one list is the second', async () => {
    const text = RULE('x.a == 1 and y.b == 2', ', for: { x: input.items?, y: input.items? }');
    expect(await missingOf(text, { items: [{ a: 1, b: 1 }, { a: 3 }] })).toEqual(['input.items[1].b']);
  });
});

test('a fact is named where an operator cannot read it, or a map lacks its key', async () => {
  const facts = [{ template: 'call', data: { kind: 'odd', path: '~/x' } }];
  expect(await missingOf(RULE('const.limits[call.kind] > 9'), { open: 1 }, facts)).toEqual([
    'const.limits[call.kind] (no key)',
  ]);
  expect(await missingOf(RULE('call.path.path_within("/a")'), { open: 1 }, facts)).toEqual([
    'call.path (unreadable)',
  ]);
});

test('an entry is named by the key that a fact, a row or an item has', async () => {
  const facts = [{ template: 'call', data: { kind: 'odd', path: '12m' } }];
  expect(await missingOf(RULE('input.tags[call.kind] == "x"'), { tags: {} }, facts)).toEqual([
    'input.tags["odd"]',
  ]);
  expect(await missingOf(RULE('number(call.path) > 9'), { open: 1 }, facts)).toEqual([
    'call.path (not a number: "12m")',
  ]);
  const row = RULE('input.tags[t.name] == "x"', ', for: { t: known }').replace(
    'templates:',
    'relations: { known: { columns: { name: string }, rows: [[owner]] } }\ntemplates:',
  );
  // Rows are not part of a match.
  expect(await missingOf(row, { tags: {} })).toBeNull();
  const item = RULE('input.tags[i.k] == key(i)', ', for: { i: input.l? }');
  expect(await missingOf(item, { l: [{ k: 'a' }], tags: { b: 'x' } })).toEqual(['input.tags["a"]']);
  const key = RULE('input.tags[key(i)] == "x"', ', for: { i: input.m? }');
  expect(await missingOf(key, { m: { a: 1, b: 2 }, tags: { a: 'y' } })).toEqual(['input.tags["b"]']);
});

test('the item of a union is the one of the match', async () => {
  const text = RULE('c.x == 1', ', for: { c: \'input.spec["a", "b"]?\' }');
  expect(await missingOf(text, { spec: { a: [{ x: 2 }], b: [{ x: 2 }, {}] } })).toEqual([
    'input.spec.b[1].x',
  ]);
});

describe('what is sensitive', () => {
  const DECLARED =
    'input: { k: string sensitive, open: string, tags: { "*": string }, p: string sensitive, q: string }';
  test.each<readonly [condition: string, input: unknown, missing: readonly string[]]>([
    ['input.tags[input.k] == "x"', { k: 'secret', tags: {} }, ['input.tags[[masked]]']],
    ['number(input.p) > 3', { p: 'secret' }, ['input.p (not a number: [masked])']],
    ['number(input.q) > 3', { q: 'open' }, ['input.q (not a number: "open")']],
    ['number(call.path) > 3', { q: 'open' }, ['call.path (not a number: [masked])']],
    ['input.tags[call.path] == "x"', { tags: {} }, ['input.tags[[masked]]']],
  ])('%s of %j', async (condition, input, missing) => {
    const text = `${DECLARED}\n${RULE(condition).replace('path: string', 'path: string sensitive')}`;
    const facts = [{ template: 'call', data: { kind: 'a', path: 'secret' } }];
    expect(await missingOf(text, input, facts)).toEqual(missing);
  });
});

describe('without the member', () => {
  test.each([
    [
      'a rule that opens',
      'rules: { r: { allow: true, if: has(input.a) and input.b? == "x" or has(input.c) } }',
    ],
    [
      'a rule that stays in doubt',
      'rules: { r: { deny: x, if: input.a == 1 or has(input.c), in_doubt: stay } }',
    ],
    ['the default decision', 'rules: { r: { allow: true, if: input.a == 1 } }'],
  ])('%s', async (_, text) => {
    expect(await missingOf(text, { c: 1 })).toBeNull();
  });

  test('a rule that another one beats', async () => {
    const text =
      'decide: allow-overrides\nrules: { r: { deny: x, if: input.a == 1 }, s: { allow: true, if: has(input.c) } }';
    expect(await missingOf(text, { c: 1 })).toBeNull();
  });
});

test('`in_doubt: fire` closes', async () => {
  const text = 'rules: { r: { allow: true, if: input.a == 1, in_doubt: fire } }';
  expect(await missingOf(text, {})).toEqual(['input.a']);
});

test('the list ends', async () => {
  const items = Array.from({ length: 200 }, () => ({}));
  expect(await missingOf(RULE('exists(i in input.items, i.a == 1)'), { items })).toHaveLength(100);
});

test('facts of an evaluation that fails are not read for a later one', async () => {
  const engine = await engineOf(RULE('input.env == "prod"'));
  expect(engine.evaluate({ scoped: true, input: {} }).missing).toEqual(['input.env']);
  expect(engine.evaluate({ scoped: true, input: { env: 'a' } }).missing).toBeUndefined();
});
