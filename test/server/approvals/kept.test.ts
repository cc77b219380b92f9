/** Approvals in the data folder: they outlive a crash, and those of an older version are taken over. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { digestOf } from '../../../agents/gate/call.ts';
import { openStore } from '../../../store/open-store.ts';
import { temporaryFolder } from '../../evidence/support.ts';
import { createEmbeddedDatabase } from '../runs/support/databases.ts';
import { callOf, POLICY, startApprovals, tokenOf, writeTokens } from './support.ts';

const QUIET = { warn: () => undefined, error: () => undefined };
const as = (name: string) => ({ token: tokenOf(name) });

/** The command as a process of its own, on a port that the system chooses. */
async function serve(folder: string) {
  const child = spawn(process.execPath, ['dist/cli.js', 'serve'], {
    env: {
      PATH: process.env['PATH'],
      SERVICE_PORT: '0',
      SERVICE_WORKERS: '1',
      SERVICE_DATA_DIR: join(folder, 'data'),
      SERVICE_RULESET_ROOT: join(folder, 'root'),
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      told += String(chunk);
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(told) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(told)));
  });
  const ask = async (method: string, path: string, by: string, body?: object) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${tokenOf(by)}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill();
  });
  return { ask, kill };
}

test('a process that is killed loses nothing that it acknowledged', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'gate.yaml'), POLICY);
  await writeTokens(join(folder, 'tokens.json'));
  const first = await serve(folder);
  const acknowledged = new Map<string, string>();
  const asking = Array.from({ length: 40 }, async (_, i) => {
    const call = callOf('write', { agent: `a${i}` });
    const { approval } = await first
      .ask('POST', '/v1/calls', 'gateway', call)
      .catch(() => ({ approval: null }));
    const { id = '' } = (approval ?? {}) as { readonly id?: string };
    if (id === '') return;
    acknowledged.set(id, 'pending');
    if (i % 2 === 1) return;
    const decision = { decision: 'approved' };
    const { state } = await first
      .ask('POST', `/v1/approvals/${id}`, 'ann', decision)
      .catch(() => ({ state: null }));
    // One that was not acknowledged may have been kept or not.
    if (state === 'approved') acknowledged.set(id, 'approved');
    else acknowledged.delete(id);
  });
  while (acknowledged.size < 10) await new Promise((resolve) => setTimeout(resolve, 1));
  await first.kill();
  await Promise.all(asking);
  expect(existsSync(join(folder, 'data', 'database'))).toBe(false);
  const second = await serve(folder);
  for (const [id, state] of acknowledged)
    expect(await second.ask('GET', `/v1/approvals/${id}`, 'ann')).toMatchObject({ id, state });
});

test('open approvals of an older version are taken over once', async () => {
  const { settings, drop } = await createEmbeddedDatabase();
  onTestFinished(drop);
  const data = settings['SERVICE_DATA_DIR'] ?? '';
  const args = { path: '/x', size: 1.5 };
  const { rulesetHash } = await hashOf();
  const store = await openStore({ databaseUrl: null, dataDir: data }, QUIET);
  const insert = async (id: string, state: string, agent: string, expiresIn: number): Promise<void> => {
    const expires = new Date(Date.now() + expiresIn);
    await store.query(
      `INSERT INTO ferrule.approval (id, requester, agent, tool, args_digest, args, ruleset, ruleset_hash, call_id,
         reason, state, answered_by, created_at, expires_at)
       VALUES ($1, 'gateway', $2, 'write', $3, $4, 'gate', $5, 'c1', 'a person decides', $6, $7, $8, $9)`,
      [
        id,
        agent,
        digestOf(args),
        JSON.stringify(args),
        rulesetHash,
        state,
        state === 'pending' ? null : 'ann',
        new Date(),
        expires,
      ],
    );
  };
  const ids = { waiting: randomUUID(), given: randomUUID(), over: randomUUID() };
  await insert(ids.waiting, 'pending', 'a1', 600_000);
  await insert(ids.given, 'approved', 'a2', 600_000);
  await insert(ids.over, 'pending', 'a3', -1_000);
  await store.close();

  const first = await startApprovals(settings);
  const list = async () =>
    (await first.request('GET', '/v1/approvals', as('ann'))).json['approvals'] as readonly object[];
  await expect.poll(list, { interval: 100 }).toHaveLength(2);
  const read = await first.request('GET', `/v1/approvals/${ids.waiting}`, as('ann'));
  expect(read.json).toMatchObject({
    state: 'pending',
    args,
    request: { agent: 'a1', tool: { name: 'write' }, call: { args } },
  });
  const call = (agent: string, more: object = {}) =>
    first.post('/v1/calls', callOf('write', { agent, ...more }), as('gateway'));
  // Unknown parts of an older approval allow nothing.
  const hinted = await call('a2', { tool: { name: 'write', annotations: { other: true } } });
  expect(hinted.json['decision']).toBe('escalate');
  expect((await call('a2')).json).toMatchObject({ decision: 'allow', approval: { id: ids.given } });
  expect((await call('a1')).json).toMatchObject({ decision: 'escalate', approval: { id: ids.waiting } });
  await first.post(`/v1/approvals/${ids.waiting}`, { decision: 'rejected' }, as('ann'));
  await first.close();

  const second = await startApprovals(settings);
  onTestFinished(() => second.close());
  await second.request('GET', '/v1/approvals', as('ann'));
  const { json } = await second.request('GET', `/v1/approvals/${ids.waiting}`, as('ann'));
  expect(json['state']).toBe('rejected');
});

/** Hash of the ruleset of the tests. */
async function hashOf(): Promise<{ readonly rulesetHash: string }> {
  const service = await startApprovals({});
  const { json } = await service.post('/v1/calls', callOf('read'), as('gateway'));
  await service.close();
  return { rulesetHash: String(json['ruleset_hash']) };
}

test('a server that keeps nothing else opens its folder for the first approval', async () => {
  const data = join(await temporaryFolder(), 'data');
  const service = await startApprovals({ SERVICE_DATA_DIR: data, SERVICE_SESSIONS: 'memory' });
  onTestFinished(() => service.close());
  await service.post('/v1/calls', callOf('read'), as('gateway'));
  expect(existsSync(join(data, 'state'))).toBe(false);
  await service.post('/v1/calls', callOf('write'), as('gateway'));
  expect(existsSync(join(data, 'state'))).toBe(true);
  // Another process cannot use the folder, and its calls are not allowed.
  const other = await startApprovals({ SERVICE_DATA_DIR: data, SERVICE_SESSIONS: 'memory' });
  onTestFinished(() => other.close());
  const { status, json } = await other.post('/v1/calls', callOf('write'), as('gateway'));
  expect([status, json]).toEqual([
    503,
    { error: 'store_unavailable', detail: 'cannot open the embedded store' },
  ]);
});
