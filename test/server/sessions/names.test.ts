import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ACCESS } from '../support/rulesets.ts';
import { startTestService, type Reply, type TestService } from '../support/service.ts';

const ISSUER = 'https://issuer.example';
const MOST = 3;

let folder: string;
let service: TestService;
let key: CryptoKey;

const entry = (name: string, token: string): object => ({
  name,
  sha256: createHash('sha256').update(token).digest('hex'),
  roles: ['evaluate', 'session'],
});

/** Which tokens there are from now on. */
async function allow(...entries: readonly object[]): Promise<void> {
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens: entries }));
  await service.reread();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-names-'));
  const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  key = pair.privateKey;
  const keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'EdDSA' }];
  await writeFile(join(folder, 'jwks.json'), JSON.stringify({ keys }));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens: [entry('first', 'none-yet')] }));
  await writeFile(join(folder, 'api'), 'the-first-api-token\n');
  await writeFile(join(folder, 'admin'), 'the-admin-token-of-it\n');
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  service = await startTestService(
    { 'access.yaml': ACCESS },
    {
      SERVICE_API_TOKEN_FILE: join(folder, 'api'),
      SERVICE_ADMIN_TOKEN_FILE: join(folder, 'admin'),
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
      SERVICE_MAX_SESSIONS: String(MOST),
      SERVICE_JWT_ISSUER: ISSUER,
      SERVICE_JWT_AUDIENCE: 'ferrule',
      SERVICE_JWT_JWKS_FILE: join(folder, 'jwks.json'),
    },
  );
  return () => service.close();
});

const begin = (token: string, session_id = 's'): Promise<Reply> =>
  service.post('/v1/evaluate', { ruleset: 'access', facts: [], session_id, session: 'create' }, { token });
const remember = (token: string, id: string): Promise<Reply> =>
  service.post('/v1/facts', { session_id: 's', template: 'agent', data: { id } }, { token });

/** Identifiers of the agents that the session of this token knows; null: no such session. */
async function known(token: string): Promise<unknown> {
  const { status, json } = await service.post('/v1/query', { session_id: 's', template: 'agent' }, { token });
  return status === 404 ? null : (json['facts'] as { id: string }[]).map(({ id }) => id);
}

describe('sessions belong to the name of the token that made them', () => {
  test('also when another token has taken its place', async () => {
    await allow(entry('gateway', 'old'));
    expect((await begin('old')).status).toBe(200);
    expect((await remember('old', 'ann')).status).toBe(200);
    await allow(entry('gateway', 'new'));
    expect(await known('new')).toEqual(['ann']);
    expect((await remember('old', 'bob')).status).toBe(401);
  });

  test('and no other caller sees them or is affected', async () => {
    await allow(entry('one', 'of-one'), entry('two', 'of-two'));
    await begin('of-one');
    await remember('of-one', 'ann');
    expect(await known('of-two')).toBeNull();
    expect((await service.request('DELETE', '/v1/sessions/s', { token: 'of-two' })).status).toBe(404);
    expect((await begin('of-two')).headers.get('ferrule-session')).toBe('created');
    await remember('of-two', 'bob');
    expect([await known('of-one'), await known('of-two')]).toEqual([['ann'], ['bob']]);
  });

  test('of which each has a number of its own', async () => {
    await allow(entry('one', 'of-one'), entry('two', 'of-two'));
    for (let i = 0; i < MOST; i++) expect((await begin('of-one', `s${i}`)).status).toBe(200);
    const { status, json } = await begin('of-one', 'more');
    expect([status, json['error']]).toEqual([503, 'session_limit_exceeded']);
    expect((await begin('of-two', 'more')).status).toBe(200);
  });

  test('which is one name for the tokens of the environment, read from files again', async () => {
    expect((await begin('the-first-api-token')).status).toBe(200);
    await remember('the-first-api-token', 'ann');
    expect(await known('the-admin-token-of-it')).toEqual(['ann']);
    await writeFile(join(folder, 'api'), 'the-second-api-token\n');
    await service.reread();
    expect(await known('the-second-api-token')).toEqual(['ann']);
    expect((await begin('the-first-api-token', 'other')).status).toBe(401);
    await writeFile(join(folder, 'api'), 'the-first-api-token\n');
  });

  test('which is the issuer and the subject of a JWT', async () => {
    const sign = (subject: string): Promise<string> =>
      new SignJWT({ roles: ['evaluate', 'session'] })
        .setProtectedHeader({ alg: 'EdDSA', kid: 'k' })
        .setIssuer(ISSUER)
        .setAudience('ferrule')
        .setSubject(subject)
        .setExpirationTime(`${2 + Math.random()}m`)
        .sign(key);
    await begin(await sign('ann'));
    await remember(await sign('ann'), 'a');
    expect(await known(await sign('ann'))).toEqual(['a']);
    expect(await known(await sign('bob'))).toBeNull();
  });
});
