import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { startTestService, TOKEN, type TestService } from '../server/support/service.ts';
import { ATTESTED, readRecords, temporaryFolder } from './support.ts';

const OTHER = 'token-of-another';
const CALL = { template: 'call', data: { tool: 'read' } };

/** Settings of a server that keeps sessions and records, for two callers. */
async function settingsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const sha256 = createHash('sha256').update(OTHER).digest('hex');
  const tokens = [{ name: 'other', sha256, roles: ['evaluate', 'session'] }];
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
  return {
    SERVICE_WORKERS: '2',
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    SERVICE_AUDIT: `file:${join(folder, 'log')}`,
  };
}

async function evaluate(service: TestService, token = TOKEN): Promise<string> {
  const body = { ruleset: 'attested.yaml', facts: [], session_id: 's' };
  const { status, json } = await service.post('/v1/evaluate', body, { token });
  expect(status).toBe(200);
  return String(json['reason']);
}

async function hold(service: TestService, amount: number, tool: string, token = TOKEN): Promise<void> {
  const body = { session_id: 's', template: 'call', data: { tool, amount } };
  expect((await service.post('/v1/facts', body, { token })).status).toBe(200);
}

async function forget(service: TestService, amount: number): Promise<void> {
  const body = { session_id: 's', template: 'call', filter: { amount } };
  const { json } = await service.request('DELETE', '/v1/facts', { body });
  expect(json['retracted_count']).toBe(1);
}

async function replayed(folder: string): Promise<string> {
  const rulesets = join(folder, 'data', 'rulesets');
  return (await runCli(['replay', join(folder, 'log'), '--rulesets', rulesets])).out;
}

test('sessions of one name, of two callers, over a restart, are replayed each with what it held', async () => {
  const folder = await temporaryFolder();
  const settings = await settingsIn(folder);
  const first = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  await evaluate(first);
  await evaluate(first, OTHER);
  await hold(first, 1, 'read');
  await hold(first, 1, 'pay', OTHER);
  expect([await evaluate(first), await evaluate(first, OTHER)]).toEqual(['read', 'paid']);
  await first.close();
  const second = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  expect([await evaluate(second), await evaluate(second, OTHER)]).toEqual(['read', 'paid']);
  await hold(second, 2, 'read');
  await evaluate(second);
  await second.close();
  expect(await replayed(folder)).toBe('7 evaluated again, 0 differences\n');
});

test('a session with a rewritten log continues with the numbers of that log', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService({ 'attested.yaml': ATTESTED }, await settingsIn(folder));
  await evaluate(service);
  await hold(service, 0, 'read');
  await hold(service, 0.5, 'wait');
  for (let i = 1; i <= 60; i++) {
    await hold(service, i, 'pay');
    if (i % 10 === 0) await evaluate(service);
    await forget(service, i);
  }
  expect(await evaluate(service)).toBe('read');
  await service.close();
  const records = (
    await Promise.all(['worker-0', 'worker-1'].map((name) => readRecords(join(folder, 'log'), name)))
  ).flat();
  expect(records.some(({ session_entries: entries }) => Number(entries) > 1)).toBe(true);
  expect(await replayed(folder)).toBe('8 evaluated again, 0 differences\n');
});

test('a change whose number comes again was not kept', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService({ 'attested.yaml': ATTESTED }, await settingsIn(folder));
  await evaluate(service);
  await hold(service, 1, 'read');
  await evaluate(service);
  await service.close();
  const log = join(folder, 'log');
  const records = (await Promise.all(['worker-0', 'worker-1'].map((name) => readRecords(log, name))))
    .flat()
    .filter(({ kind }) => kind !== 'file');
  const [made, kept, decided] = records;
  expect(kept).toMatchObject({ kind: 'facts', session_sequence: 1, operation: { data: { tool: 'read' } } });
  const lost = { ...kept, operation: { ...CALL, data: { tool: 'pay' } } };
  const path = join(folder, '00000001-2026-01-01.jsonl');
  await writeFile(path, [made, lost, kept, decided].map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { out } = await runCli(['replay', path, '--rulesets', join(folder, 'data', 'rulesets')]);
  expect(out).toBe('2 evaluated again, 0 differences\n');
});
