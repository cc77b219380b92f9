import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CompileError, Engine, SourceError } from '../../../library/node/engine.ts';
import { readRulesetSources } from '../../../library/node/sources.ts';
import { readStable } from '../../../library/node/rulesets/read-stable.ts';
import { checkAll } from '../check/check.ts';

const TEMPLATES = 'templates: [{ name: q, slots: [{ name: n, type: integer }] }]\n';
const rule = (name: string, n: number): string =>
  `rules: [{ name: ${name}, when: [{ template: q, conditions: [{ slot: n, expression: equals(${n}) }] }], then: { action: allow, reason: ${name} } }]\n`;
const relation = `relations: [{ name: k, columns: [{ name: n, type: integer }], file: k.csv }]
rules: [{ name: known, when: [{ template: q, alias: $q }, { relation: k, conditions: [{ slot: n, expression: equals($q.n) }] }], then: { action: allow, reason: known } }]
`;

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'imports-'));
});
afterEach(() => rm(root, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}
const paths = async (path: string, within?: string): Promise<readonly string[]> =>
  (await readRulesetSources(join(root, path), join(root, path), within)).map((source) => source.path).sort();
const reasonOf = async (path: string, n: number): Promise<string | undefined> => {
  const engine = await Engine.fromRules(join(root, path));
  return engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { n } }] }).reason ?? undefined;
};
const problemOf = (path: string): Promise<string> =>
  Engine.fromRules(join(root, path)).then(
    () => '',
    (error: unknown) => {
      if (error instanceof CompileError || error instanceof SourceError) return error.message;
      throw error;
    },
  );

describe('imports', () => {
  it('bring templates, rules and rows of other folders and files, each once', async () => {
    await write({
      'base/templates.yaml': TEMPLATES,
      'base/deep/k.yaml': relation,
      'base/deep/k.csv': 'n\n7\n',
      'roles.yaml': `imports: [./base]\n${rule('one', 1)}`,
      'main/a.yaml': `ruleset: mine\nimports: [../base, ../roles.yaml, ./b.yaml]\n${rule('two', 2)}`,
      'main/b.yaml': rule('three', 3),
    });
    expect(await paths('main')).toEqual([
      '../base/deep/k.csv',
      '../base/deep/k.yaml',
      '../base/templates.yaml',
      '../roles.yaml',
      'a.yaml',
      'b.yaml',
    ]);
    expect(await Promise.all([1, 2, 3, 7].map((n) => reasonOf('main', n)))).toEqual([
      'one',
      'two',
      'three',
      'known',
    ]);
    const engine = await Engine.fromRules(join(root, 'main'));
    expect(engine.name).toBe('mine');
    const { hash } = engine;
    await writeFile(join(root, 'base/deep/k.csv'), 'n\n8\n');
    expect((await Engine.fromRules(join(root, 'main'))).hash).not.toBe(hash);
  });

  it('also work in a ruleset of one file', async () => {
    await write({ 'a.yaml': `imports: [./t.yaml]\n${rule('one', 1)}`, 't.yaml': TEMPLATES });
    expect(await reasonOf('a.yaml', 1)).toBe('one');
  });

  it('never take over the name and version of the ruleset', async () => {
    await write({
      'base/t.yaml': `ruleset: base\nversion: "7"\n${TEMPLATES}`,
      'main/a.yaml': `imports: [../base]\n${rule('one', 1)}`,
    });
    expect((await Engine.fromRules(join(root, 'main'))).name).toBe('main');
  });

  it('are within the root that is given', async () => {
    await write({
      'base/t.yaml': TEMPLATES,
      'in/main/a.yaml': `imports: [../../base]\n${rule('one', 1)}`,
    });
    expect(await problemOf('in/main')).toContain('unknown import `../../base`: expected ');
    const engine = await Engine.fromRules(join(root, 'in/main'), { root });
    expect(engine.evaluate({ scoped: true, facts: [{ template: 'q', data: { n: 1 } }] }).reason).toBe('one');
    expect(await paths('in/main', join(root, 'in'))).toEqual(['a.yaml']);
  });
});

