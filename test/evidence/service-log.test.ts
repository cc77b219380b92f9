import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { readPublicKey } from '../../library/node/signing/keys.ts';
import { readFile } from 'node:fs/promises';
import { startTestService } from '../server/support/service.ts';
import { FULL, full } from '../full.ts';
import { TROUBLE, tooMuch } from '../server/support/rulesets.ts';
import { ATTESTED, readRecords, temporaryFolder, writeKeys } from './support.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const READ = { template: 'call', data: { tool: 'read' } };
/** Everything is written by the same code; in sync it also waits. */
const MODES = ['sync', 'async'].slice(0, full(2, 1));

async function keyOf(pub: string): Promise<string> {
  return Buffer.from(readPublicKey(await readFile(pub, 'utf8'))!).toString('base64url');
}

test.each(MODES)('in %s everything that is decided or changed is recorded', async (mode) => {
  const folder = await temporaryFolder();
  const { key, pub } = await writeKeys(folder);
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'attested.yaml': ATTESTED, 'trouble.yaml': TROUBLE },
    {
      SERVICE_WORKERS: '1',
      SERVICE_AUDIT: `file:${log}`,
      SERVICE_AUDIT_MODE: mode,
      SERVICE_ATTESTATION_KEY_FILE: key,
      SERVICE_EVALUATE_TIMEOUT_MS: '300',
    },
  );
  const post = (facts: readonly object[], more: object = {}, headers = {}) =>
    service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts, ...more }, { headers });
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const plain = await post([READ], {}, { 'x-request-id': 'request-1', traceparent });
  const paid = await post([{ template: 'call', data: { tool: 'pay', amount: 1.5 } }]);
  expect(paid.json['attestation_token']).toBeTypeOf('string');
  await post([{ template: 'call', data: { tool: 'read', colour: 'red' } }]);
  await service.post('/v1/evaluate', '{"facts": [');
  await post([], { session_id: 's' });
  await service.post('/v1/facts', { session_id: 's', ...READ });
  await post([], { session_id: 's' });
  await service.request('DELETE', '/v1/facts', { body: { session_id: 's', template: 'call' } });
  await service.post('/v1/data/attested.yaml/allow?template=call', { input: { tool: 'read' } });
  await service.post('/v1/batch/data/attested.yaml?template=call', {
    inputs: { a: { tool: 'read' }, b: { no: 1 } },
  });
  await service.request('GET', '/v1/rules', { token: 'wrong' });
  const late = await service.post('/v1/evaluate', { ruleset: 'trouble.yaml', facts: tooMuch() });
  expect(late.json['error']).toBe('evaluation_timeout');
  await service.close();

  const records = await readRecords(log, 'worker-0');
  const own = await readRecords(log, 'service');
  const kinds = records.map(({ kind }) => kind).filter((kind) => kind !== 'file');
  expect(kinds).toEqual([
    'decision',
    'decision',
    'error',
    'error',
    'decision',
    'facts',
    'decision',
    'facts',
    'decision',
    'decision',
    'error',
  ]);
  const [first, second, invalid, unreadable, , asserted, inSession, retracted] = records.slice(1);
  expect(first).toMatchObject({
    v: 1,
    seq: 1,
    kind: 'decision',
    decision_id: plain.headers.get('ferrule-decision-id'),
    request_id: 'request-1',
    traceparent,
    actor: 'api',
    ruleset: 'attested',
    ruleset_hash: plain.headers.get('ferrule-ruleset-hash'),
    input: [READ],
    decision: 'allow',
    reason: 'read',
    rule_trace: ['MAIN::read'],
    module_trace: ['MAIN'],
    metadata: {},
  });
  expect(second).toMatchObject({ reason: 'paid', metadata: { control: 'AC-3' } });
  expect(JSON.stringify(records)).not.toContain(paid.json['attestation_token']);
  expect(invalid).toMatchObject({
    input: [{ template: 'call', data: { tool: 'read', colour: 'red' } }],
    error: { code: 'validation_error' },
  });
  expect(unreadable).toMatchObject({
    input_hash: expect.stringMatching(/^sha256:/) as string,
    error: { code: 'invalid_json' },
  });
  expect(asserted).toMatchObject({ session_id: 's', session_sequence: 1, operation: READ });
  expect(inSession).toMatchObject({
    session_id: 's',
    session_sequence: 1,
    memory_hash: expect.stringMatching(/^sha256:/) as string,
  });
  expect(retracted).toMatchObject({ session_sequence: 2, operation: { retract: 'call', filter: null } });
  expect(own.map(({ kind }) => kind)).toEqual(['file', 'refused', 'error']);
  expect(own[2]).toMatchObject({ error: { code: 'evaluation_timeout' } });
  const { chains, problem } = verifyLog(log, { keys: [await keyOf(pub)], checkpoints: '' });
  expect(problem).toBeNull();
  expect(chains).toHaveLength(2);
  for (const { to, covered } of chains) expect(covered).toBe(to);
});

