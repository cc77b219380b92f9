/** A gate waits 5 s for its first escalation on a fresh data folder, so a person must be asked long before. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../evidence/support.ts';
import { callOf, POLICY, tokenOf, writeTokens } from './support.ts';

const TICK_MS = 10;
/** A service that uses no more than a tick in this time, several times in a row, has nothing to do. */
const IDLE_MS = 500;
const IDLE_TIMES = 3;
/** Most of what the start took: the embedded database, which an escalation must not begin, takes several times as much. */
const MOST_PART = 1 / 4;

interface Used {
  readonly cpuMs: number;
  readonly residentKb: number;
}

interface Started {
  readonly url: string;
  readonly pid: number;
}

/** The command in a fresh folder, once its compiler is warm. */
async function serve(): Promise<Started> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'gate.yaml'), POLICY);
  await writeTokens(join(folder, 'tokens.json'));
  const child = spawn(process.execPath, ['dist/cli.js', 'serve'], {
    env: {
      PATH: process.env['PATH'],
      SERVICE_PORT: '0',
      SERVICE_WORKERS: '1',
      SERVICE_LOG_LEVEL: 'debug',
      SERVICE_DATA_DIR: join(folder, 'data'),
      SERVICE_RULESET_ROOT: join(folder, 'root'),
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      told += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
      if (found !== undefined && told.includes('compiler warmed up')) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(told)));
  });
  return { url, pid: child.pid ?? 0 };
}

/** Processor time of all threads in milliseconds. Other processes do not lengthen it. */
async function usedMs(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Waits until the service has nothing to do: its warm-up is not the cost of an escalation. */
async function untilWarm(pid: number): Promise<number> {
  let before = await usedMs(pid);
  for (let idle = 0; idle < IDLE_TIMES;) {
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const used = await usedMs(pid);
    idle = used - before <= TICK_MS ? idle + 1 : 0;
    before = used;
  }
  return before;
}

async function residentKb(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Processor time and memory of a fresh service, before and after its first escalation. */
async function escalate(): Promise<{ readonly before: Used; readonly after: Used }> {
  const { url, pid } = await serve();
  const before = { cpuMs: await untilWarm(pid), residentKb: await residentKb(pid) };
  const response = await fetch(`${url}/v1/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf('gateway')}`, 'content-type': 'application/json' },
    body: JSON.stringify(callOf('write')),
  });
  const json = await response.json();
  const after = { cpuMs: await usedMs(pid), residentKb: await residentKb(pid) };
  expect(json).toMatchObject({ decision: 'escalate', approval: { state: 'pending' } });
  return { before, after };
}

test.skipIf(!existsSync('/proc/self/stat'))(
  'the first escalation takes little beside the start, so it begins no database',
  async () => {
    const { before, after } = await escalate();
    for (const what of ['cpuMs', 'residentKb'] as const)
      expect((after[what] - before[what]) / before[what], what).toBeLessThan(MOST_PART);
  },
);
