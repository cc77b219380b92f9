import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasJsonAnswer, rawRequest } from './support/raw.ts';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, TOKEN, type TestService } from './support/service.ts';
import { VERSION } from '../../library/version.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_REQUEST_TIMEOUT_MS: '300' });
});
afterAll(() => service.close());

test.each([
  '/nope',
  '/v1',
  '/v1/',
  '/v1/evaluate/',
  '/v1/evaluate/more',
  '/V1/status',
  '/v1/session',
  '/v1/database',
])('%s is not an endpoint', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const { status, json } = await service.request(method, path, { body: method === 'GET' ? undefined : {} });
    expect([status, json['error']]).toEqual([404, 'not_found']);
  }
});

test.each([
  ['PUT', '/v1/facts', 'DELETE, POST'],
  ['GET', '/v1/evaluate', 'POST'],
  ['POST', '/health', 'GET, HEAD'],
  ['PATCH', '/v1/data/access', 'GET, POST'],
  ['OPTIONS', '/v1/rules', 'GET, HEAD'],
  ['PUT', '/', 'GET, HEAD, POST'],
])('%s %s is not allowed', async (method, path, allow) => {
  const { status, headers, json } = await service.request(method, path);
  expect([status, json['error'], headers.get('allow')]).toEqual([405, 'method_not_allowed', allow]);
});

test('GET / names the service and its links, without a token', async () => {
  const { status, json } = await service.request('GET', '/', { token: null });
  expect(status).toBe(200);
  expect(json).toMatchObject({ name: 'ferrule', version: VERSION });
  for (const path of Object.values(json['links'] as Readonly<Record<string, string>>))
    expect([path, (await service.request('GET', path)).status]).toEqual([path, 200]);
});

test.each([
  ['/', 200],
  ['/health', 200],
  ['/v1/status', 200],
  ['/openapi.json', 200],
  ['/v1/rules', 422],
  ['/v1/data/access', 405],
  ['/nope', 404],
])('HEAD %s is %i without a body', async (path, status) => {
  const reply = await service.request('HEAD', path);
  expect([reply.status, reply.text]).toEqual([status, '']);
});

describe('a request identifier', () => {
  test('of the caller comes back', async () => {
    const { headers } = await service.request('GET', '/health', { headers: { 'x-request-id': 'abc-123' } });
    expect(headers.get('x-request-id')).toBe('abc-123');
  });

  test.each(['a b', 'x'.repeat(129), 'ä', '{}'])('that is not acceptable (%s) is replaced', async (id) => {
    const head = `GET /health HTTP/1.1\r\nhost: a\r\nx-request-id: ${id}\r\n\r\n`;
    const text = await rawRequest(service.url, [head], hasJsonAnswer);
    expect(text).toMatch(/x-request-id: [0-9a-f-]{36}\r\n/);
  });
});

describe('malformed requests', () => {
  test.each([
    ['nonsense\r\n\r\n', 400],
    ['GET / HTTP/9.9\r\n\r\n', 400],
    [`GET /health HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['GET /%zz HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['POST /v1/evaluate HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n', 400],
  ])('%.30s… gets a JSON response', async (bytes, status) => {
    const text = await rawRequest(service.url, [bytes], hasJsonAnswer);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(text).toMatch(/\{"error":"\w+","detail":"[^"]+"\}$/);
  });

  test('is cut off when it does not come to its end', async () => {
    const head = `POST /v1/evaluate HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${TOKEN}\r\ncontent-length: 100\r\n\r\n{`;
    expect(await rawRequest(service.url, [head])).toMatch(/^HTTP\/1\.1 408 /);
    expect(await rawRequest(service.url, ['GET /health HTTP/1.1\r\nhost:'])).toMatch(/^HTTP\/1\.1 408 /);
  });
});
