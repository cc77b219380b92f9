import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { facts, RULES } from './desk.ts';
import { runCli, runCliIntoHead } from './run-cli.ts';
import { full } from '../full.ts';

let folder: string;
let rules: string;
let broken: string;
let doubtful: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-cli-'));
  rules = join(folder, 'desk.yaml');
  broken = join(folder, 'broken.yaml');
  doubtful = join(folder, 'doubtful.yaml');
  await writeFile(rules, RULES);
  await writeFile(broken, RULES.replace('slot: age', 'slot: aeg'));
  await writeFile(doubtful, `${RULES}\ncolour: blue\n`);
});
afterAll(() => rm(folder, { recursive: true }));

describe('ferrule', () => {
  it('prints its version', async () => {
    const { version } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as {
      version: string;
    };
    expect(await runCli(['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  it('helps with every command', async () => {
    const { code, out } = await runCli(['--help']);
    expect(code).toBe(0);
    const names = [...out.matchAll(/^ {2}([a-z]+(?: [a-z-]+)*) {2}/gm)].map(([, name = '']) => name);
    // Each starts a process: a plain run tries some.
    for (const name of names.filter((_, i) => i % full(1, 5) === 0)) {
      expect((await runCli([...name.split(' '), '--help'])).out).toContain(`Usage: ferrule ${name}`);
    }
  });

  it('suggests what was meant', async () => {
    expect(await runCli(['evalute'])).toEqual({
      code: 2,
      out: '',
      err: "ferrule: unknown command 'evalute' (did you mean evaluate?)\n",
    });
  });

  it('ends quietly when its reader stops reading', async () => {
    const lines = join(folder, 'many.jsonl');
    await writeFile(lines, `${facts({ name: 'Ann' })}\n`.repeat(20_000));
    const { code, err } = await runCliIntoHead(['evaluate', rules, '--batch', lines]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('ferrule compile', () => {
  const PRINTED: readonly (readonly [readonly string[], string])[] = [
    [[], '(defrule MAIN::adult'],
    [['--target', 'js'], 'createEngine'],
    [['--target', 'plan'], 'fires MAIN::adult'],
    [['--target', 'clips'], '(defrule MAIN::adult'],
    [['--target', 'typescript'], 'export const ruleset'],
  ];

  // The next test has files of the others.
  it.each(PRINTED.slice(0, full(PRINTED.length, 3)))('prints %j', async (options, expected) => {
    const { code, out, err } = await runCli(['compile', rules, ...options]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(expected);
  });

  it('writes files', async () => {
    const all = join(folder, 'out/all');
    expect((await runCli(['compile', rules, '--out', all])).code).toBe(0);
    const files = ['constructs.clp', 'matcher.ts', 'ruleset.d.mts', 'ruleset.mjs'];
    expect((await readdir(all)).sort()).toEqual(files);
    const one = join(folder, 'out/one');
    expect((await runCli(['compile', rules, '--target', 'clips', '--out', one])).code).toBe(0);
    expect(await readdir(one)).toEqual(['constructs.clp']);
    expect(await readFile(join(one, 'constructs.clp'), 'utf8')).toBe((await runCli(['compile', rules])).out);
  });

  it('refuses another target, and a folder that cannot be made', async () => {
    expect(await runCli(['compile', rules, '--target', 'wasm'])).toMatchObject({ code: 2, out: '' });
    const { code, err } = await runCli(['compile', rules, '--out', join(rules, 'out')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^ferrule: cannot write to /);
  });

  it('shows errors at their position', async () => {
    const { code, out, err } = await runCli(['compile', broken]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^broken\.yaml:10:65: error [a-z-]+: .*did you mean 'age'/);
    expect(err).toMatch(/ferrule: the ruleset does not compile \(\d+ errors?\)\n$/);
    expect(err).not.toMatch(/^ {4}at /m);
  });
});

describe('ferrule validate', () => {
  it('counts what is well', async () => {
    expect(await runCli(['validate', rules])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^ok: 2 templates, .*2 rules\n$/),
    });
  });

  it('fails on errors, and on warnings when strict; an unknown key is a warning when lenient', async () => {
    expect((await runCli(['validate', broken])).code).toBe(1);
    const lax = await runCli(['validate', doubtful, '--lenient']);
    expect(lax.code).toBe(0);
    expect(lax.err).toContain('doubtful.yaml:16:1: warning');
    const strict = await runCli(['validate', doubtful, '--strict']);
    expect(strict.code).toBe(1);
    expect(strict.err).toContain('doubtful.yaml:16:1: error');
  });

  it('refuses a small text that expands to too much', async () => {
    const any =
      '{ any: [[{ template: a, conditions: [{ slot: n, expression: equals(1) }] }], [{ template: a }]] }';
    const when = Array.from({ length: 20 }, () => any).join(', ');
    const path = join(folder, 'large.yaml');
    const rule = `{ name: r, when: [${when}], then: { action: deny } }`;
    await writeFile(
      path,
      `templates: [{ name: a, slots: [{ name: n, type: integer }] }]\nrules: [${rule}]\n`,
    );
    const { code, err } = await runCli(['validate', path]);
    expect([code, err]).toEqual([1, expect.stringMatching(/large\.yaml:2:\d+: error too-many-alternatives/)]);
    await rm(path);
  });

  it('prints JSON', async () => {
    const { code, out } = await runCli(['validate', broken, '--json']);
    expect(code).toBe(1);
    const { ok, diagnostics } = JSON.parse(out) as { ok: boolean; diagnostics: object[] };
    expect(ok).toBe(false);
    expect(diagnostics[0]).toMatchObject({
      file: 'broken.yaml',
      line: 10,
      severity: 'error',
      suggestion: 'age',
    });
    expect(JSON.parse((await runCli(['validate', rules, '--json'])).out)).toEqual({
      ok: true,
      diagnostics: [],
    });
  });

  it('reports a missing file', async () => {
    const gone = join(folder, 'gone.yaml');
    expect(await runCli(['validate', gone])).toEqual({
      code: 1,
      out: '',
      err: `ferrule: ${gone}: no such file or folder\n`,
    });
  });
});

describe('ferrule info', () => {
  it('lists what a ruleset declares', async () => {
    const { code, out } = await runCli(['info', rules]);
    expect(code).toBe(0);
    expect(out).toContain('desk 2.0\n');
    expect(out).toContain('visitor: name string required, age integer');
    expect(out).toContain('MAIN::adult: allow, salience 0, desk.yaml:9:5');
  });

  it('prints JSON', async () => {
    const { out } = await runCli(['info', rules, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      name: 'desk',
      version: '2.0',
      hash: expect.stringMatching(/^sha256:/),
      decide: 'deny-overrides',
      templates: [
        { name: 'visitor', slots: [{ name: 'name', type: 'STRING', required: true }, {}] },
        { name: 'pass' },
      ],
      rules: [
        { name: 'MAIN::adult', action: 'allow' },
        { name: 'MAIN::minor', action: 'deny' },
      ],
    });
  });
});
