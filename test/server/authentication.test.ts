import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../server/endpoints/table.ts';
import { hasJsonAnswer, rawRequest } from './support/raw.ts';
import { ADMIN_TOKEN, startTestService, TOKEN, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({}, { SERVICE_ADMIN_TOKEN: ADMIN_TOKEN });
});
afterAll(() => service.close());

const guarded = ROUTES.filter(({ access }) => access !== 'open');

describe('every endpoint but probes and /v1/status', () => {
  test('is guarded', () => {
    expect(ROUTES.filter(({ access }) => access === 'open').map(({ url }) => url)).toEqual([
      '/',
      '/health',
      '/livez',
      '/readyz',
      '/v1/status',
      '/.well-known/jwks.json',
      '/.well-known/authzen-configuration',
    ]);
  });

  test.each(guarded.map(({ method, path }) => [method, path]))(
    'refuses %s %s without a token',
    async (method, path) => {
      const { status, headers, json } = await service.request(method, path, { token: null });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(json).toEqual({ error: 'unauthorized', detail: expect.any(String) as string });
    },
  );
});

test.each(['/health', '/livez', '/readyz', '/v1/status', '/.well-known/jwks.json'])(
  '%s needs no token, and does not mind one',
  async (path) => {
    expect((await service.request('GET', path, { token: null })).status).toBe(200);
    expect((await service.request('GET', path, { token: 'wrong' })).status).toBe(200);
  },
);

test.each([
  [`Bearer ${TOKEN}`, 200],
  [`bearer ${TOKEN}`, 200],
  [`BEARER  ${TOKEN}`, 200],
  [`Bearer ${ADMIN_TOKEN}`, 200],
  [`Bearer ${TOKEN}x`, 401],
  [`Bearer ${TOKEN.slice(1)}`, 401],
  [`Bearer ${TOKEN.toUpperCase()}`, 401],
  [`Basic ${TOKEN}`, 401],
  [TOKEN, 401],
  ['Bearer', 401],
  ['Bearer ', 401],
])('the header %j gets status %i', async (authorization, status) => {
  const reply = await service.request('GET', '/openapi.json', { token: null, headers: { authorization } });
  expect(reply.status).toBe(status);
});

test('the data-plane token does not reload when there is an admin token', async () => {
  const reload = (token: string): Promise<{ status: number }> =>
    service.post('/v1/rules/reload', { ruleset_yaml: 'a' }, { token });
  expect((await reload(TOKEN)).status).toBe(401);
  expect((await reload(ADMIN_TOKEN)).status).toBe(503);
});

test('is checked before anything of the body has come', async () => {
  const head =
    'POST /v1/evaluate HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\ncontent-type: nonsense\r\n\r\n';
  const text = await rawRequest(service.url, [head], hasJsonAnswer);
  expect(text).toMatch(/^HTTP\/1\.1 401 /);
});
