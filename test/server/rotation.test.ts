import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { expect, test } from 'vitest';
import { generateMaskKey } from '../../evidence/mask/mask-keys.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { ATTESTED, readRecords, temporaryFolder } from '../evidence/support.ts';
import { logLines } from './support/log-lines.ts';
import { startTestService, type TestService } from './support/service.ts';

/** A service with a key, its files, and what it writes. */
async function start(settings: Readonly<Record<string, string>> = {}, mount: string | null = null) {
  const folder = await temporaryFolder();
  const key = join(folder, 'attestation.key');
  const old = join(folder, 'old');
  await mkdir(old);
  const first = generateKeys();
  await writeFile(key, first.privateKey);
  const { log, lines } = logLines();
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    {
      SERVICE_ATTESTATION_KEY_FILE: key,
      SERVICE_ATTESTATION_OLD_KEYS_DIR: old,
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
      ...settings,
    },
    mount,
    log,
  );
  return { folder, key, old, first, service, lines };
}

async function decide(service: TestService): Promise<string> {
  const facts = [{ template: 'call', data: { tool: 'pay' } }];
  const { json } = await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts });
  return String(json['attestation_token']);
}

async function keysOf(service: TestService): Promise<JSONWebKeySet> {
  return (await service.request('GET', '/.well-known/jwks.json')).json as unknown as JSONWebKeySet;
}

async function verified(service: TestService, token: string): Promise<string | undefined> {
  const { protectedHeader } = await jwtVerify(token, createLocalJWKSet(await keysOf(service)));
  return protectedHeader.kid;
}

test('a new key signs from SIGHUP on, and tokens of the old one still verify', async () => {
  const { folder, key, service, lines } = await start();
  const before = await decide(service);
  const oldKid = await verified(service, before);
  await writeFile(key, generateKeys().privateKey);
  expect(await verified(service, await decide(service))).toBe(oldKid);
  await service.reread();
  const after = await decide(service);
  const newKid = await verified(service, after);
  expect(newKid).not.toBe(oldKid);
  // The old public key is in no folder yet.
  expect(await verified(service, before)).toBe(oldKid);
  expect((await keysOf(service)).keys).toHaveLength(2);
  expect(lines()).toContainEqual(
    expect.objectContaining({ msg: 'keys reloaded', key_before: oldKid, key_after: newKid }),
  );
  await service.close();
  const records = await readRecords(join(folder, 'log'), 'service');
  expect(records.filter(({ kind }) => kind === 'reload')).toMatchObject([
    { accepted: true, of: 'keys', key_before: oldKid, key_after: newKid },
  ]);
});

test('a worker that comes later begins with the new key', async () => {
  const { key, service } = await start({ SERVICE_WORKERS: '1' });
  const oldKid = await verified(service, await decide(service));
  await writeFile(key, generateKeys().privateKey);
  await service.reread();
  service.pool.kill(0);
  expect(await verified(service, await decide(service))).not.toBe(oldKid);
  await service.close();
});

test('old public keys are read again, too', async () => {
  const { old, service } = await start();
  await writeFile(join(old, '2020.pub'), generateKeys().publicKey);
  expect((await keysOf(service)).keys).toHaveLength(1);
  await service.reread();
  expect((await keysOf(service)).keys).toHaveLength(2);
  await service.close();
});

test.each([
  ['is not a key', 'x'],
  ['is public', generateKeys().publicKey],
])('a key file that %s changes nothing, and the service is not ready', async (_what, text) => {
  const { folder, key, first, service, lines } = await start();
  const kid = await verified(service, await decide(service));
  await writeFile(key, text);
  await service.reread();
  expect(await verified(service, await decide(service))).toBe(kid);
  const ready = await service.request('GET', '/readyz');
  expect([ready.status, ready.json['checks']]).toEqual([
    503,
    expect.objectContaining({ keys: 'a key cannot be read', log: 'ok' }),
  ]);
  expect(lines()).toContainEqual(
    expect.objectContaining({
      problems: ['SERVICE_ATTESTATION_KEY_FILE: must be an Ed25519 private key in PEM'],
    }),
  );
  await writeFile(key, first.privateKey);
  await service.reread();
  expect((await service.request('GET', '/readyz')).status).toBe(200);
  await service.close();
  const records = await readRecords(join(folder, 'log'), 'service');
  expect(records.filter(({ kind }) => kind === 'reload').map(({ accepted }) => accepted)).toEqual([
    false,
    true,
  ]);
});

test('the key that rulesets are signed with is not taken', async () => {
  const rulesetKeys = generateKeys();
  const { key, service } = await start({ SERVICE_RULESET_PUBKEY: rulesetKeys.publicKey });
  const kid = await verified(service, await decide(service));
  await writeFile(key, rulesetKeys.privateKey);
  await service.reread();
  expect(await verified(service, await decide(service))).toBe(kid);
  await service.close();
});

test('a new mask key is taken', async () => {
  const folder = await temporaryFolder();
  const mask = join(folder, 'mask.key');
  await writeFile(mask, generateMaskKey());
  const { service, folder: logs } = await start({
    SERVICE_AUDIT_MASK_KEY_FILE: mask,
    SERVICE_WORKERS: '1',
  });
  await service.write(
    'attested.yaml',
    ATTESTED.replace('name: note, type: string', 'name: note, type: string, sensitive: true'),
  );
  const ask = () =>
    service.post('/v1/evaluate', {
      ruleset: 'attested.yaml',
      facts: [{ template: 'call', data: { tool: 'pay', note: 'secret' } }],
    });
  await ask();
  await writeFile(mask, generateMaskKey());
  await service.reread();
  await ask();
  await service.close();
  const inputs = (await readRecords(join(logs, 'log'), 'worker-0'))
    .filter(({ kind }) => kind === 'decision')
    .map(({ input }) => JSON.stringify(input));
  expect(new Set(inputs).size).toBe(2);
});

test('SIGHUP of a mounted server is recorded with what it changed', async () => {
  const { folder, service } = await start({}, 'attested.yaml');
  await service.write('attested.yaml', `${ATTESTED}# changed\n`);
  await service.reread();
  await service.close();
  const records = await readRecords(join(folder, 'log'), 'service');
  const reloads = records.filter(({ kind }) => kind === 'reload');
  expect(reloads).toMatchObject([
    { accepted: true, of: 'keys' },
    { accepted: true, ruleset_hash_before: expect.any(String) as unknown },
  ]);
  expect(reloads.every((record) => !('actor' in record))).toBe(true);
});

test('a tokens file is read again at SIGHUP', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'tokens.yaml');
  const { createHash } = await import('node:crypto');
  const entry = (token: string): string =>
    `tokens: [{ name: a, sha256: ${createHash('sha256').update(token).digest('hex')}, roles: [evaluate] }]\n`;
  await writeFile(path, entry('the-first-token-of-all'));
  const service = await startTestService({ 'attested.yaml': ATTESTED }, { SERVICE_TOKENS_FILE: path });
  const asked = async (token: string): Promise<number> =>
    (await service.post('/v1/evaluate', { ruleset: 'attested.yaml', facts: [] }, { token })).status;
  expect(await asked('the-first-token-of-all')).toBe(200);
  await writeFile(path, entry('the-second-token-of-all'));
  await service.reread();
  expect(await asked('the-second-token-of-all')).toBe(200);
  expect(await asked('the-first-token-of-all')).toBe(401);
  await writeFile(path, 'tokens: 1');
  await service.reread();
  expect(await asked('the-second-token-of-all')).toBe(200);
  expect((await service.request('GET', '/readyz')).status).toBe(503);
  await service.close();
});
