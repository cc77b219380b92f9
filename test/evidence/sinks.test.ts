import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { BatchWriter } from '../../evidence/log/batch-writer.ts';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { createEmbeddedDatabase } from '../server/runs/support/databases.ts';
import { startTestService } from '../server/support/service.ts';
import { openStore } from '../../store/open-store.ts';
import { ATTESTED, temporaryFolder } from './support.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const READ = { template: 'call', data: { tool: 'read' } };
/** One more than a double holds, and digits that a number would not keep. */
const DIGITS = '{"tool":"read","count":9007199254740993,"amount":1.50,"note":"a \\"}],{ b"}';
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;

test('a collector of OPA decision logs gets events of its shape, also after it was away', async () => {
  const events: Record<string, unknown>[] = [];
  const texts: string[] = [];
  let away = true;
  const collector: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      expect(request.headers['content-encoding']).toBe('gzip');
      if (!away) {
        const text = gunzipSync(Buffer.concat(chunks)).toString();
        texts.push(text);
        events.push(...(JSON.parse(text) as Record<string, unknown>[]));
      }
      response.writeHead(away ? 503 : 200).end();
      away = false;
    });
  }).listen(0);
  onTestFinished(() => void collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_AUDIT: `http://127.0.0.1:${port}/logs` },
  );
  const { headers } = await service.post(
    '/v1/evaluate',
    { ruleset: 'attested.yaml', facts: [READ] },
    { headers: { traceparent: TRACEPARENT, 'x-request-id': 'r-1' } },
  );
  const exact = `{"ruleset":"attested.yaml","facts":[{"template":"call","data":${DIGITS}}]}`;
  expect((await service.post('/v1/evaluate', exact)).status).toBe(200);
  await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [{ template: 'none', data: {} }] });
  await service.close();
  expect(events).toHaveLength(3);
  expect(texts.join('')).toContain(DIGITS);
  expect(events[2]).toMatchObject({
    labels: { kind: 'error' },
    error: { code: 'validation_error' },
    custom: { clock: expect.any(Number) as number },
  });
  expect(events[0]).toMatchObject({
    labels: { app: 'ferrule', version: '0.12.0', kind: 'decision' },
    decision_id: headers.get('ferrule-decision-id'),
    timestamp: expect.stringMatching(/Z$/) as string,
    req_id: 'r-1',
    trace_id: 'a'.repeat(32),
    span_id: 'b'.repeat(16),
    requested_by: 'api',
    path: 'attested',
    bundles: { attested: { revision: headers.get('ferrule-ruleset-hash') } },
    input: { facts: [READ] },
    result: { decision: 'allow', reason: 'read' },
    metrics: { timer_rego_query_eval_ns: expect.any(Number) as number },
  });
});

test('standard output is lines of one chain, and nothing else', async () => {
  const folder = await temporaryFolder();
  const ruleset = join(folder, 'attested.yaml');
  await writeFile(ruleset, ATTESTED);
  const child = spawn(process.execPath, [CLI, 'serve', '--ruleset', ruleset], {
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_API_TOKEN: 'token',
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_DATA_DIR: ':memory:',
      SERVICE_AUDIT: 'stdout',
    },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (data: Buffer) => (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => (err += data.toString()));
  while (!err.includes('Try:')) await once(child.stderr, 'data');
  const url = `${/listens on (\S+)/.exec(err)?.[1]}/v1/evaluate`;
  const headers = { authorization: 'Bearer token', 'content-type': 'application/json' };
  const body = JSON.stringify({ ruleset: 'x', facts: [READ] });
  for (let i = 0; i < 3; i++) await (await fetch(url, { method: 'POST', headers, body })).text();
  child.kill('SIGTERM');
  await once(child, 'exit');
  const file = join(folder, '00000001-2026-01-01.jsonl');
  await writeFile(file, out);
  const { chains, problem } = verifyLog(file, { keys: [], checkpoints: '' });
  expect(problem).toBeNull();
  expect(chains).toMatchObject([{ from: 0, to: 4 }]);
});

test('the database holds the lines of one chain', async () => {
  const folder = await temporaryFolder();
  const database = await createEmbeddedDatabase();
  onTestFinished(database.drop);
  const settings = { ...database.settings, SERVICE_AUDIT: 'database' };
  const service = await startTestService({ 'attested.yaml': ATTESTED }, settings);
  for (let i = 0; i < 3; i++) {
    await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [READ] });
  }
  await service.close();
  const place = { databaseUrl: null, dataDir: database.settings['SERVICE_DATA_DIR'] ?? '' };
  const store = await openStore(place, { warn: () => undefined, error: () => undefined });
  const rows = await store.query<{ line: string }>('SELECT line FROM ferrule.decision_log ORDER BY seq');
  await store.close();
  const file = join(folder, '00000001-2026-01-01.jsonl');
  await writeFile(file, rows.map(({ line }) => `${line}\n`).join(''));
  const { chains, problem } = verifyLog(file, { keys: [], checkpoints: '' });
  expect(problem).toBeNull();
  expect(chains).toMatchObject([{ from: 0, to: 4 }]);
});

