import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { full } from '../full.ts';
import { runCli } from './run-cli.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ferrule-init-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const FILES = [
  '.github/workflows/rules.yaml',
  'rules.test.yaml',
  'rules.yaml',
  'ruleset.schema.json',
  'suite.schema.json',
];

describe.each(['basic', 'agent-gate'])('the template %s', (template) => {
  it('is a ruleset that is well, laid out and tested', async () => {
    const folder = join(root, 'my-policy');
    const { code, out, err } = await runCli(['init', folder, '--template', template]);
    expect({ code, err }).toEqual({ code: 0, err: `\nTry: ferrule test ${folder}\n` });
    expect(out.trim().split('\n').sort()).toEqual(FILES.map((file) => join(folder, file)));
    expect(await runCli(['validate', '--strict', folder])).toMatchObject({ code: 0, err: '' });
    expect(await runCli(['fmt', '--check', folder])).toEqual({ code: 0, out: '', err: '' });
    expect((await runCli(['test', folder])).code).toBe(0);
    expect((await runCli(['info', folder])).out).toMatch(/^my-policy 0\.1\n/);
  });
});

it('the schemas are those of the command, and the workflow installs the tarball of this version', async () => {
  await runCli(['init', root]);
  expect(await readFile(join(root, 'ruleset.schema.json'), 'utf8')).toBe((await runCli(['schema'])).out);
  expect(await readFile(join(root, 'suite.schema.json'), 'utf8')).toBe(
    (await runCli(['schema', 'suite'])).out,
  );
  const version = (await runCli(['--version'])).out.trim();
  const workflow = await readFile(join(root, '.github/workflows/rules.yaml'), 'utf8');
  // The package is not in the registry: another one of its name would be installed from there.
  expect(workflow).toContain(`npm install --global ./ferrule-${version}.tgz\n`);
  expect(workflow).not.toMatch(/npx|ferrule@/);
});

it.each(['a: b', 'null', '#x', 'two words'].slice(0, full(4, 1)))(
  'a folder named %j gives no name that YAML reads otherwise',
  async (name) => {
    const folder = join(root, name);
    await runCli(['init', folder]);
    expect((await runCli(['info', folder])).out).toMatch(/^rules 0\.1\n/);
  },
);

describe('refuses', () => {
  it('an unknown template', async () => {
    const { code, err } = await runCli(['init', root, '--template', 'full']);
    expect({ code, err }).toEqual({
      code: 2,
      err: "ferrule: unknown template 'full' (basic, agent-gate)\n",
    });
  });

  it('a second folder', async () => {
    expect(await runCli(['init', root, 'more'])).toMatchObject({
      code: 2,
      err: "ferrule: init does not take 'more'\n",
    });
  });

  it('to overwrite a file, and writes nothing then', async () => {
    const cases = join(root, 'rules.test.yaml');
    await writeFile(cases, 'mine');
    const { code, err } = await runCli(['init', root]);
    expect({ code, err }).toEqual({ code: 1, err: `ferrule: ${cases} already exists\n` });
    expect(await readdir(root)).toEqual(['rules.test.yaml']);
    expect(await readFile(cases, 'utf8')).toBe('mine');
  });

  it('a file in place of the folder', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    expect((await runCli(['init', file])).code).toBe(1);
    await mkdir(join(root, 'x'));
    expect((await runCli(['init', join(root, 'x')])).code).toBe(0);
  });
});
