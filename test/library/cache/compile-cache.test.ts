import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEntry } from '../../../library/node/compile-cache/cache-entry.ts';
import { Engine, type EngineOptions } from '../../../library/node/engine.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { runCli } from '../../cli/run-cli.ts';
import { OTHER, RULES } from './gate.ts';

const SOURCES = [{ path: 'gate.yaml', text: RULES }];
const posix = process.platform !== 'win32';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ferrule-cache-'));
  folder = join(root, 'cache');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function decide(options: EngineOptions = {}, sources = SOURCES): Promise<string | null> {
  const engine = await Engine.fromSources(sources, { cache: folder, ...options });
  return engine.evaluate({ scoped: true, facts: [{ template: 'agent', data: { id: 'a' } }] }).decision;
}

async function entries(): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}

/** The path of the only entry. */
async function onlyEntry(): Promise<string> {
  const names = await entries();
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
}

function entryOf(key: string, text: string): Uint8Array {
  const { javascript, ruleset, hash } = compileOrThrow([{ path: 'gate.yaml', text }]);
  return writeEntry(key, { name: ruleset.name, hash, javascript: javascript(), warnings: [] });
}

/** Keeps RULES, then puts OTHER in its place: who reads the entry escalates. */
async function keepMarked(): Promise<string> {
  await decide();
  const path = await onlyEntry();
  await writeFile(path, entryOf(path.slice(folder.length + 1), OTHER));
  return path;
}

describe('the cache of compiled rulesets', () => {
  it('is off by default', async () => {
    await Engine.fromSources(SOURCES);
    expect(await entries()).toEqual([]);
  });

  it('serves what was compiled before', async () => {
    await keepMarked();
    expect(await decide()).toBe('escalate');
  });

  it('gives the same engine as the compiler', async () => {
    const compiled = await Engine.fromRules('rulesets/tool-call-gate', { cache: folder });
    const cached = await Engine.fromRules('rulesets/tool-call-gate', { cache: folder });
    expect(cached.hash).toBe(compiled.hash);
    expect(cached.warnings).toEqual(compiled.warnings);
    expect(cached.describe()).toEqual(compiled.describe());
    const parts = { yaml: 'ruleset: more\nrules: []\n' };
    expect(await cached.reloadRules(parts)).toEqual(await compiled.reloadRules(parts));
  });

  it('repeats the warnings of the compiler', async () => {
    const sources = [{ path: 'gate.yaml', text: RULES.replace('ruleset: gate', 'ruleset: gate\nruels: []') }];
    const first = await Engine.fromSources(sources, { cache: folder, lenient: true });
    const second = await Engine.fromSources(sources, { cache: folder, lenient: true });
    expect(first.warnings).toEqual([expect.stringContaining('unknown-key')]);
    expect(second.warnings).toEqual(first.warnings);
    await expect(decide({}, sources)).rejects.toThrow(/unknown-key/);
    await expect(decide({ strict: true, lenient: true }, sources)).rejects.toThrow(/unknown-key/);
  });

  it.each<readonly [string, EngineOptions, typeof SOURCES]>([
    ['another text', {}, [{ path: 'gate.yaml', text: `${RULES}# more` }]],
    ['another path', {}, [{ path: 'other.yaml', text: RULES }]],
    ['more sources', {}, [...SOURCES, { path: 'z.yaml', text: '' }]],
    ['another name', { name: 'other' }, SOURCES],
    ['strict', { strict: true }, SOURCES],
    ['lenient', { lenient: true }, SOURCES],
  ])('has an entry of its own for %s', async (_, options, sources) => {
    await keepMarked();
    expect(await decide(options, sources)).toBe('allow');
    expect(await entries()).toHaveLength(2);
  });

  it('keeps nothing of a ruleset that does not compile', async () => {
    await expect(decide({}, [{ path: 'gate.yaml', text: 'rules: [' }])).rejects.toThrow();
    expect(await entries()).toEqual([]);
  });
});

describe('an entry that differs from the stored one is compiled again', () => {
  it.each<readonly [string, (text: string) => string]>([
    ['one changed character', (text) => text.replace('escalate', 'escalatf')],
    ['a cut end', (text) => text.slice(0, -1)],
    ['an end added', (text) => `${text} `],
    ['another hash', (text) => text.replace(/[0-9a-f]{64}/, '0'.repeat(64))],
    ['no text', () => ''],
    ['one line', (text) => text.slice(0, text.indexOf('\n'))],
    ['another format', (text) => text.replace('ferrule-cache', 'ferrule-other')],
  ])('%s', async (_, change) => {
    const path = await keepMarked();
    await writeFile(path, change(await readFile(path, 'utf8')));
    expect(await decide()).toBe('allow');
    // The broken entry has been replaced.
    expect(await readFile(path, 'utf8')).toContain('allow');
    expect(await decide()).toBe('allow');
    expect(await entries()).toHaveLength(1);
  });

  it('the entry of another ruleset under its name', async () => {
    await decide();
    const path = await onlyEntry();
    await rename(path, `${path}.kept`);
    await decide({}, [{ path: 'gate.yaml', text: OTHER }]);
    const [other = ''] = (await entries()).filter((name) => !name.endsWith('.kept'));
    await copyFile(join(folder, other), path);
    expect(await decide()).toBe('allow');
  });

  it('a module that does not load, with a valid hash', async () => {
    const path = await keepMarked();
    const key = path.slice(folder.length + 1);
    for (const javascript of ['exports.ruleset = { abi: 0 };', 'throw 1', 'require("fs")', '']) {
      await writeFile(path, writeEntry(key, { name: 'gate', hash: 'sha256:', javascript, warnings: [] }));
      expect(await decide()).toBe('allow');
    }
  });
});