test.each([
  [{ SERVICE_AUDIT: 'kafka' }, /^SERVICE_AUDIT: must be/],
  [{ SERVICE_AUDIT: 'file:' }, /^SERVICE_AUDIT: must be/],
  [{ SERVICE_AUDIT: 'stdout', SERVICE_AUDIT_MODE: 'sync' }, /^SERVICE_AUDIT_MODE: sync needs/],
  [{ SERVICE_AUDIT: 'database', SERVICE_AUDIT_MODE: 'sync' }, /^SERVICE_AUDIT_MODE: sync needs/],
  [{ SERVICE_AUDIT: 'http://localhost', SERVICE_AUDIT_MODE: 'sync' }, /^SERVICE_AUDIT_MODE: sync needs/],
  [
    { SERVICE_AUDIT: 'file:log', SERVICE_AUDIT_MODE: 'sync', SERVICE_AUDIT_OVERFLOW: 'drop' },
    /^SERVICE_AUDIT_OVERFLOW: drop needs SERVICE_AUDIT_MODE=async/,
  ],
])('%j is refused', (environment, problem) => {
  const read = readConfiguration(environment);
  expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(problem)]);
});

function writing(overflow: 'refuse' | 'drop', sync: boolean) {
  const put: string[][] = [];
  const place = { isDown: true };
  const writer = new BatchWriter<readonly string[]>({
    prepare: (bodies) => bodies,
    put: (bodies) => {
      if (place.isDown) return Promise.reject(new Error('down'));
      put.push([...bodies]);
      return Promise.resolve();
    },
    sync,
    bufferCharacters: 10,
    overflow,
    warn: () => undefined,
  });
  return { writer, put, place };
}

test('in async what a place does not take waits, within bounds, and nothing is lost', async () => {
  const { writer, put, place } = writing('refuse', false);
  writer.append(['"a":1']);
  expect(writer.settle()).toBeNull();
  expect(writer.isFull).toBe(false);
  writer.append(['"b":222']);
  expect(writer.isFull).toBe(true);
  place.isDown = false;
  await writer.close();
  expect(put.flat()).toEqual(['"a":1', '"b":222']);
});

test('with drop, what does not fit is counted in the next record', async () => {
  const { writer, put, place } = writing('drop', false);
  writer.append(['"a":1111111', '"b":2', '"c":3']);
  expect(writer.isFull).toBe(false);
  place.isDown = false;
  void writer.settle();
  await new Promise((resolve) => setTimeout(resolve, 50));
  writer.append(['"d":4']);
  await writer.close();
  expect(put.flat()).toEqual(['"a":1111111', '"dropped":2,"d":4']);
});

test('in sync, waiting and new requests are refused until the sink is back', async () => {
  const { writer, put, place } = writing('refuse', true);
  writer.append(['"a":1']);
  await expect(writer.settle()).rejects.toThrow('down');
  expect(writer.isFull).toBe(true);
  place.isDown = false;
  await writer.close();
  expect(writer.isFull).toBe(false);
  expect(put.flat()).toEqual(['"a":1']);
});
