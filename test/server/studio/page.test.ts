/** The page of the studio in the service: public, with its own policy, at relative addresses, and off when a setting says so. */
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ferrule } from '../../../server/embed/embed.ts';
import { startTestService, type Reply, type TestService } from '../support/service.ts';

let service: TestService;
let without: TestService;

beforeAll(async () => {
  service = await startTestService({});
  without = await startTestService({}, { SERVICE_STUDIO: 'false' });
});
afterAll(() => Promise.all([service.close(), without.close()]));

const get = (path: string, on = service): Promise<Reply> => on.request('GET', path, { token: null });

test('is served without a token, with a policy that loads from its own origin only', async () => {
  const { status, headers, text } = await get('/studio/');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('<script');
  expect(text).not.toMatch(/(?:src|href)="(?:\/|https?:)/);
  const policy = headers.get('content-security-policy') ?? '';
  for (const part of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
    expect(policy).toContain(part);
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
});

test('its files have their types, and the frame a policy of its own', async () => {
  const { text, headers } = await get('/studio/studio.js');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const chunk = /\.\/(c\/[\w-]+\.js)/.exec(text)?.[1];
  expect((await get(`/studio/${chunk}`)).status).toBe(200);
  expect((await get('/studio/studio.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  const frame = await get('/studio/frame.html');
  expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
});

test('says that it is connected, and where the API is', async () => {
  const { status, text, headers } = await get('/studio/mode.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(JSON.parse(text)).toEqual({ mode: 'connected', api: '../' });
});

test('its address without the slash leads to it, by a relative address', async () => {
  const response = await fetch(`${service.url}/studio`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([308, 'studio/']);
});

test.each([
  '/studio/missing.js',
  '/studio/index.html.map',
  '/studio/c/none.js',
  '/studio/..%2fpackage.json',
  '/studio/%2e%2e/cli.js',
  '/studio/c/%2e%2e%2findex.html',
  '/studio/package.json',
])('has no file %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('takes no other method', async () => {
  expect((await service.request('POST', '/studio/', { token: null, body: {} })).status).toBe(405);
  expect((await service.request('HEAD', '/studio/', { token: null })).status).toBe(200);
});

test.each(['/studio', '/studio/', '/studio/studio.js', '/studio/mode.json'])(
  'is not there with SERVICE_STUDIO=false: %s',
  async (path) => {
    const { status, json } = await get(path, without);
    expect([status, json['error']]).toEqual([404, 'not_found']);
  },
);

test('works beneath the prefix of an application', async () => {
  const app = fastify();
  await app.register(ferrule, {
    prefix: '/policy',
    settings: { SERVICE_DATA_DIR: ':memory:', SERVICE_WORKERS: '1', SERVICE_API_TOKEN: 'a-token-of-the-app' },
  });
  const page = await app.inject('/policy/studio/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect((await app.inject('/policy/studio/mode.json')).json()).toEqual({ mode: 'connected', api: '../' });
  expect((await app.inject('/studio/')).statusCode).toBe(404);
  await app.close();
});