test('text as it was sent is one line, whatever its form', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_WORKERS: '1', SERVICE_AUDIT: `file:${folder}` },
  );
  const bodies = [
    '{\n "facts": [\n {"template": "call", "data": {"tool": "read", "count": 9007199254740993}}],\r\n "ruleset": "attested.yaml"}',
    '{"ruleset":"attested.yaml","facts":[{"template":"call","data":{"tool":"pay"}}],"facts":[{"template":"call","data":{"tool":"read","note":"\\"facts\\":[]}"}}]}',
    '{"ruleset":"no.yaml","facts":[{"template":"call","data":{"tool":"read","count":7}}],"ruleset":"attested.yaml"}',
    '{"ruleset":"attested.yaml","f\\u0061cts":[{"template":"call","data":{"tool":"read","amount":1e2}}]}',
  ];
  for (const body of bodies) expect((await service.post('/v1/evaluate', body)).json['reason']).toBe('read');
  await service.close();
  const [path = ''] = (await import('../../evidence/log/log-files.ts'))
    .listFiles(join(folder, 'worker-0'))
    .map((file) => file.path);
  const text = await readFile(path, 'utf8');
  expect(text).toContain('"input":[{"template":"call","data":{"tool":"read","count":9007199254740993}}],');
  expect(text).toContain('"input":[{"template":"call","data":{"tool":"read","note":"\\"facts\\":[]}"}}],');
  expect(text).toContain('"input":[{"template":"call","data":{"tool":"read","count":7}}],');
  expect(text).toContain('"input":[{"template":"call","data":{"tool":"read","amount":1e2}}],');
  expect(verifyLog(folder, { keys: [], checkpoints: '' }).problem).toBeNull();
});

test('in sync, concurrent responses of any length are not mixed up', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_WORKERS: '1', SERVICE_AUDIT: `file:${folder}`, SERVICE_AUDIT_MODE: 'sync' },
  );
  const ask = async (i: number): Promise<string> => {
    const note = `${i} ${'long '.repeat(i % 3 === 0 ? 1 : 30_000)}`;
    const facts = [{ template: 'call', data: { tool: 'read', note } }];
    const { json, headers } = await service.post('/v1/evaluate', {
      ruleset: 'attested.yaml',
      facts,
      include: ['facts'],
    });
    expect(json['facts']).toMatchObject([{ data: { note } }]);
    return headers.get('ferrule-decision-id') ?? '';
  };
  const ids = await Promise.all(Array.from({ length: 60 }, (_, i) => ask(i)));
  await service.close();
  const recorded = (await readRecords(folder, 'worker-0')).map(({ decision_id: id }) => id);
  expect(recorded).toEqual(expect.arrayContaining(ids));
  expect(verifyLog(folder, { keys: [], checkpoints: '' }).problem).toBeNull();
});

test('of refused tokens ten a second are recorded, and how many others there were', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService({ 'attested.yaml': ATTESTED }, { SERVICE_AUDIT: `file:${folder}` });
  const refused = async (): Promise<void> => {
    expect((await service.request('GET', '/v1/rules', { token: 'wrong' })).status).toBe(401);
  };
  const sent = 60;
  await Promise.all(Array.from({ length: sent }, refused));
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  await refused();
  await service.close();
  const records = (await readRecords(folder, 'service')).filter(({ kind }) => kind === 'refused');
  // Within a second, however long the others took.
  expect(records.length).toBeLessThan(sent);
  expect(records[0]).toMatchObject({ route: '/v1/rules', passed_over: 0 });
  const passedOver = records.map(({ passed_over: count }) => Number(count));
  expect(records.length + passedOver.reduce((sum, count) => sum + count)).toBe(sent + 1);
  expect(JSON.stringify(records)).not.toContain('wrong');
});