describe('refusals', () => {
  it.each([
    '/etc',
    'C:/rules',
    '..\\base',
    '../.hidden',
    '../graphs',
    '../graphs/g.yaml',
    '../base/t.test.yaml',
    '../base/k.csv',
    '../missing',
    '../linked',
    '../linked/t.yaml',
    '../file.yaml',
    '../empty',
    '""',
  ])('of %s', async (name) => {
    await write({
      'base/t.yaml': TEMPLATES,
      'base/t.test.yaml': TEMPLATES,
      'base/k.csv': 'n\n',
      '.hidden/t.yaml': TEMPLATES,
      'graphs/g.yaml': TEMPLATES,
      'empty/note.txt': '',
      'main/a.yaml': `imports: [${name}]\n${TEMPLATES}${rule('one', 1)}`,
    });
    await symlink(join(root, 'base'), join(root, 'linked'));
    await symlink(join(root, 'base/t.yaml'), join(root, 'file.yaml'));
    const problem = await problemOf('main');
    expect(problem).toMatch(/inside the root|holds no YAML file/);
    expect(await paths('main')).toEqual(['a.yaml']);
  });

  it('of a link in an imported folder that leaves the root', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 't.yaml'), TEMPLATES);
    await write({ 'base/x.yaml': '', 'main/a.yaml': `imports: [../base]\n${rule('one', 1)}` });
    await symlink(join(outside, 't.yaml'), join(root, 'base/t.yaml'));
    expect(await problemOf('main')).toContain('leaves the folder');
    await rm(outside, { recursive: true });
  });

  it('of a file of rows that leaves the root by a link or above its ruleset', async () => {
    await write({
      'base/k.yaml': relation,
      'main/a.yaml': `imports: [../base]\n${TEMPLATES}`,
    });
    await symlink('/etc/hostname', join(root, 'base/k.csv'));
    expect(await problemOf('main')).toContain('leaves the folder');
  });

  it('of a circle, with its path', async () => {
    await write({
      'main/a.yaml': `imports: [./b.yaml]\n${TEMPLATES}${rule('one', 1)}`,
      'main/b.yaml': 'imports: [./c.yaml]\n',
      'main/c.yaml': 'imports: [./a.yaml]\n',
    });
    expect(await problemOf('main')).toContain('a.yaml → b.yaml → c.yaml → a.yaml');
    await write({ 'main/b.yaml': 'imports: [../base]\n', 'base/x.yaml': 'imports: [../main]\n' });
    expect(await problemOf('main')).toContain('b.yaml → ../base/x.yaml → ../main');
    await write({ 'main/a.yaml': TEMPLATES, 'main/b.yaml': 'imports: [.]\n', 'main/c.yaml': '' });
    expect(await problemOf('main')).toContain('b.yaml → b.yaml');
  });
});

describe('orders of focus', () => {
  const orders = (...lists: readonly string[]) =>
    checkAll(
      lists.map((list, i) => ({
        path: `${i}.yaml`,
        text: `${i === 0 ? 'modules: [{ name: a }, { name: b }, { name: c }, { name: d }]\n' : ''}focus_order: [${list}]\n`,
      })),
    );

  it.each([
    [['a, b', 'a, b'], 'a b MAIN'],
    [['a, b', 'a, b, c'], 'a b c MAIN'],
    [['b, c', 'a, b, c, d'], 'a b c d MAIN'],
    [['a, b', 'c, d'], 'a b c d MAIN'],
    [['a, c', 'b, c'], 'a b c MAIN'],
    [['a', 'b', 'c, a'], 'c a b MAIN'],
  ])('%j are one: %s', (lists, merged) => {
    const { ruleset, messages } = orders(...lists);
    expect(messages.filter((message) => message.includes('comes before'))).toEqual([]);
    expect(ruleset?.focusOrder.join(' ')).toBe(merged);
  });

  it('that disagree are an error with the pair', () => {
    const { messages } = orders('a, b, c', 'c, a');
    expect(messages).toContain('conflicting focus order: `c` comes before `a` here, but after it in 0.yaml');
  });
});

it('files outside the ruleset folder are watched', async () => {
  await write({
    'base/t.yaml': TEMPLATES,
    'main/a.yaml': `imports: [../base]\n${relation}`,
    'main/k.csv': 'n\n1\n',
    'one.yaml': `${TEMPLATES}${relation}`,
    'k.csv': 'n\n1\n',
  });
  const folder = await readStable(join(root, 'main'), true, root);
  expect(folder.others.paths).toEqual([join(root, 'base'), join(root, 'base/t.yaml')]);
  const file = await readStable(join(root, 'one.yaml'), false, root);
  expect(file.others.paths).toEqual([join(root, 'k.csv')]);
});
