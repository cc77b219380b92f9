/** State before the first request: compiled rulesets in the cache, and those loaded at the start. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEntry } from '../../library/node/compile-cache/cache-entry.ts';
import { FULL, full } from '../full.ts';
import { logLines } from './support/log-lines.ts';
import { ACCESS, always, BROKEN } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

const FACTS = [{ template: 'input', data: {} }];
const posix = process.platform !== 'win32';

let data: string;
const services: TestService[] = [];
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'ferrule-preload-'));
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await rm(data, { recursive: true, force: true });
});

async function start(...args: Parameters<typeof startTestService>): Promise<TestService> {
  const service = await startTestService(...args);
  services.push(service);
  return service;
}

/** Serves one ruleset from start to end; what it decides. */
async function decide(text: string, mount: string | null = null): Promise<unknown> {
  const service = await startTestService(
    { 'gate.yaml': text },
    { SERVICE_DATA_DIR: data, SERVICE_WORKERS: '1' },
    mount,
  );
  try {
    return (await service.post('/v1/evaluate', { ruleset: 'gate', facts: FACTS })).json['decision'];
  } finally {
    await service.close();
  }
}

async function entries(): Promise<string[]> {
  return (await readdir(join(data, 'compiled')).catch(() => [])).sort();
}

const ALLOWS = always('allow', 'one');
const ESCALATES = always('escalate', 'two');

/** Has the service keep ALLOWS, then puts ESCALATES in its place. Returns the path of the entry. */
async function keepMarked(mount: string | null): Promise<string> {
  expect(await decide(ALLOWS, mount)).toBe('allow');
  const [key = ''] = await entries();
  expect(await decide(ESCALATES, mount)).toBe('escalate');
  const other = (await entries()).find((name) => name !== key) ?? '';
  const text = await readFile(join(data, 'compiled', other), 'utf8');
  const path = join(data, 'compiled', key);
  await writeFile(path, writeEntry(key, JSON.parse(text.slice(text.indexOf('\n') + 1)) as object));
  return path;
}

const HOW = [
  ['named by a request', null],
  ['mounted', 'gate.yaml'],
] as const;

// The same code keeps and reads both: a plain run tries each of these with one of them.
describe.each(HOW)('compiled rulesets in the data folder, %s,', (_, mount) => {
  it.runIf(FULL || mount !== null)('are served by the next start', async () => {
    await keepMarked(mount);
    expect(await decide(ALLOWS, mount)).toBe('escalate');
  });

  it.runIf(FULL || mount === null)(
    'are compiled again when an entry differs from the stored one',
    async () => {
      const path = await keepMarked(mount);
      await writeFile(path, `${await readFile(path, 'utf8')} `);
      expect(await decide(ALLOWS, mount)).toBe('allow');
    },
  );

  it.runIf(posix && (FULL || mount === null))(
    'are for this user alone, and of no use where others may write',
    async () => {
      const path = await keepMarked(mount);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      await chmod(join(data, 'compiled'), 0o777);
      expect(await decide(ALLOWS, mount)).toBe('allow');
    },
  );
});

it('nothing is kept of a ruleset that does not compile', async () => {
  await decide(BROKEN);
  expect(await entries()).toEqual([]);
});

describe('SERVICE_PRELOAD', () => {
  const files = { 'access.yaml': ACCESS, 'red.yaml': always('deny', 'red') };

  it('loads what it names before there is a request', async () => {
    const { log, lines } = logLines();
    await start(files, { SERVICE_PRELOAD: 'access, red' }, null, log);
    const loaded = lines().filter(({ msg }) => msg === 'ruleset loaded');
    expect(loaded.map(({ ruleset }) => ruleset)).toEqual(['access', 'red']);
  });

  it('loads all, and leaves out what does not compile', async () => {
    const { log, lines } = logLines();
    const service = await start({ ...files, 'broken.yaml': BROKEN }, { SERVICE_PRELOAD: '*' }, null, log);
    const left = lines().filter(({ msg }) => msg === 'cannot preload a ruleset');
    expect(left.map(({ ruleset }) => ruleset)).toEqual(['broken']);
    expect((await service.post('/v1/evaluate', { ruleset: 'red', facts: FACTS })).status).toBe(200);
  });

  it.each([
    ['nothing', /SERVICE_PRELOAD: nothing: no such ruleset/],
    ['../access', /SERVICE_PRELOAD: \.\.\/access: the ruleset must be a path under the root/],
    ['broken', /SERVICE_PRELOAD: broken: .*unknown-template/],
  ])('does not start with %s', async (name, problem) => {
    await expect(start({ ...files, 'broken.yaml': BROKEN }, { SERVICE_PRELOAD: name })).rejects.toThrow(
      problem,
    );
  });

  it('is refused beside a mounted ruleset', async () => {
    await expect(start(files, { SERVICE_PRELOAD: 'red' }, 'access.yaml')).rejects.toThrow(
      'SERVICE_PRELOAD: cannot be combined with SERVICE_RULESET',
    );
  });

  const TRIED = [
    ['the cases of suites', `cases: [{ facts: ${JSON.stringify(FACTS)}, expect: { decision: deny } }]`],
    ['what it tries by itself', null],
    ['suites that cannot be read', 'cases: 3'],
  ] as const;

  it.each(TRIED.slice(0, full(3, 1)))('counts and records nothing of %s', async (_, suite) => {
    const { log, lines } = logLines();
    const settings = { SERVICE_PRELOAD: 'red', SERVICE_METRICS_PORT: '0', SERVICE_AUDIT: `file:${data}/log` };
    const all = suite === null ? files : { ...files, 'red.test.yaml': suite };
    const service = await start(all, settings, null, log);
    const metrics = await (await fetch(`${service.metricsUrl}/metrics`)).text();
    expect(metrics).not.toMatch(/^ferrule_decisions_total\{/m);
    expect(lines().filter(({ msg }) => msg === 'request')).toEqual([]);
    await service.close();
    services.pop();
    const files_ = await readdir(join(data, 'log'));
    const texts = await Promise.all(
      files_
        .filter((name) => name.endsWith('.jsonl'))
        .map((name) => readFile(join(data, 'log', name), 'utf8')),
    );
    expect(texts.join('')).not.toContain('"kind":"decision"');
  });
});

it.runIf(posix)('a service is ready before it has read the suites of its ruleset', async () => {
  const folder = join(data, 'gate');
  const suite = join(folder, 'gate.test.yaml');
  await mkdir(folder);
  await writeFile(join(folder, 'gate.yaml'), ALLOWS);
  // Reading blocks until the test writes.
  await promisify(execFile)('mkfifo', [suite]);
  const service = await start({}, { SERVICE_RULESET: folder });
  try {
    expect((await service.request('GET', '/readyz')).status).toBe(200);
    const reply = await service.post('/v1/evaluate', { ruleset: 'gate', facts: FACTS });
    expect(reply.json['decision']).toBe('allow');
  } finally {
    await writeFile(suite, '');
  }
});
