/** The decision log on standard output: a reader that is slow or gone, and a file on a full disk. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { FULL } from '../full.ts';
import { ATTESTED, temporaryFolder } from './support.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const TOKEN = 'token';
const REFUSED = '503 audit_unavailable';
/** More than a pipe and the buffer hold. */
const MANY = 100;

interface Started {
  readonly child: ChildProcess;
  readonly told: () => string;
  /** Requests a decision with a long record. Returns its identifier, or the error code. */
  readonly ask: () => Promise<string>;
  readonly ready: () => Promise<number>;
  readonly end: () => Promise<void>;
}

/** @param shell precedes the serve command, in a shell */
async function start(
  folder: string,
  settings: Readonly<Record<string, string>>,
  stdout: 'pipe' | number,
  shell = '',
): Promise<Started> {
  const ruleset = join(folder, 'attested.yaml');
  await writeFile(ruleset, ATTESTED);
  const serving = [process.execPath, CLI, 'serve', '--ruleset', ruleset];
  const child = spawn('/bin/sh', ['-c', `${shell} exec "$@"`, 'sh', ...serving], {
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_WORKERS: '1',
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_DATA_DIR: ':memory:',
      SERVICE_AUDIT: 'stdout',
      SERVICE_AUDIT_BUFFER_BYTES: '20000',
      ...settings,
    },
    stdio: ['ignore', stdout, 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr!.on('data', (data: Buffer) => (err += data.toString()));
  while (!err.includes('Try:')) await once(child.stderr!, 'data');
  const url = /listens on (\S+)/.exec(err)?.[1] ?? '';
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const fact = { template: 'call', data: { tool: 'read', note: 'x'.repeat(2000) } };
  const body = JSON.stringify({ ruleset: 'x', facts: [fact] });
  return {
    child,
    told: () => err,
    async ask() {
      const response = await fetch(`${url}/v1/evaluate`, { method: 'POST', headers, body });
      const { error } = (await response.json()) as { readonly error?: string };
      return error === undefined
        ? (response.headers.get('ferrule-decision-id') ?? '')
        : `${response.status} ${error}`;
    },
    ready: async () => (await fetch(`${url}/readyz`)).status,
    async end() {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function askMany({
  ask,
}: Started): Promise<{ readonly answered: string[]; readonly others: string[] }> {
  const all: string[] = [];
  for (let i = 0; i < MANY; i++) all.push(await ask());
  return {
    answered: all.filter((text) => text !== REFUSED),
    others: [...new Set(all.filter((text) => text === REFUSED))],
  };
}

async function recordsOf(folder: string, text: string): Promise<Record<string, unknown>[]> {
  const file = join(folder, '00000001-2026-01-01.jsonl');
  await writeFile(file, text);
  expect(verifyLog(file, { keys: [], checkpoints: '' }).problem).toBeNull();
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const idsOf = (records: readonly Record<string, unknown>[]): unknown[] =>
  records.flatMap(({ decision_id: id }) => id ?? []);

test('a slow reader delays no request; when the buffer is full, requests are refused', async () => {
  const folder = await temporaryFolder();
  const service = await start(folder, {}, 'pipe');
  const { answered, others } = await askMany(service);
  expect(answered.length).toBeGreaterThan(1);
  expect(others).toEqual([REFUSED]);
  expect(await service.ready()).toBe(503);
  let out = '';
  service.child.stdout!.on('data', (data: Buffer) => (out += data.toString()));
  await expect.poll(service.ready).toBe(200);
  answered.push(await service.ask());
  await service.end();
  expect(idsOf(await recordsOf(folder, out))).toEqual(answered);
});

// Whatever the sink, the same code counts what is missing: `outages.test.ts` tries it with a collector.
test.runIf(FULL)(
  'with drop it is decided anyway, and the log says how many records are missing',
  async () => {
    const folder = await temporaryFolder();
    const service = await start(folder, { SERVICE_AUDIT_OVERFLOW: 'drop' }, 'pipe');
    const { answered, others } = await askMany(service);
    expect([answered.length, others]).toEqual([MANY, []]);
    let out = '';
    service.child.stdout!.on('data', (data: Buffer) => (out += data.toString()));
    await expect.poll(() => out).not.toBe('');
    await expect.poll(async () => [await service.ask(), out.includes('"dropped":')]).toContain(true);
    await service.end();
    const records = await recordsOf(folder, out);
    const at = records.findIndex(({ dropped }) => dropped !== undefined);
    // The first line belongs to the file; earlier records are in the log or counted as missing.
    expect(at - 1 + Number(records[at]?.['dropped'])).toBeGreaterThanOrEqual(MANY);
  },
);

test('a reader that is gone ends nothing: what the buffer does not hold is refused', async () => {
  const folder = await temporaryFolder();
  const service = await start(folder, {}, 'pipe');
  service.child.stdout!.destroy();
  const { answered, others } = await askMany(service);
  expect(answered.length).toBeLessThan(MANY);
  expect(others).toEqual([REFUSED]);
  expect(await service.ready()).toBe(503);
  expect(service.child.exitCode).toBeNull();
  await service.end();
  expect(service.told()).toContain('the decision log cannot be written: write EPIPE');
  expect(service.told()).toContain('records that could not be written are lost');
});

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;

test.skipIf(!hasPrlimit)(
  'a file on a full disk: nothing is lost, and it goes on when there is room',
  async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'out');
    const file = await open(path, 'w');
    // A file has a block limit, so further writes fail as on a full disk.
    const service = await start(folder, {}, file.fd, 'ulimit -S -f 30;');
    await file.close();
    const { answered, others } = await askMany(service);
    expect(others).toEqual([REFUSED]);
    expect(await service.ready()).toBe(503);
    execFileSync('prlimit', ['--pid', String(service.child.pid), '--fsize=unlimited']);
    await expect.poll(service.ready).toBe(200);
    answered.push(await service.ask());
    await service.end();
    expect(idsOf(await recordsOf(folder, await readFile(path, 'utf8')))).toEqual(answered);
  },
);
