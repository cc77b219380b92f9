/** Explanations of evaluations beside facts that are held: by a session, by what is mounted, by a fleet. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKING, request } from './fleet/rules.ts';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const SECRET = { template: 'agent', data: { id: 'ann', clearance: 'secret' } };
const MASKED = ACCESS.replace(
  'name: id, type: string, required: true',
  'name: id, type: string, required: true, sensitive: true',
);

describe('POST /v1/explain in a session', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ 'access.yaml': ACCESS, 'other.yaml': ACCESS, 'masked.yaml': MASKED });
    await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id: 's1' });
    await service.post('/v1/facts', { session_id: 's1', ...SECRET });
  });
  afterAll(() => service.close());
  const explain = (body: object): Promise<Reply> =>
    service.post('/v1/explain', { ruleset: 'access', facts: [], ...body });

  test('uses the facts that it holds, and does not change it', async () => {
    const { status, json } = await explain({ session_id: 's1', flip: 'deny' });
    expect(status).toBe(200);
    expect(json).toMatchObject({ decision: 'allow', reason: 'ann may', facts: [{ id: 1, ...SECRET }] });
    const given = { template: 'agent', data: { id: 'bob', age: -1 } };
    const more = await explain({ session_id: 's1', facts: [given] });
    expect(more.json).toMatchObject({ decision: 'deny', reason: 'negative age' });
    expect(more.json['facts']).toMatchObject([SECRET, given]);
    const { json: evaluated } = await service.post('/v1/evaluate', {
      ruleset: 'access',
      facts: [],
      session_id: 's1',
    });
    expect(evaluated).toMatchObject({ decision: 'allow', reason: 'ann may' });
    const { json: session } = await service.request('GET', '/v1/sessions/s1');
    expect(session['facts']).toBe(1);
  });

  test('finds the session in a body that is compressed', async () => {
    const body = gzipSync(JSON.stringify({ ruleset: 'access', facts: [], session_id: 's1' }));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    const { json } = await service.request('POST', '/v1/explain', { body, headers });
    expect(json).toMatchObject({ decision: 'allow', reason: 'ann may' });
  });

  test('uses the session that an evaluation would make, and makes none', async () => {
    const { status, json } = await explain({ session_id: 'new', facts: [SECRET] });
    expect([status, json['reason']]).toEqual([200, 'ann may']);
    expect((await service.request('GET', '/v1/sessions/new')).status).toBe(404);
  });

  test('masks the values of sensitive slots that it holds', async () => {
    await service.post('/v1/evaluate', { ruleset: 'masked', facts: [], session_id: 's2' });
    await service.post('/v1/facts', { session_id: 's2', ...SECRET });
    const { json } = await explain({ ruleset: 'masked', session_id: 's2' });
    expect(json['decision']).toBe('allow');
    expect(JSON.stringify(json)).not.toContain('ann');
  });

  test('refuses a session of another ruleset, one that has ended, and one that must not be there', async () => {
    const refusal = async (body: object): Promise<unknown[]> => {
      const { status, json } = await explain(body);
      return [status, json['error']];
    };
    expect(await refusal({ ruleset: 'other', session_id: 's1' })).toEqual([409, 'session_ruleset_mismatch']);
    expect(await refusal({ session_id: 's1', session: 'create' })).toEqual([409, 'session_exists']);
    await service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id: 's3' });
    await service.request('DELETE', '/v1/sessions/s3');
    expect(await refusal({ session_id: 's3' })).toEqual([404, 'session_expired']);
  });
});

describe('a token that may only explain', () => {
  test('is refused its own sessions, and does not learn that those of others exist', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-explain-'));
    const file = join(folder, 'tokens.json');
    const entry = (name: string, token: string, roles: readonly string[]): object => ({
      name,
      sha256: createHash('sha256').update(token).digest('hex'),
      roles,
    });
    const tokens = [
      entry('shop', 'shop-token-that-is-long', ['evaluate', 'session']),
      entry('shop', 'shop-explains-and-no-more', ['explain']),
      entry('help', 'help-explains-and-no-more', ['explain']),
    ];
    await writeFile(file, JSON.stringify({ tokens }));
    const service = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_TOKENS_FILE: file });
    try {
      const token = 'shop-token-that-is-long';
      await service.post('/v1/sessions', { ruleset: 'access', session_id: 's1' }, { token });
      await service.post('/v1/facts', { session_id: 's1', ...SECRET }, { token });
      const explain = async (reader: string, session_id: string): Promise<unknown> => {
        const asked = { ruleset: 'access', facts: [], session_id, session: 'require' };
        const { status, json } = await service.post('/v1/explain', asked, { token: reader });
        return [status, json['error'], json['detail']];
      };
      const unknown = [404, 'session_not_found', 'session not found'];
      expect(await explain('help-explains-and-no-more', 's1')).toEqual(unknown);
      expect(await explain('help-explains-and-no-more', 'none')).toEqual(unknown);
      expect(await explain('shop-explains-and-no-more', 's1')).toEqual([
        403,
        'forbidden',
        "the token lacks the role 'session'",
      ]);
    } finally {
      await service.close();
      await rm(folder, { recursive: true });
    }
  });
});

describe('POST /v1/explain of a mounted ruleset', () => {
  test('explains the mounted ruleset for any name, and the new one after a reload', async () => {
    const service = await startTestService({ 'access.yaml': ACCESS }, {}, 'access.yaml');
    try {
      const explain = (body: object): Promise<Reply> =>
        service.post('/v1/explain', { ruleset: 'anything', facts: [SECRET], ...body });
      expect((await explain({})).json).toMatchObject({
        ruleset: 'access',
        decision: 'allow',
        reason: 'ann may',
      });
      await service.post('/v1/rules/reload', { ruleset_yaml: ACCESS.replace('{id} may', '{id} is welcome') });
      expect((await explain({})).json).toMatchObject({ decision: 'allow', reason: 'ann is welcome' });
      const { status, json } = await explain({ session_id: 's1' });
      expect([status, json['error']]).toEqual([400, 'sessions_unavailable']);
      expect((await explain({ ruleset: '../x' })).json['error']).toBe('invalid_ruleset_path');
    } finally {
      await service.close();
    }
  });

  test('uses the facts of the fleet', async () => {
    const service = await startTestService(
      { 'blocking.yaml': BLOCKING },
      { SERVICE_FLEET: 'eu' },
      'blocking.yaml',
    );
    try {
      await service.post('/v1/fleet/facts', { template: 'blocked', data: { agent: 'ann' } });
      const { json } = await service.post('/v1/explain', { ruleset: 'blocking', facts: [request('ann')] });
      expect(json).toMatchObject({ decision: 'deny', reason: 'ann is blocked (1)' });
    } finally {
      await service.close();
    }
  });
});
