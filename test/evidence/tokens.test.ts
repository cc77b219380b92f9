import { createHash, createPublicKey, verify } from 'node:crypto';
import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify, type JWK, type JSONWebKeySet } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { startTestService, type TestService } from '../server/support/service.ts';
import { ATTESTED, temporaryFolder, writeKeys } from './support.ts';

const UUID7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const PAY = { template: 'call', data: { tool: 'pay', amount: 3, count: 2 } };
const READ = { template: 'call', data: { tool: 'read' } };

function sha256(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}

describe('a server with a key', () => {
  let service: TestService;
  let pub = '';
  beforeAll(async () => {
    const { mkdtemp } = await import('node:fs/promises');
    const folder = await mkdtemp('/tmp/ferrule-keys-');
    const keys = await writeKeys(folder);
    pub = keys.pub;
    service = await startTestService(
      { 'attested.yaml': ATTESTED },
      { SERVICE_ATTESTATION_KEY_FILE: keys.key, SERVICE_ISSUER: 'issuer' },
    );
  });
  afterAll(() => service.close());

  const evaluate = async (facts: readonly object[], more: object = {}) => {
    const reply = await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts, ...more });
    expect(reply.status).toBe(200);
    return reply;
  };

  test('a rule that requests a token gets one, which jose verifies with the JWKS', async () => {
    const { json, headers } = await evaluate([PAY]);
    const jwks = (await service.request('GET', '/.well-known/jwks.json', { token: null })).json;
    const { payload, protectedHeader } = await jwtVerify(
      json['attestation_token'] as string,
      createLocalJWKSet(jwks as unknown as JSONWebKeySet),
      { issuer: 'issuer', algorithms: ['EdDSA'] },
    );
    const [key] = jwks['keys'] as JWK[];
    const kid = await calculateJwkThumbprint(key!);
    expect(key).toEqual({ kty: 'OKP', crv: 'Ed25519', x: key?.x, kid, use: 'sig', alg: 'EdDSA' });
    expect(protectedHeader).toEqual({ alg: 'EdDSA', typ: 'JWT', kid });
    expect(payload).toMatchObject({
      iss: 'issuer',
      jti: headers.get('ferrule-decision-id'),
      kind: 'decision',
      decision: 'allow',
      reason: 'paid',
      rule_trace: json['rule_trace'],
      metadata: { control: 'AC-3' },
      ruleset: 'attested',
      ruleset_hash: headers.get('ferrule-ruleset-hash'),
      engine: 'ferrule/0.12.0',
    });
    expect(payload).not.toHaveProperty('exp');
    expect(payload).not.toHaveProperty('session_id');
    expect(payload.jti).toMatch(UUID7);
    expect(payload).not.toHaveProperty('memory_hash');
    expect(payload.iat).toBe(Math.floor(Number(payload['clock']) / 1000));
  });

  test('a token is verified with node:crypto alone, and its input hash with what the page says', async () => {
    const { json } = await evaluate([PAY]);
    const [header = '', claims = '', signature = ''] = String(json['attestation_token']).split('.');
    const { readFile } = await import('node:fs/promises');
    const key = createPublicKey(await readFile(pub, 'utf8'));
    expect(verify(null, Buffer.from(`${header}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
    const fact = '{"data":{"amount":{"$float":"3"},"count":2,"note":"","tool":"pay"},"template":"call"}';
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      input_hash: `sha256:${sha256(sha256(fact)).toString('hex')}`,
    });
  });

  test('a session is in the token, with the hash of its facts', async () => {
    const first = await evaluate([], { session_id: 's' });
    expect(first.headers.get('ferrule-session')).toBe('created');
    await service.post('/v1/facts', { session_id: 's', template: 'call', data: { tool: 'wait' } });
    const { json, headers } = await evaluate([PAY], { session_id: 's' });
    expect(headers.get('ferrule-session')).toBe('existing');
    const claims = JSON.parse(
      Buffer.from(String(json['attestation_token']).split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    const fact = '{"data":{"amount":{"$float":"0"},"count":1,"note":"","tool":"wait"},"template":"call"}';
    expect(claims).toMatchObject({
      session_id: 's',
      memory_hash: `sha256:${sha256(sha256(fact)).toString('hex')}`,
    });
  });

  test('a rule that does not request one, and the default decision, get none', async () => {
    expect((await evaluate([READ])).json['attestation_token']).toBeNull();
    expect((await evaluate([])).json['attestation_token']).toBeNull();
  });

  test('the Data API names the decision, in the body only beside a whole decision', async () => {
    const whole = await service.post('/v1/data/attested.yaml?template=call', { input: { tool: 'read' } });
    expect(whole.json['decision_id']).toBe(whole.headers.get('ferrule-decision-id'));
    const word = await service.post('/v1/data/attested.yaml/allow?template=call', {
      input: { tool: 'read' },
    });
    expect(word.json).toEqual({ result: true });
    expect(word.headers.get('ferrule-decision-id')).toMatch(UUID7);
  });
});

test('with always every decision has a token, and a reload too', async () => {
  const { key } = await writeKeys(await temporaryFolder());
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_ATTESTATION_KEY_FILE: key, SERVICE_ATTEST: 'always', SERVICE_ATTESTATION_ALG: 'Ed25519' },
    'attested.yaml',
  );
  const jwks = (await service.request('GET', '/.well-known/jwks.json')).json as unknown as JSONWebKeySet;
  const keys = createLocalJWKSet(jwks);
  const decided = await service.post('/v1/evaluate', { ruleset: 'x', facts: [] });
  const decision = await jwtVerify(decided.json['attestation_token'] as string, keys);
  expect(decision.payload).toMatchObject({ decision: 'deny', rule_trace: [] });
  const reloaded = await service.post('/v1/rules/reload', { ruleset_yaml: `${ATTESTED}\n# changed` });
  const reload = await jwtVerify(reloaded.json['attestation_token'] as string, keys);
  expect(reload.payload).toMatchObject({
    kind: 'reload',
    actor: 'api',
    ruleset_hash_before: reloaded.json['ruleset_hash_before'],
    ruleset_hash_after: reloaded.json['ruleset_hash_after'],
  });
  await service.close();
});

test('with never, no decision has a token, whatever its rule requests, nor has a reload', async () => {
  const { key } = await writeKeys(await temporaryFolder());
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_ATTESTATION_KEY_FILE: key, SERVICE_ATTEST: 'never' },
    'attested.yaml',
  );
  const decided = await service.post('/v1/evaluate', { ruleset: 'x', facts: [PAY] });
  expect(decided.json).toMatchObject({ decision: 'allow', reason: 'paid', attestation_token: null });
  const reloaded = await service.post('/v1/rules/reload', { ruleset_yaml: `${ATTESTED}\n# changed` });
  expect([reloaded.status, reloaded.json['attestation_token']]).toEqual([200, null]);
  await service.close();
});

test('an audience that is set is in every token, of decisions and of reloads', async () => {
  const { key } = await writeKeys(await temporaryFolder());
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    { SERVICE_ATTESTATION_KEY_FILE: key, SERVICE_ATTESTATION_AUDIENCE: 'auditors "of" the bank' },
    'attested.yaml',
  );
  const jwks = (await service.request('GET', '/.well-known/jwks.json')).json as unknown as JSONWebKeySet;
  const keys = createLocalJWKSet(jwks);
  const decided = await service.post('/v1/evaluate', { ruleset: 'x', facts: [PAY] });
  const reloaded = await service.post('/v1/rules/reload', { ruleset_yaml: `${ATTESTED}\n# changed` });
  for (const { json } of [decided, reloaded]) {
    const token = json['attestation_token'] as string;
    const { payload } = await jwtVerify(token, keys, { audience: 'auditors "of" the bank' });
    expect(Object.keys(payload).slice(0, 5)).toEqual(['iss', 'aud', 'iat', 'jti', 'kind']);
    await expect(jwtVerify(token, keys, { audience: 'somebody else' })).rejects.toThrow('aud');
  }
  await service.close();
});

