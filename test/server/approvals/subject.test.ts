/** The calling subject never approves, regardless of the issuer of its token. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../evidence/support.ts';
import { callOf, startApprovals, tokenOf } from './support.ts';

const ISSUER = 'https://issuer.example';

test('who has a token of an issuer approves no call of the agent with its subject', async () => {
  const file = join(await temporaryFolder(), 'jwks.json');
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'EdDSA' }];
  await writeFile(file, JSON.stringify({ keys }));
  const service = await startApprovals({
    SERVICE_JWT_ISSUER: ISSUER,
    SERVICE_JWT_AUDIENCE: 'ferrule',
    SERVICE_JWT_JWKS_FILE: file,
  });
  onTestFinished(() => service.close());
  const tokenFor = (subject: string): Promise<string> =>
    new SignJWT({ roles: ['approver'] })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k' })
      .setIssuer(ISSUER)
      .setAudience('ferrule')
      .setSubject(subject)
      .setExpirationTime('5m')
      .sign(privateKey);
  const call = callOf('write', { agent: 'carl' });
  const { json } = await service.post('/v1/calls', call, { token: tokenOf('gateway') });
  const { id } = json['approval'] as { readonly id: string };
  const answerAs = async (subject: string): Promise<readonly unknown[]> => {
    const token = await tokenFor(subject);
    const answer = await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, { token });
    return [answer.status, answer.json['error'] ?? answer.json['answered_by']];
  };
  expect(await answerAs('carl')).toEqual([403, 'approval_by_requester']);
  expect(await answerAs('arl')).toEqual([200, `${ISSUER} arl`]);
});
