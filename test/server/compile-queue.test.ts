import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { always } from './support/rulesets.ts';
import { startTestService, TOKEN, type TestService } from './support/service.ts';

/** Limit per caller, in addition to the running compilation. */
const SHARE = 32;

/** Small when packed, and long to compile. */
const HEAVY = `templates: [{ name: t, slots: [{ name: s, type: string }] }]\nrules:\n${Array.from(
  { length: 600 },
  (_, n) =>
    `  - { name: r${n}, when: [{ template: t, conditions: [{ slot: s, expression: 'matches("(?i)^a{1,${(n % 50) + 2}}b${n}")' }] }], then: { action: allow, reason: r } }\n`,
).join('')}`;
const LIGHT = { yaml_content: always('allow', 'light') };

let folder: string;
let service: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-queue-'));
  const file = join(folder, 'tokens.json');
  const sha256 = createHash('sha256').update('of-somebody-else').digest('hex');
  await writeFile(file, JSON.stringify({ tokens: [{ name: 'else', sha256, roles: ['compile'] }] }));
  service = await startTestService(
    { 'mounted.yaml': always('deny', 'before') },
    { SERVICE_TOKENS_FILE: file },
    'mounted.yaml',
  );
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Requests of one caller that fill the queue, until they are left. */
function flood(count: number): { readonly refused: () => number; readonly leave: () => Promise<unknown> } {
  const left = new AbortController();
  let refused = 0;
  const sent = Array.from({ length: count }, () =>
    fetch(`${service.url}/v1/compile`, {
      method: 'POST',
      signal: left.signal,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ yaml_content: HEAVY }),
    }).then(
      ({ status }) => (refused += status === 503 ? 1 : 0),
      () => null,
    ),
  );
  return {
    refused: () => refused,
    leave: () => {
      left.abort();
      return Promise.all(sent);
    },
  };
}

async function waiting(): Promise<number> {
  const { text } = await service.request('GET', '/metrics');
  return Number(/^ferrule_compile_queue (\d+)$/m.exec(text)?.[1]);
}

test('a caller has a share of the queue; others, reloads and decisions do not wait behind it', async () => {
  const { refused, leave } = flood(SHARE + 12);
  await expect.poll(refused).toBeGreaterThanOrEqual(10);
  const other = await service.post('/v1/compile', LIGHT, { token: 'of-somebody-else' });
  expect([other.status, other.json['errors']]).toEqual([200, []]);
  expect(await waiting()).toBeGreaterThan(0);
  const reload = await service.post('/v1/rules/reload', { ruleset_yaml: always('allow', 'after') });
  expect(reload.status).toBe(200);
  const facts = [{ template: 'input', data: {} }];
  const { json } = await service.post('/v1/evaluate', { ruleset: 'mounted', facts });
  expect(json['reason']).toBe('after');
  expect(await waiting()).toBeGreaterThan(0);
  await leave();
  await expect.poll(waiting).toBe(0);
  const own = await service.post('/v1/compile', LIGHT);
  expect([own.status, own.json['errors']]).toEqual([200, []]);
});
