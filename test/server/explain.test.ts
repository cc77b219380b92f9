import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS, BROKEN } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

const SECRET = { template: 'agent', data: { id: 'ann', clearance: 'secret' } };

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-explain-'));
  const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
  const tokens = [
    { name: 'gateway', sha256: hashOf('evaluator'), roles: ['evaluate'] },
    { name: 'author', sha256: hashOf('author'), roles: ['explain'], rulesets: ['other/**'] },
  ];
  const file = join(folder, 'tokens.json');
  await writeFile(file, JSON.stringify({ tokens }), { mode: 0o600 });
  service = await startTestService(
    { 'access.yaml': ACCESS, 'broken.yaml': BROKEN, 'other/access.yaml': ACCESS },
    { SERVICE_TOKENS_FILE: file },
  );
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const explain = (body: object, token?: string) =>
  service.post(
    '/v1/explain',
    { ruleset: 'access', facts: [], ...body },
    token === undefined ? {} : { token },
  );

describe('POST /v1/explain', () => {
  test('explains why and why not', async () => {
    const { status, json } = await explain({ facts: [SECRET] });
    expect(status).toBe(200);
    expect(json).toMatchObject({ version: 1, decision: 'allow', reason: 'ann may', winner: 0 });
    expect(json['firings']).toMatchObject([{ rule: 'decide::allow-secret', matched: [{ fact: 1 }] }]);
    expect(json).not.toHaveProperty('flips');
  });

  test('lists changes that lead to another decision', async () => {
    const { json } = await explain({ facts: [SECRET], flip: 'deny' });
    const { found } = json['flips'] as { found: readonly { decision: string }[] };
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ decision }) => decision === 'deny')).toBe(true);
  });

  test('needs a role of its own', async () => {
    const { status, json } = await explain({}, 'evaluator');
    expect(status).toBe(403);
    expect(json['detail']).toContain('explain');
  });

  test('explains to a token only its own rulesets', async () => {
    expect((await explain({ ruleset: 'other/access' }, 'author')).status).toBe(200);
    expect((await explain({}, 'author')).json['error']).toBe('ruleset_not_found');
  });

  test.each([
    [{ ruleset: 'nothing' }, 404, 'ruleset_not_found'],
    [{ ruleset: '../access' }, 400, 'invalid_ruleset_path'],
    [{ ruleset: 'broken' }, 400, 'invalid_ruleset'],
    [{ facts: [{ template: 'agnet', data: {} }] }, 422, 'validation_error'],
    [{ rule: 'allow-secrets' }, 422, 'validation_error'],
    [{ session: 'create' }, 422, 'validation_error'],
    [{ session_id: 'a b' }, 422, 'validation_error'],
    [{ session_id: 'never', session: 'require' }, 404, 'session_not_found'],
    [{ facts: 1 }, 422, 'validation_error'],
  ])('refuses %j', async (body, expected, error) => {
    const { status, json } = await explain(body);
    expect([status, json['error']]).toEqual([expected, error]);
  });
});
