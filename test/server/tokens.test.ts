import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { healthcheckCommand } from '../../cli/healthcheck.ts';
import { allowsRuleset } from '../../library/ruleset-patterns.ts';
import { readTokens } from '../../server/tokens/read-tokens.ts';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { always } from './support/rulesets.ts';
import { SILENT } from './support/silent-terminal.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const ISSUER = 'https://issuer.example';

let folder: string;
let file: string;
let service: TestService;
let key: CryptoKey;
let stranger: CryptoKey;

async function write(entries: readonly object[]): Promise<void> {
  await writeFile(file, JSON.stringify({ tokens: entries }));
}

const EVALUATOR = { name: 'gateway', sha256: hashOf('evaluator-token'), roles: ['evaluate'] };
const NARROW = { ...EVALUATOR, name: 'narrow', sha256: hashOf('narrow-token'), rulesets: ['public/*'] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-tokens-'));
  file = join(folder, 'tokens.json');
  await write([
    EVALUATOR,
    NARROW,
    { ...EVALUATOR, sha256: hashOf('expired-token'), expires: '2001-01-01T00:00:00Z' },
  ]);
  const pair = await generateKeyPair('ES256');
  key = pair.privateKey;
  stranger = (await generateKeyPair('ES256')).privateKey;
  const jwks = join(folder, 'jwks.json');
  await writeFile(
    jwks,
    JSON.stringify({ keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256' }] }),
  );
  service = await startTestService(
    {
      'public/open.yaml': always('allow', 'open'),
      'private/secret.yaml': always('allow', 'secret'),
      'public/way.yaml': always('allow', 'way'),
    },
    {
      SERVICE_TOKENS_FILE: file,
      SERVICE_JWT_ISSUER: ISSUER,
      SERVICE_JWT_AUDIENCE: 'ferrule',
      SERVICE_JWT_JWKS_FILE: jwks,
    },
  );
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

function evaluate(ruleset: string, token: string): Promise<Reply> {
  return service.post('/v1/evaluate', { ruleset, facts: [{ template: 'input', data: {} }] }, { token });
}

describe('a token of the file', () => {
  test('may do what its roles say, and no more', async () => {
    expect((await evaluate('public/open', 'evaluator-token')).status).toBe(200);
    const { status, json } = await service.post(
      '/v1/compile',
      { yaml_content: 'a' },
      { token: 'evaluator-token' },
    );
    expect([status, json]).toEqual([
      403,
      { error: 'forbidden', detail: "the token lacks the role 'compile'" },
    ]);
    expect((await service.request('GET', '/metrics', { token: 'evaluator-token' })).status).toBe(403);
  });

  test('that is unknown or expired is refused', async () => {
    expect((await evaluate('public/open', 'expired-token')).status).toBe(401);
    expect((await evaluate('public/open', 'no-such-token')).status).toBe(401);
  });

  test('sees its rulesets only, on every way in', async () => {
    expect((await evaluate('public/open', 'narrow-token')).status).toBe(200);
    const hidden = await evaluate('private/secret', 'narrow-token');
    const absent = await evaluate('private/nothing', 'narrow-token');
    expect([hidden.status, hidden.json]).toEqual([absent.status, absent.json]);
    expect(hidden.json['error']).toBe('ruleset_not_found');
    expect((await evaluate('private/secret.yaml', 'narrow-token')).status).toBe(404);
    expect((await evaluate('private/../private/secret', 'narrow-token')).status).toBe(404);
    const data = await service.post(
      '/v1/data/private/secret/allow',
      { input: {} },
      { token: 'narrow-token' },
    );
    expect([data.status, data.text]).toEqual([200, '{}']);
  });

  test('is suggested no ruleset that is not its own', async () => {
    expect((await evaluate('public/opem', 'narrow-token')).json['detail']).toContain("'public/open'");
    expect((await evaluate('private/secre', 'narrow-token')).text).not.toContain('secret');
    expect((await evaluate('private/secre', 'evaluator-token')).text).toContain('private/secret');
  });
});

describe('the tokens file', () => {
  test('is read again; a broken one leaves the last good one in force and the service not ready', async () => {
    await write([EVALUATOR, NARROW, { ...EVALUATOR, sha256: hashOf('rotated-token') }]);
    await service.reread();
    expect((await evaluate('public/open', 'rotated-token')).status).toBe(200);
    expect((await service.request('GET', '/readyz')).status).toBe(200);
    await writeFile(file, '{"tokens": [');
    await service.reread();
    expect((await evaluate('public/open', 'rotated-token')).status).toBe(200);
    const { status, json } = await service.request('GET', '/readyz');
    expect([status, json['status']]).toEqual([503, 'unavailable']);
    const probe = (live: boolean): Promise<number> =>
      healthcheckCommand.run([], { url: service.url, live }, SILENT);
    await expect(probe(false)).rejects.toThrow('not ready');
    expect(await probe(true)).toBe(0);
    await rm(file);
    await service.reread();
    expect((await evaluate('public/open', 'rotated-token')).status).toBe(200);
    expect((await service.request('GET', '/readyz')).status).toBe(503);
    await write([EVALUATOR, NARROW]);
    await expect.poll(async () => (await evaluate('public/open', 'rotated-token')).status).toBe(401);
    expect((await service.request('GET', '/readyz')).status).toBe(200);
  });

  test.each([
    ['a: [', 'is not YAML'],
    ['{}', 'tokens'],
    [{ tokens: [] }, 'at least one token'],
    [{ tokens: [{ ...EVALUATOR, sha256: 'abc' }] }, 'must be the SHA-256'],
    [{ tokens: [{ ...EVALUATOR, roles: ['root'] }] }, 'tokens.0.roles.0'],
    [{ tokens: [{ ...EVALUATOR, role: 'admin' }] }, 'Unrecognized key'],
    [{ tokens: [{ ...EVALUATOR, rulesets: [] }] }, 'at least one ruleset'],
    [{ tokens: [{ ...EVALUATOR, expires: 'soon' }] }, 'must be a time'],
    [{ tokens: [{ ...EVALUATOR, name: 'api' }] }, 'reserved for the tokens in environment variables'],
    [{ tokens: [EVALUATOR, NARROW, { ...NARROW, name: 'twice' }] }, 'the token of another entry'],
  ])('%j is refused', (content, problem) => {
    const read = readTokens(typeof content === 'string' ? content : JSON.stringify(content));
    expect(read).toMatchObject({ ok: false, problem: expect.stringContaining(problem) as string });
  });
});

test.each([
  ['a', 'a', true],
  ['a', 'a.yaml', true],
  ['a', 'b', false],
  ['a*', 'abc', true],
  ['a*', 'a/b', false],
  ['a/**', 'a/b/c', true],
  ['**', 'a/b', true],
  ['a?', 'ab', true],
  ['a.b', 'axb', false],
  ['(a|b)', 'a', false],
])('the pattern %j on %j: %j', (pattern, name, allowed) => {
  expect(allowsRuleset([pattern], name)).toBe(allowed);
});

describe('a JWT', () => {
  const sign = (claims: object, by: CryptoKey = key, issuer = ISSUER): Promise<string> =>
    new SignJWT({ roles: ['evaluate'], ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(issuer)
      .setAudience('ferrule')
      .setSubject('ann')
      .setExpirationTime('5m')
      .sign(by);
  const status = async (token: string): Promise<number> => (await evaluate('public/open', token)).status;

  test('of the issuer is a token with the roles and rulesets that it claims', async () => {
    expect(await status(await sign({}))).toBe(200);
    expect(await status(await sign({ roles: 'session evaluate' }))).toBe(200);
    expect(await status(await sign({ roles: ['compile'] }))).toBe(403);
    expect(await status(await sign({ rulesets: ['private/*'] }))).toBe(404);
    expect(await status(await sign({ rulesets: 'public/*' }))).toBe(404);
  });

  test('is refused when anything about it is wrong', async () => {
    expect(await status(await sign({}, stranger))).toBe(401);
    expect(await status(await sign({}, key, 'https://other.example'))).toBe(401);
    const header = { alg: 'ES256', kid: 'k' };
    const base = new SignJWT({ roles: ['evaluate'] })
      .setProtectedHeader(header)
      .setIssuer(ISSUER)
      .setSubject('ann');
    expect(await status(await base.setAudience('ferrule').sign(key))).toBe(401);
    expect(await status(await base.setAudience('other').setExpirationTime('5m').sign(key))).toBe(401);
    expect(await status(await base.setAudience('ferrule').setExpirationTime(1).sign(key))).toBe(401);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.e30`;
    expect(await status(none)).toBe(401);
  });
});

describe('settings that cannot hold are refused', () => {
  const problems = (environment: Readonly<Record<string, string>>): string => {
    const read = readConfiguration({ SERVICE_API_TOKEN: 'a-token-long-enough', ...environment });
    return read.ok ? '' : read.problems.join('\n');
  };

  test.each([
    [{ SERVICE_TOKENS_FILE: '/nowhere' }, 'SERVICE_TOKENS_FILE: cannot be read (ENOENT)'],
    [
      { SERVICE_API_TOKEN_FILE: '/nowhere' },
      'SERVICE_API_TOKEN: cannot be combined with SERVICE_API_TOKEN_FILE',
    ],
    [
      { SERVICE_JWT_ISSUER: 'ferrule', SERVICE_JWT_AUDIENCE: 'a', SERVICE_JWT_JWKS_URL: 'http://a' },
      'own tokens',
    ],
    [{ SERVICE_JWT_ISSUER: 'a', SERVICE_JWT_JWKS_URL: 'http://a' }, 'SERVICE_JWT_AUDIENCE: is required'],
    [{ SERVICE_JWT_ISSUER: 'a', SERVICE_JWT_AUDIENCE: 'a' }, 'set either this or'],
    [{ SERVICE_JWT_AUDIENCE: 'a' }, 'SERVICE_JWT_ISSUER: is required'],
    [{ SERVICE_TLS_CERT_FILE: '/nowhere' }, 'together with SERVICE_TLS_KEY_FILE'],
    [{ SERVICE_TLS_CERT_FILE: '/nowhere', SERVICE_TLS_KEY_FILE: '/nowhere' }, 'cannot be read (ENOENT)'],
  ])('%j', (environment, problem) => {
    expect(problems(environment)).toContain(problem);
  });

  test.each(['SERVICE_API_TOKEN', 'SERVICE_ADMIN_TOKEN'])(
    'the %s that a person of the tokens file has, too, also from a file',
    async (name) => {
      const token = 'a-token-of-two-callers';
      const [tokens, secret] = [join(folder, 'shared.json'), join(folder, 'shared.secret')];
      await writeFile(tokens, JSON.stringify({ tokens: [{ ...EVALUATOR, sha256: hashOf(token) }] }));
      await writeFile(secret, `${token}\n`);
      const read = (own: Readonly<Record<string, string>>): string => {
        const result = readConfiguration({
          SERVICE_API_TOKEN: undefined,
          SERVICE_TOKENS_FILE: tokens,
          ...own,
        });
        return result.ok ? '' : result.problems.join('\n');
      };
      const problem = `SERVICE_TOKENS_FILE: 'gateway' has the token of ${name}: give the service a token of its own`;
      expect(read({ [name]: token })).toBe(problem);
      expect(read({ [`${name}_FILE`]: secret })).toBe(problem);
      expect(read({ [name]: 'a-token-of-its-own' })).toBe('');
    },
  );

  test('a short token is warned of', () => {
    const read = readConfiguration({
      SERVICE_API_TOKEN: 'short',
      SERVICE_ADMIN_TOKEN: 'a-token-long-enough',
    });
    expect(read).toMatchObject({
      warnings: ['SERVICE_API_TOKEN has fewer than 16 characters and can be guessed'],
    });
  });
});
