import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../server/endpoints/table.ts';
import { hasJsonAnswer, rawRequest } from './support/raw.ts';
import { ACCESS, always } from './support/rulesets.ts';
import { startTestService, TOKEN, type Reply, type TestService } from './support/service.ts';

const CAP = 20_000;
const RELOAD_CAP = 2_000;

/** The token that may settle: no other token has that role by itself. */
const SETTLER = 'settler-of-bodies';

let folder: string;
let service: TestService;
let mounted: TestService;

beforeAll(async () => {
  const settings = { SERVICE_MAX_BODY_BYTES: String(CAP), SERVICE_MAX_RELOAD_BYTES: String(RELOAD_CAP) };
  service = await startTestService({ 'access.yaml': ACCESS }, settings);
  folder = await mkdtemp(join(tmpdir(), 'ferrule-bodies-'));
  const file = join(folder, 'tokens.json');
  const sha256 = createHash('sha256').update(SETTLER).digest('hex');
  await writeFile(file, JSON.stringify({ tokens: [{ name: 'settler', sha256, roles: ['settle'] }] }), {
    mode: 0o600,
  });
  const named = { ...settings, SERVICE_TOKENS_FILE: file };
  mounted = await startTestService({ 'first.yaml': always('allow', 'first') }, named, 'first.yaml');
  const session = { ruleset: 'access', facts: [], session_id: 's' };
  expect((await service.post('/v1/evaluate', session)).status).toBe(200);
});
afterAll(async () => {
  await service.close();
  await mounted.close();
  await rm(folder, { recursive: true });
});

const EVALUATE = {
  ruleset: 'access',
  facts: [{ template: 'agent', data: { id: 'a', clearance: 'secret' } }],
};
const withBody = ROUTES.filter(({ body }) => body !== 'none');

function padded(size: number): string {
  return JSON.stringify(EVALUATE).padEnd(size, ' ');
}

