import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { always } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

const ISSUER = 'https://issuer.example';
const TAKEN = ['EdDSA', 'ES256', 'RS256'];
const REFUSED = ['ES384', 'RS512', 'PS256'];

const keys = new Map<string, CryptoKey>();
let set: { keys: object[] };
let issuer: Server;
let available: boolean;
let asked: number;
let service: TestService;

beforeAll(async () => {
  set = { keys: [] };
  for (const alg of [...TAKEN, ...REFUSED]) {
    const { privateKey, publicKey } = await generateKeyPair(alg);
    keys.set(alg, privateKey);
    set.keys.push({ ...(await exportJWK(publicKey)), kid: alg, alg });
  }
  issuer = createServer((_request, response) => {
    asked++;
    response.writeHead(available ? 200 : 503, { 'content-type': 'application/json' });
    response.end(available ? JSON.stringify(set) : '');
  });
  issuer.listen(0, '127.0.0.1');
  await once(issuer, 'listening');
});
afterAll(() => {
  issuer.close();
});
beforeEach(async () => {
  [available, asked] = [true, 0];
  const { port } = issuer.address() as AddressInfo;
  service = await startTestService(
    { 'open.yaml': always('allow', 'open') },
    {
      SERVICE_JWT_ISSUER: ISSUER,
      SERVICE_JWT_AUDIENCE: 'ferrule',
      SERVICE_JWT_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    },
  );
  return () => service.close();
});

async function status(alg: string, subject = 'ann'): Promise<number> {
  const token = await new SignJWT({ roles: ['evaluate'] })
    .setProtectedHeader({ alg, kid: alg })
    .setIssuer(ISSUER)
    .setAudience('ferrule')
    .setSubject(subject)
    .setExpirationTime('5m')
    .sign(keys.get(alg)!);
  const body = { ruleset: 'open', facts: [] };
  return (await service.post('/v1/evaluate', body, { token })).status;
}

test('three algorithms are taken, with keys that are fetched once', async () => {
  for (const alg of TAKEN) expect([alg, await status(alg)]).toEqual([alg, 200]);
  for (const alg of REFUSED) expect([alg, await status(alg)]).toEqual([alg, 401]);
  expect(asked).toBe(1);
});

test('a token is refused while the keys cannot be had, and taken when they can', async () => {
  available = false;
  expect(await status('ES256')).toBe(401);
  available = true;
  await expect.poll(() => status('ES256')).toBe(200);
  // Fetched keys stay valid while the issuer is down again.
  available = false;
  expect(await status('ES256', 'bob')).toBe(200);
});