test('facts that are too long are recorded by their hash', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_WORKERS: '1', SERVICE_AUDIT: `file:${folder}`, SERVICE_AUDIT_MAX_RECORD_BYTES: '10' },
  );
  await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [READ] });
  await service.close();
  const [, record] = await readRecords(folder, 'worker-0');
  expect(record).not.toHaveProperty('input');
  expect(record).toMatchObject({ input_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string });
});

test('a log that cannot be written: nothing is decided', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'log'));
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_WORKERS: '1', SERVICE_AUDIT: `file:${join(folder, 'log')}`, SERVICE_AUDIT_MODE: 'sync' },
  );
  const ask = () => service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [READ] });
  expect((await ask()).status).toBe(200);
  // The folder of the worker becomes a file, and the thread that had it open is gone.
  const { rm } = await import('node:fs/promises');
  await rm(join(folder, 'log', 'worker-0'), { recursive: true });
  await writeFile(join(folder, 'log', 'worker-0'), '');
  service.pool.kill(0);
  const refused = await ask();
  expect([refused.status, refused.json['error']]).toEqual([503, 'audit_unavailable']);
  await rm(join(folder, 'log', 'worker-0'));
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect((await ask()).status).toBe(200);
  await service.close();
});

test('after kill -9 under load in sync, every acknowledged decision is in the log', async () => {
  const folder = await temporaryFolder();
  const { key, pub } = await writeKeys(folder);
  const ruleset = join(folder, 'attested.yaml');
  const log = join(folder, 'log');
  await writeFile(ruleset, ATTESTED);
  const environment = {
    ...process.env,
    SERVICE_PORT: '0',
    SERVICE_API_TOKEN: 'token',
    SERVICE_LOG_LEVEL: 'error',
    SERVICE_WORKERS: '2',
    SERVICE_DATA_DIR: ':memory:',
    SERVICE_AUDIT: `file:${log}`,
    SERVICE_AUDIT_MODE: 'sync',
    SERVICE_AUDIT_KEY_FILE: key,
    SERVICE_AUDIT_CHECKPOINT_SECONDS: '1',
  };
  const answered = new Set<string>();
  for (let round = 0; round < full(2, 1); round++) {
    const child = spawn(process.execPath, [CLI, 'serve', '--ruleset', ruleset], { env: environment });
    let out = '';
    while (!out.includes('Try:')) out += String((await once(child.stdout, 'data'))[0]);
    const url = `${/listens on (\S+)/.exec(out)?.[1]}/v1/evaluate`;
    const request = {
      method: 'POST',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: JSON.stringify({ ruleset: 'x', facts: [READ] }),
    };
    const ask = async (): Promise<void> => {
      for (;;) {
        const response = await fetch(url, request);
        await response.text();
        answered.add(response.headers.get('ferrule-decision-id') ?? '');
      }
    };
    const load = Array.from({ length: 16 }, () => ask().catch(() => undefined));
    if (FULL) await new Promise((resolve) => setTimeout(resolve, 1500));
    else await expect.poll(() => answered.size).toBeGreaterThan(200);
    child.kill('SIGKILL');
    await Promise.all(load);
  }
  expect(answered.size).toBeGreaterThan(100);
  // The next start sets torn lines aside.
  const last = spawn(process.execPath, [CLI, 'serve', '--ruleset', ruleset], { env: environment });
  await once(last.stdout, 'data');
  // A caller who reads that it listens may stop it at once: it ends in order.
  last.kill('SIGTERM');
  expect(await once(last, 'exit')).toEqual([0, null]);
  const records = [...(await readRecords(log, 'worker-0')), ...(await readRecords(log, 'worker-1'))];
  const recorded = new Set(records.map((record) => record['decision_id']));
  for (const id of answered) expect(recorded.has(id)).toBe(true);
  expect(
    verifyLog(log, { keys: [await keyOf(pub)], checkpoints: '', allowsUncovered: true }).problem,
  ).toBeNull();
});
