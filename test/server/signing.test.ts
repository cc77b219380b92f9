import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keygenCommand } from '../../cli/keygen.ts';
import { signCommand } from '../../cli/sign.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import {
  decodeBase64,
  generateKeys,
  readPrivateKey,
  readPublicKey,
} from '../../library/node/signing/keys.ts';
import { matchesManifest, writeManifest } from '../../library/node/signing/manifest.ts';
import { sign, verify } from '../../library/node/signing/signature.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-sign-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const code = await runCommandLine([keygenCommand, signCommand], words, {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: (async function* () {})(),
  });
  return { code, out, err };
}

test('a pair made by keygen signs and verifies', async () => {
  const { code, out } = await run('keygen', '--out', folder);
  expect(code).toBe(0);
  const [privateFile = '', publicFile = ''] = out.trim().split('\n');
  expect((await stat(privateFile)).mode & 0o777).toBe(0o600);
  const file = join(folder, 'rules.yaml');
  await writeFile(file, 'rules: []\n');
  const signed = await run('sign', file, '--key', privateFile);
  expect(signed.code).toBe(0);
  const publicKey = readPublicKey(await readFile(publicFile, 'utf8'))!;
  expect(verify(Buffer.from('rules: []\n'), signed.out.trim(), publicKey)).toBe(true);
  expect(verify(Buffer.from('rules: [ ]\n'), signed.out.trim(), publicKey)).toBe(false);
});

test('keygen never overwrites', async () => {
  const again = await run('keygen', '--out', folder);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('EEXIST') as string]);
});

test('sign writes the manifest of a folder and signs its bytes', async () => {
  const rules = await mkdtemp(join(folder, 'rules-'));
  await writeFile(join(rules, 'b.yaml'), 'rules: []\n');
  await writeFile(join(rules, 'a.yaml'), 'modules: []\n');
  const signed = await run('sign', rules, '--key', join(folder, 'ferrule.key'));
  const manifest = await readFile(join(rules, 'ferrule.lock'), 'utf8');
  expect(manifest).toMatch(/^[0-9a-f]{64} {2}a\.yaml\n[0-9a-f]{64} {2}b\.yaml\n$/);
  const publicKey = readPublicKey(await readFile(join(folder, 'ferrule.pub'), 'utf8'))!;
  expect(verify(Buffer.from(manifest), signed.out.trim(), publicKey)).toBe(true);
});

describe('sign refuses', () => {
  test('to work without a key, or with a file that is none', async () => {
    expect((await run('sign', folder)).code).toBe(2);
    const wrong = await run('sign', folder, '--key', join(folder, 'rules.yaml'));
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringContaining('not an Ed25519 private key') as string,
    ]);
    expect((await run('sign', folder, '--key', join(folder, 'missing'))).code).toBe(1);
  });

  test('a path where nothing is', async () => {
    expect((await run('sign', join(folder, 'missing'), '--key', join(folder, 'ferrule.key'))).code).toBe(1);
  });
});

test('keys are read in the forms that are documented, and no other', () => {
  const { privateKey, publicKey } = generateKeys();
  const bytes = readPublicKey(publicKey)!;
  expect(readPublicKey(Buffer.from(bytes).toString('base64'))).toEqual(bytes);
  expect(readPrivateKey(privateKey)).toHaveLength(32);
  expect(readPrivateKey(publicKey)).toBeNull();
  for (const text of ['', 'AAAA', '-----BEGIN PUBLIC KEY-----', Buffer.alloc(33).toString('base64')]) {
    expect(readPublicKey(text)).toBeNull();
  }
});

test('base64 is taken in its one standard form only', () => {
  const text = Buffer.alloc(4, 0xff).toString('base64');
  expect(decodeBase64(text, 4)).toHaveLength(4);
  for (const other of [text.replaceAll('/', '_'), text.replace('=', ''), ` ${text}`, `${text}\n`]) {
    expect(decodeBase64(other, 4)).toBeNull();
  }
});

test('signatures agree with those of other implementations', () => {
  // RFC 8032, 7.1, test 2.
  const seed = Buffer.from('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', 'hex');
  const signature =
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00';
  expect(Buffer.from(sign(Buffer.from([0x72]), seed), 'base64').toString('hex')).toBe(signature);
});

test('a path with a line break cannot pass for two lines of a manifest', () => {
  const a = { path: 'a', bytes: Buffer.from('a') };
  const b = { path: 'b', bytes: Buffer.from('b') };
  const manifest = writeManifest([a, b]);
  expect(matchesManifest(manifest, [b, a])).toBe(true);
  expect(matchesManifest(manifest, [a])).toBe(false);
  const merged = { path: manifest.slice(manifest.indexOf('a\n'), -1), bytes: a.bytes };
  expect(writeManifest([merged])).toBe(manifest);
  expect(matchesManifest(manifest, [merged])).toBe(false);
});