describe('the size cap', () => {
  test('lets a body of exactly its size through and none that is larger', async () => {
    expect((await service.post('/v1/evaluate', padded(CAP))).status).toBe(200);
    const { status, json } = await service.post('/v1/evaluate', padded(CAP + 1));
    expect([status, json['error']]).toEqual([413, 'payload_too_large']);
  });

  test.each(withBody.map(({ method, path, cap, access }) => [method, path, cap, access]))(
    'holds for %s %s',
    async (method, path, cap, access) => {
      const body = ' '.repeat((cap === 'reload' ? RELOAD_CAP : CAP) + 1);
      const token = access === 'settle' ? { token: SETTLER } : {};
      expect((await mounted.request(method, path, { body, ...token })).status).toBe(413);
    },
  );

  test('cuts a chunked body off as soon as it is passed', async () => {
    const head = `POST /v1/evaluate HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${TOKEN}\r\ntransfer-encoding: chunked\r\n\r\n`;
    const chunk = `${(1000).toString(16)}\r\n${'x'.repeat(1000)}\r\n`;
    // The last chunk never comes: the answer cannot have waited for it.
    const text = await rawRequest(
      service.url,
      [head, ...Array<string>(CAP / 1000 + 1).fill(chunk)],
      hasJsonAnswer,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
  });

  test('does not believe a small content-length of a packed body', async () => {
    const body = gzipSync(padded(CAP + 1));
    const reply = await service.post('/v1/evaluate', body, { headers: { 'content-encoding': 'gzip' } });
    expect(reply.status).toBe(413);
  });

  test('on YAML counts characters', async () => {
    const roomy = await startTestService({}, { SERVICE_MAX_BODY_BYTES: '8388608' });
    const compile = (yaml_content: string): Promise<Reply> => roomy.post('/v1/compile', { yaml_content });
    expect((await compile('#'.repeat(1_000_000))).status).toBe(200);
    expect((await compile('# ' + '😀'.repeat(999_998))).status).toBe(200);
    const { status, json } = await compile('#'.repeat(1_000_001));
    expect([status, json['error'], json['field']]).toEqual([422, 'validation_error', 'yaml_content']);
    await roomy.close();
  });
});

describe('a body', () => {
  test('may be packed with gzip', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const reply = await service.post('/v1/evaluate', gzipSync(JSON.stringify(EVALUATE)), { headers });
    expect(reply.json['decision']).toBe('allow');
    expect((await service.post('/v1/evaluate', 'no gzip', { headers })).json['error']).toBe('invalid_json');
    const other = await service.post('/v1/evaluate', EVALUATE, { headers: { 'content-encoding': 'br' } });
    expect([other.status, other.json['error']]).toEqual([415, 'unsupported_media_type']);
  });

  test.each([
    ['application/json', 200],
    ['Application/JSON; charset=UTF-8', 200],
    ['application/problem+json', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/json; charset=utf-16', 415],
    ['nonsense', 415],
  ])('of type %s gets status %i', async (type, status) => {
    const reply = await service.post('/v1/evaluate', EVALUATE, { headers: { 'content-type': type } });
    expect(reply.status).toBe(status);
  });

  test.each([
    ['', 'is empty'],
    [' \n', 'is empty'],
    ['{', 'not valid JSON'],
    ['{"a":1,}', 'not valid JSON'],
    ["{'a':1}", 'not valid JSON'],
    ['[1.5e400', 'not valid JSON'],
    [Buffer.from([0x22, 0xff, 0x22]), 'not UTF-8'],
    ['['.repeat(5_000), 'nested'],
    [`{"facts":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'nested'],
  ])('%j is invalid JSON', async (body, detail) => {
    const { status, json } = await service.post('/v1/evaluate', body);
    expect([status, json['error']]).toEqual([400, 'invalid_json']);
    expect(json['detail']).toContain(detail);
  });

  test('with the key __proto__ changes nothing but is seen', async () => {
    const body = '{"ruleset":"access","facts":[{"template":"agent","data":{"id":"a","__proto__":{"x":1}}}]}';
    expect((await service.post('/v1/evaluate', body)).json['detail']).toContain(
      "Unknown slot(s) ['__proto__']",
    );
    const fact = '{"session_id":"s","template":"agent","data":{"id":"a","__proto__":{"x":1}}}';
    expect((await service.post('/v1/facts', fact)).json['detail']).toContain("Unknown slot(s) ['__proto__']");
  });
});

/** Statuses of each endpoint as its row declares them. */
const documented = new Map(
  withBody.map((route) => [`${route.method} ${route.path}`, new Set([200, 207, ...route.errors])]),
);

const BODIES: Readonly<Record<string, object>> = {
  'POST /v1/evaluate': { ...EVALUATE, session_id: 's' },
  'POST /v1/facts': { session_id: 's', template: 'agent', data: { id: 'a', age: 3 } },
  'DELETE /v1/facts': { session_id: 's', template: 'agent', filter: { id: 'a' } },
  'POST /v1/query': { session_id: 's', template: 'agent', filter: { id: 'a' } },
  'POST /v1/compile': { yaml_content: 'rules: []' },
  'POST /v1/rules/reload': { ruleset_yaml: always('deny', 'b'), signature: null },
  'POST /v1/data/{path}': { input: { user: 'a', level: 3 } },
  'POST /v1/batch/data/{path}': { inputs: { a: { level: 3 }, b: {} } },
  'POST /': { user: 'a' },
};

const junk = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    '',
    Number.MAX_VALUE,
    -0,
    1.5,
    true,
    [],
    {},
    '\u0000',
    '../x',
    'x'.repeat(300),
    ['a'],
    {
      a: { b: [] },
    },
  ),
);

/** A body with one of its values, at any depth, replaced or removed, or a key added. */
function broken(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return junk;
  const entries = Object.entries(value);
  const rebuild = (changed: [string, unknown][]): unknown =>
    Array.isArray(value) ? changed.map(([, item]) => item) : Object.fromEntries(changed);
  return fc.oneof(
    junk,
    fc.tuple(fc.string(), junk).map((entry) => rebuild([...entries, entry])),
    ...entries.flatMap(([key, item], i) => [
      fc.constant(rebuild(entries.filter((_, j) => j !== i))),
      broken(item).map((other) => rebuild(entries.map((entry, j) => (j === i ? [key, other] : entry)))),
    ]),
  );
}

const text = (body: object): fc.Arbitrary<string> => {
  const json = broken(body).map((value) => JSON.stringify(value) ?? '');
  const cut = fc.tuple(json, fc.nat()).map(([whole, at]) => whole.slice(0, at % (whole.length + 1)));
  return fc.oneof(
    { weight: 4, arbitrary: json },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: fc.string() },
  );
};

test.each(Object.entries(BODIES))('any body of %s gets a documented status', async (endpoint, body) => {
  const [method = '', path = ''] = endpoint.split(' ');
  const address = path.replace('{path}', 'access');
  const on = endpoint === 'POST /v1/rules/reload' ? mounted : service;
  const runs = endpoint === 'POST /v1/rules/reload' ? 30 : 120;
  await fc.assert(
    fc.asyncProperty(text(body), async (bytes) => {
      const reply = await on.request(method, address, { body: bytes });
      expect(documented.get(endpoint)).toContain(reply.status);
      // On the Data API 500 is a documented answer to rules that fail, and these do not.
      expect(reply.status).not.toBe(500);
    }),
    { numRuns: runs },
  );
  expect((await on.request('GET', '/health')).status).toBe(200);
});
