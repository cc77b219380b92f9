/** Whatever fails, Envoy gets a denial: over gRPC an answer that is not OK, over HTTP a status that is not 200. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { startProxy, type Proxy } from '../runs/support/proxy.ts';
import { ASKING, faultyRules } from '../support/faulty-rules.ts';
import { connect, startGrpc, type GrpcService, type Message, type TestClient } from '../grpc/support.ts';

/** The first segment of the path says what goes wrong. */
const POLICY = faultyRules('$.parsed_path[0]', '$.parsed_body.n', ASKING);

let service: GrpcService;
let client: TestClient;
let database: TestDatabase;
let between: Proxy;
beforeAll(async () => {
  database = await createPostgres();
  between = await startProxy(database.settings['DATABASE_URL'] ?? '');
  service = await startGrpc(
    { 'faults.yaml': POLICY },
    {
      SERVICE_ENVOY_RULESET: 'faults',
      SERVICE_EVALUATE_TIMEOUT_MS: '1000',
      DATABASE_URL: between.url,
    },
  );
  client = connect(service.address, 'envoy.service.auth.v3.Authorization');
  // The store is away.
  between.cut();
});
afterAll(async () => {
  client.close();
  between.heal();
  await service.close();
  await between.close();
  await database.drop();
});

const BODY = '{"n":0}';
const overGrpc = async (path: string): Promise<readonly unknown[]> => {
  const headers = { 'content-type': 'application/json' };
  const http = { method: 'POST', path, host: 'api', headers, body: BODY };
  const answer = await client.call('Check', { attributes: { request: { http } } });
  const { code } = answer['status'] as Message;
  return [answer['http_response'], code, answer['denied_response'] ?? null];
};
const overHttp = async (path: string): Promise<readonly unknown[]> => {
  const { status, headers } = await service.request('POST', `/v1/envoy/check${path}`, { body: BODY });
  return [status, headers.get('x-ferrule-decision')];
};

describe('while nothing is wrong', () => {
  it('the request is allowed', async () => {
    expect(await overGrpc('/open')).toEqual(['ok_response', 0, null]);
    expect(await overHttp('/open')).toEqual([200, 'allow']);
  });
});

describe.each<readonly [string, string, number, string, number, string]>([
  ['an evaluation that fails', '/divide', 9, 'ServiceUnavailable', 503, 'unavailable'],
  ['an evaluation that takes too long', '/grow', 4, 'ServiceUnavailable', 503, 'unavailable'],
  ['an unknown decision', '/elsewhere', 7, 'Forbidden', 403, 'deny'],
  ['an approval that cannot be requested', '/ask', 14, 'ServiceUnavailable', 503, 'unavailable'],
])('%s', (_what, path, code, grpcStatus, httpStatus, decision) => {
  it('is a denial over gRPC', async () => {
    expect(await overGrpc(path)).toMatchObject(['denied_response', code, { status: { code: grpcStatus } }]);
  });

  it('is a denial over HTTP', async () => {
    expect(await overHttp(path)).toEqual([httpStatus, decision]);
  });
});

it('a worker that dies lets nothing through that the rules deny', async () => {
  const asked = ['/open', '/elsewhere'].flatMap((path) =>
    Array.from({ length: 10 }, async () => [path, await overGrpc(path)] as const),
  );
  service.pool.kill(0);
  for (const [path, [response, code]] of await Promise.all(asked)) {
    if (path === '/elsewhere' || code !== 0) expect(response).toBe('denied_response');
    else expect(response).toBe('ok_response');
  }
  await expect.poll(() => overGrpc('/open')).toEqual(['ok_response', 0, null]);
});
