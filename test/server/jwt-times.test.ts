/** The times of a JWT: one tolerance for `exp`, `nbf` and `iat`. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../evidence/support.ts';
import { always } from './support/rulesets.ts';
import { startTestService } from './support/service.ts';

const ISSUER = 'https://issuer.example';
const FAR = 3_000;

test.each([0, 60])('beyond a tolerance of %i seconds a time is refused', async (leeway) => {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwks = join(await temporaryFolder(), 'jwks.json');
  await writeFile(
    jwks,
    JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }),
  );
  const service = await startTestService(
    { 'open.yaml': always('allow', 'open') },
    {
      SERVICE_JWT_ISSUER: ISSUER,
      SERVICE_JWT_AUDIENCE: 'ferrule',
      SERVICE_JWT_JWKS_FILE: jwks,
      SERVICE_JWT_LEEWAY_SECONDS: String(leeway),
    },
  );
  /** Status with these claims; those that are numbers are seconds from now. */
  const status = async (claims: Readonly<Record<string, unknown>>): Promise<number> => {
    const now = Math.floor(Date.now() / 1_000);
    const times = Object.entries({ exp: 300, ...claims }).map(
      ([name, value]) => [name, typeof value === 'number' ? now + value : value] as const,
    );
    const payload = {
      iss: ISSUER,
      aud: 'ferrule',
      sub: 'ann',
      roles: ['evaluate'],
      ...Object.fromEntries(times),
    };
    const token = await new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey);
    return (await service.post('/v1/evaluate', { ruleset: 'open', facts: [] }, { token })).status;
  };
  // As far off as an accepted clock may be, with slack for a request.
  const within = leeway / 2;
  for (const accepted of [
    {},
    { iat: 0 },
    { iat: -FAR },
    { nbf: 0 },
    { iat: within },
    { nbf: within },
    { exp: leeway === 0 ? 30 : -within },
  ])
    expect([accepted, await status(accepted)]).toEqual([accepted, 200]);
  for (const refused of [
    { iat: FAR },
    { iat: leeway + 30 },
    { iat: leeway + 30, nbf: 0 },
    { iat: '0' },
    { nbf: FAR },
    { nbf: leeway + 30 },
    { exp: -FAR },
    { exp: -leeway },
  ])
    expect([refused, await status(refused)]).toEqual([refused, 401]);
  await service.close();
});