test('a token holds the answer to the letter, with every digit of an obligation', async () => {
  const { key } = await writeKeys(await temporaryFolder());
  const ruleset = `
ruleset: owed
templates: [{ name: debt, slots: [{ name: cents, type: integer }, { name: who, type: string }] }]
rules:
  - name: pay
    when: [{ template: debt, alias: $d }]
    then:
      action: allow
      reason: 'owed by "{d.who}"'
      metadata: { who: "{d.who}" }
      obligations: [{ type: pay, properties: { cents: "$d.cents" } }]`;
  const service = await startTestService(
    { 'owed.yaml': ruleset },
    { SERVICE_ATTESTATION_KEY_FILE: key, SERVICE_ATTEST: 'always' },
    'owed.yaml',
  );
  const facts = '[{"template":"debt","data":{"cents":9007199254740993,"who":"J\u00e9 \\\\ \ud83d\ude00"}}]';
  const { text, json } = await service.post('/v1/evaluate', `{"ruleset":"owed","facts":${facts}}`);
  const claims = Buffer.from(String(json['attestation_token']).split('.')[1] ?? '', 'base64url').toString();
  for (const name of ['decision', 'reason', 'rule_trace', 'metadata', 'obligations']) {
    const member = new RegExp(`"${name}":(?:"(?:[^"\\\\]|\\\\.)*"|\\[.*?\\](?=,"|})|\\{.*?\\}(?=,"|}))`).exec(
      text,
    )?.[0];
    expect(claims).toContain(member ?? name);
  }
  expect(claims).toContain('"obligations":[{"type":"pay","properties":{"cents":9007199254740993}}]');
  await service.close();
});

test('settings that would sign nothing, or with the wrong key, are refused', async () => {
  const { key, pub } = await writeKeys(await temporaryFolder());
  const problems = (environment: Record<string, string>): readonly string[] => {
    const read = readConfiguration(environment);
    return read.ok ? [] : read.problems;
  };
  expect(problems({ SERVICE_ATTEST: 'always' })).toEqual([
    'SERVICE_ATTEST: always needs SERVICE_ATTESTATION_KEY_FILE',
  ]);
  expect(problems({ SERVICE_ATTESTATION_KEY_FILE: key, SERVICE_RULESET_PUBKEY_FILE: pub })).toEqual([
    'SERVICE_ATTESTATION_KEY_FILE: must not be the key that signs rulesets',
  ]);
  expect(problems({ SERVICE_ATTESTATION_KEY_FILE: pub })).toEqual([
    'SERVICE_ATTESTATION_KEY_FILE: must be an Ed25519 private key in PEM',
  ]);
  expect(problems({ SERVICE_ATTESTATION_KEY_FILE: '/nowhere' })).toEqual([
    'SERVICE_ATTESTATION_KEY_FILE: cannot be read',
  ]);
});