describe.runIf(posix)('others have no part in the cache', () => {
  it('folder and entries are for the user alone', async () => {
    await decide();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(await onlyEntry())).mode & 0o777).toBe(0o600);
  });

  it.each([0o770, 0o707, 0o777])('a folder of mode %o is not used', async (mode) => {
    await keepMarked();
    await chmod(folder, mode);
    expect(await decide()).toBe('allow');
    expect(await decide({ name: 'more' })).toBe('allow');
    expect(await entries()).toHaveLength(1);
  });

  it('an entry that others may write is not used', async () => {
    await chmod(await keepMarked(), 0o620);
    expect(await decide()).toBe('allow');
  });

  it('a link in place of the folder is not followed', async () => {
    await keepMarked();
    await rename(folder, join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), folder);
    expect(await decide()).toBe('allow');
  });

  it('a link in place of an entry is not followed, and replaced', async () => {
    const path = await keepMarked();
    await rename(path, join(root, 'elsewhere'));
    await symlink(join(root, 'elsewhere'), path);
    expect(await decide()).toBe('allow');
    expect(await readFile(join(root, 'elsewhere'), 'utf8')).toContain('escalate');
  });

  // Only root may give files away.
  it.runIf(process.getuid?.() === 0)('files of another user are not used', async () => {
    const path = await keepMarked();
    await chown(path, 65_534, 65_534);
    expect(await decide()).toBe('allow');
    await keepMarkedAgain(path);
    await chown(folder, 65_534, 65_534);
    expect(await decide()).toBe('allow');
    expect(await decide({ name: 'more' })).toBe('allow');
    expect(await entries()).toHaveLength(1);
  });

  async function keepMarkedAgain(path: string): Promise<void> {
    await rm(path, { force: true });
    await keepMarked();
    expect(await decide()).toBe('escalate');
  }
});

describe('a cache that cannot be used costs nothing but time', () => {
  it('a file in place of the folder', async () => {
    await writeFile(folder, '');
    expect(await decide()).toBe('allow');
    expect(await readFile(folder, 'utf8')).toBe('');
  });

  it('a folder in place of an entry', async () => {
    const path = await keepMarked();
    await rm(path);
    await mkdir(path);
    expect(await decide()).toBe('allow');
    expect(await entries()).toHaveLength(1);
  });
});

it('the oldest entries are removed beyond the bound, and what was never finished, but nothing else', async () => {
  await mkdir(folder, { mode: 0o700 });
  const long = new Date(Date.now() - 86_400_000);
  const name = (i: number): string => i.toString(16).padStart(64, '0');
  for (let i = 0; i < 140; i++) {
    await writeFile(join(folder, name(i)), '');
    await utimes(join(folder, name(i)), long, new Date(long.getTime() + i * 1000));
  }
  const abandoned = `${name(1)}.${'0'.repeat(16)}.tmp`;
  const fresh = `${name(2)}.${'0'.repeat(16)}.tmp`;
  for (const file of [abandoned, fresh, 'notes.txt']) await writeFile(join(folder, file), '');
  for (const file of [abandoned, 'notes.txt']) await utimes(join(folder, file), long, long);
  await decide();
  const left = await entries();
  expect(left).toContain('notes.txt');
  expect(left).toContain(fresh);
  expect(left).not.toContain(abandoned);
  expect(left).toHaveLength(128 + 2);
  expect(left).not.toContain(name(0));
  expect(left).toContain(name(139));
});

describe('the command line', () => {
  const evaluate = (...options: readonly string[]): ReturnType<typeof runCli> =>
    runCli(['evaluate', join(root, 'gate.yaml'), '--facts', '-', ...options], FACTS, {
      XDG_CACHE_HOME: root,
    });
  const FACTS = '[{"template": "agent", "data": {"id": "a"}}]';
  beforeEach(async () => {
    folder = join(root, 'ferrule');
    await writeFile(join(root, 'gate.yaml'), RULES);
  });

  it('stores what it compiled in the cache folder, and gives the same result from it', async () => {
    const [first, second] = [await evaluate(), await evaluate()];
    expect(first.code).toBe(0);
    expect(JSON.parse(first.out)).toMatchObject({ decision: 'allow', rule_trace: ['MAIN::anyone'] });
    const { duration_us: _, ...answer } = JSON.parse(first.out) as { duration_us: number };
    expect(JSON.parse(second.out)).toMatchObject(answer);
    expect(await entries()).toHaveLength(2);
  });

  it('--no-cache neither reads nor writes', async () => {
    expect((await evaluate('--no-cache')).code).toBe(0);
    expect(await entries()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('a relative XDG_CACHE_HOME counts as none', async () => {
    const { code } = await runCli(['evaluate', join(root, 'gate.yaml')], '', {
      XDG_CACHE_HOME: 'relative',
      HOME: root,
    });
    expect(code).toBe(0);
    expect(await readdir('.')).not.toContain('relative');
    expect(await readdir(root)).toContain('.cache');
  });

  it('processes that write the same entry at once do not disturb each other', async () => {
    const runs = await Promise.all([evaluate(), evaluate(), evaluate(), evaluate()]);
    for (const { code, out } of runs) {
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({ decision: 'allow' });
    }
    // A process that starts after another made the folder also stores V8's code.
    expect(await entries()).not.toEqual([]);
    for (const name of await entries()) expect(name).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.parse((await evaluate()).out)).toMatchObject({ decision: 'allow' });
  });
});
