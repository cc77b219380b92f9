import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../server/endpoints/table.ts';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

/** The token that may settle: no other token has that role by itself. */
const SETTLER = 'settler-of-keys';

let folder: string;
let service: TestService;
let mounted: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-keys-'));
  const file = join(folder, 'tokens.json');
  const sha256 = createHash('sha256').update(SETTLER).digest('hex');
  await writeFile(file, JSON.stringify({ tokens: [{ name: 'settler', sha256, roles: ['settle'] }] }), {
    mode: 0o600,
  });
  service = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_TOKENS_FILE: file });
  mounted = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_FLEET: 'one' }, 'access.yaml');
});
afterAll(async () => {
  await service.close();
  await mounted.close();
  await rm(folder, { recursive: true });
});

const fact = { template: 'agent', data: { id: 'ann' } };
/** A body that each of these takes, and a key that it has, misspelt. */
const BODIES: Readonly<Record<string, readonly [object, string, string]>> = {
  'POST /v1/approvals/{id}': [{ decision: 'approved' }, 'decison', 'decision'],
  'POST /v1/budgets/reset': [{ ruleset: 'access', budget: 'b' }, 'budgt', 'budget'],
  'POST /v1/decisions': [{ ruleset: 'access', facts: [], idempotency_key: 'k' }, 'sesion_id', 'session_id'],
  'POST /v1/reservations/{id}': [{ release: true }, 'comit', 'commit'],
  'POST /v1/calls': [
    { ruleset: 'access', agent: 'a', tool: { name: 't' }, call: { id: 'c', args: {} } },
    'sesion',
    'session',
  ],
  'POST /v1/compile': [{ yaml_content: 'a' }, 'yaml_contents', 'yaml_content'],
  'POST /v1/evaluate': [{ ruleset: 'access', facts: [] }, 'sesion_id', 'session_id'],
  'POST /v1/explain': [{ ruleset: 'access', facts: [] }, 'flipp', 'flip'],
  'POST /v1/facts': [{ session_id: 's', ...fact }, 'templat', 'template'],
  'DELETE /v1/facts': [{ session_id: 's', template: 'agent' }, 'filters', 'filter'],
  'POST /v1/fleet/facts': [fact, 'dat', 'data'],
  'DELETE /v1/fleet/facts': [{ template: 'agent' }, 'filters', 'filter'],
  'POST /v1/fleet/query': [{ template: 'agent' }, 'filters', 'filter'],
  'POST /v1/query': [{ session_id: 's', template: 'agent' }, 'filters', 'filter'],
  'POST /v1/rules/reload': [{ ruleset_yaml: 'a' }, 'signatur', 'signature'],
  'POST /v1/runs': [{ graph_id: 'g' }, 'idempotency_kye', 'idempotency_key'],
  'POST /v1/sessions': [{ ruleset: 'access' }, 'sesion_id', 'session_id'],
};
/** Their protocols demand that what they do not know is passed over. */
const TOLERANT = /^\/(access\/|v1\/data|v1\/batch\/data|$)/;

describe('a key that a request does not have', () => {
  test('is tried wherever there is a body that is not of another protocol', () => {
    const own = ROUTES.filter(({ body, path }) => body !== 'none' && !TOLERANT.test(path));
    expect(own.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(Object.keys(BODIES).sort());
  });

  test.each(Object.entries(BODIES))(
    'is refused by %s, with what is meant',
    async (route, [body, key, meant]) => {
      const [method = '', path = ''] = route.replace('{id}', 'x').split(' ');
      const server = /^\/v1\/(rules|fleet)/.test(path) ? mounted : service;
      const token = path.startsWith('/v1/reservations/') ? { token: SETTLER } : {};
      const sent = { body: { ...body, [key]: 'x' }, ...token };
      const { status, text } = await server.request(method, path, sent);
      expect(status).toBe(422);
      expect(text).toContain(`unknown key. Did you mean '${meant}'?`);
    },
  );

  test.each([
    '/v1/runs?limt=1',
    '/v1/runs/00000000-0000-4000-8000-000000000000?atempt=1',
    '/v1/approvals?stat=open',
  ])('is refused in the address %s', async (path) => {
    const { status, text } = await service.request('GET', path);
    expect(status).toBe(422);
    expect(text).toContain('unknown key. Did you mean');
  });
});
