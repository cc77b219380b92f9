/** Requests of runs get a response in bounded time, whatever the database does. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { connect, infoOf, refusal, startGrpc } from '../grpc/support.ts';
import { startTestService, type Reply, type TestService } from '../support/service.ts';
import { FULL } from '../../full.ts';
import { FILES } from './support/files.ts';

const UNAVAILABLE = 14;
const RUN = { graph_id: 'diamond', params: { left: 'allow', right: 'escalate', name: 'ann' } };
/** PostgreSQL messages: the client is authenticated, and can send statements. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'ferrule-not-ready-'));
  ends.push(() => rm(made, { recursive: true, force: true }));
  return made;
}

function expectNotReady({ status, json, headers }: Reply, detail: string): void {
  expect([status, json['error'], json['detail'], headers.get('retry-after')]).toEqual([
    503,
    'store_unavailable',
    detail,
    '1',
  ]);
}

function requests(service: TestService): Promise<readonly Reply[]> {
  return Promise.all([
    service.post('/v1/runs', RUN),
    service.request('GET', '/v1/runs'),
    service.request('GET', '/v1/runs/poc-diamond'),
  ]);
}

const NOT_READY = 'the database is not ready; try again shortly';

test('over HTTP while the database opens in a new folder', async () => {
  const settings = { SERVICE_DATA_DIR: await folder(), SERVICE_REQUEST_TIMEOUT_MS: '200' };
  const service = await startTestService(FILES, settings);
  ends.push(() => service.close());
  for (const reply of await requests(service)) expectNotReady(reply, NOT_READY);
  let listed: Reply['json'] = {};
  const list = async (): Promise<number> => {
    const { status, json } = await service.request('GET', '/v1/runs');
    listed = json;
    return status;
  };
  await expect.poll(list, { interval: 500 }).toBe(200);
  // A request refused while the database was opening is not run afterwards.
  expect(listed['runs']).toEqual([]);
  await expect.poll(async () => (await service.post('/v1/runs', RUN)).status, { interval: 500 }).toBe(202);
});

// Other tests have refusals with a time to wait over gRPC; this one is slow to open and to close.
test.runIf(FULL)('over gRPC while the database opens in a new folder', async () => {
  const service = await startGrpc(FILES, {
    SERVICE_DATA_DIR: await folder(),
    SERVICE_REQUEST_TIMEOUT_MS: '200',
  });
  ends.push(() => service.close());
  const client = connect(service.address);
  ends.push(() => client.close());
  const asked = { graph_id: 'diamond', params_json: JSON.stringify(RUN.params) };
  for (const [method, message] of [
    ['EnqueueRun', asked],
    ['ListRuns', {}],
    ['GetRun', { run_id: 'poc-diamond' }],
  ] as const) {
    const refused = await refusal(client.call(method, message));
    expect([refused.code, infoOf(refused)['reason'], refused.metadata.get('retry-after')]).toEqual([
      UNAVAILABLE,
      'store_unavailable',
      ['1'],
    ]);
  }
});

/** A database that welcomes clients and then never responds. */
async function startStalled(): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.write(WELCOME));
    socket.resume();
    ends.push(() => socket.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ends.push(() => server.close());
  return server;
}

test('of a database that takes statements and never responds', async () => {
  const { port } = (await startStalled()).address() as AddressInfo;
  const service = await startTestService(FILES, {
    DATABASE_URL: `postgresql://127.0.0.1:${port}/none`,
    SERVICE_SESSIONS: 'memory',
    SERVICE_REQUEST_TIMEOUT_MS: '200',
  });
  ends.push(() => service.close());
  for (const reply of await requests(service)) expectNotReady(reply, NOT_READY);
  expect((await service.post('/v1/evaluate', { ruleset: 'verdict', facts: [] })).status).toBe(200);
});
