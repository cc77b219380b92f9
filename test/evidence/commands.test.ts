/** `ferrule verify` and `ferrule audit` on what a service signed and recorded. */
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { auditProveCommand } from '../../cli/audit-prove.ts';
import { auditVerifyCommand } from '../../cli/audit-verify.ts';
import { auditVerifyProofCommand } from '../../cli/audit-verify-proof.ts';
import { keygenCommand } from '../../cli/keygen.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import { verifyCommand } from '../../cli/verify.ts';
import { listFiles } from '../../evidence/log/log-files.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { startTestService } from '../server/support/service.ts';
import { ATTESTED, temporaryFolder } from './support.ts';

const PAY = { template: 'call', data: { tool: 'pay', amount: 3 } };
const HELD = { template: 'call', data: { tool: 'wait' } };

let folder = '';
let log = '';
let id = '';
let kid = '';
const at = (name: string): string => join(folder, name);

const COMMANDS = [
  keygenCommand,
  verifyCommand,
  auditVerifyCommand,
  auditProveCommand,
  auditVerifyProofCommand,
];

async function run(
  words: readonly string[],
  input = '',
): Promise<{ code: number; out: string; err: string }> {
  const told = { out: '', err: '' };
  const code = await runCommandLine(COMMANDS, words, {
    out: (text) => void (told.out += text),
    err: (text) => void (told.err += text),
    stdin: (async function* () {
      yield await Promise.resolve(Buffer.from(input));
    })(),
  });
  return { code, ...told };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-commands-'));
  log = at('log');
  expect((await run(['keygen', '--for', 'attestation', '--out', folder])).out).toBe(
    `${at('attestation.key')}\n${at('attestation.pub')}\n`,
  );
  await writeFile(at('attested.yaml'), ATTESTED);
  const service = await startTestService(
    { 'attested.yaml': ATTESTED },
    {
      SERVICE_WORKERS: '1',
      SERVICE_ATTESTATION_KEY_FILE: at('attestation.key'),
      SERVICE_AUDIT: `file:${log}`,
    },
  );
  const session = { ruleset: 'attested.yaml', session_id: 's' };
  await service.post('/v1/sessions', session);
  await service.post('/v1/facts', { session_id: 's', ...HELD });
  const { json, headers } = await service.post('/v1/evaluate', { ...session, facts: [PAY] });
  id = headers.get('ferrule-decision-id') ?? '';
  await writeFile(at('token'), `${String(json['attestation_token'])}\n`);
  const jwks = await service.request('GET', '/.well-known/jwks.json', { token: null });
  kid = (jwks.json as unknown as { keys: { kid: string }[] }).keys[0]?.kid ?? '';
  await writeFile(at('jwks.json'), jwks.text);
  await service.close();
  await writeFile(at('facts.json'), JSON.stringify([PAY]));
  await writeFile(at('memory.json'), JSON.stringify([HELD]));
  await writeFile(at('other.pub'), generateKeys().publicKey);
  await writeFile(at('other.yaml'), `${ATTESTED}# other\n`);
  return () => rm(folder, { recursive: true });
});

const verify = (...words: string[]): ReturnType<typeof run> => run(['verify', `@${at('token')}`, ...words]);

test('a token, its ruleset, its facts and what was held are verified', async () => {
  const inputs = ['--facts', at('facts.json'), '--memory', at('memory.json')];
  const { code, out, err } = await verify(
    '--jwks',
    at('jwks.json'),
    '--ruleset',
    at('attested.yaml'),
    ...inputs,
  );
  expect(JSON.parse(out)).toMatchObject({ jti: id, session_id: 's', decision: 'allow', iss: 'ferrule' });
  expect(err.split('\n')).toEqual([
    `holds: signature of key ${kid}`,
    `holds: ruleset_hash is that of ${at('attested.yaml')}`,
    `holds: input_hash is that of ${at('facts.json')}`,
    `holds: memory_hash is that of ${at('memory.json')}`,
    '',
  ]);
  expect(code).toBe(0);
});

test('it is taken as a word and from standard input, and its key as a file', async () => {
  const token = await readFile(at('token'), 'utf8');
  for (const [word, input] of [
    [token.trim(), ''],
    ['-', token],
  ] as const) {
    const { code, err } = await run(['verify', word, '--key', at('attestation.pub')], input);
    expect([code, err]).toEqual([0, `holds: signature of key ${kid}\n`]);
  }
});

test('keys are taken from where a service lists them', async () => {
  const text = await readFile(at('jwks.json'), 'utf8');
  const server = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`;
  expect((await verify('--jwks', url)).code).toBe(0);
  expect((await verify('--jwks', 'http://127.0.0.1:1/')).err).toContain('cannot read http://127.0.0.1:1/');
});

test('what does not hold is named, and the exit code is 1', async () => {
  const key = ['--jwks', at('jwks.json')];
  const other = await verify(...key, '--ruleset', at('other.yaml'));
  expect([other.code, other.err]).toEqual([
    1,
    `holds: signature of key ${kid}\nDOES NOT HOLD: ruleset_hash is that of ${at('other.yaml')}\n`,
  ]);
  const swapped = ['--facts', at('memory.json'), '--memory', at('facts.json')];
  const { code, err } = await verify(...key, '--ruleset', at('attested.yaml'), ...swapped);
  expect(code).toBe(1);
  expect(err).toContain(`DOES NOT HOLD: input_hash is that of ${at('memory.json')}\n`);
  expect(err).toContain(`DOES NOT HOLD: memory_hash is that of ${at('facts.json')}\n`);
});

test.each<[string, (parts: string[]) => string[], string]>([
  [
    'another claim',
    ([head, , end]) => [head!, encode({ decision: 'allow' }), end!],
    'its signature does not verify',
  ],
  ['no signature', ([head, body]) => [head!, body!, ''], 'its signature does not verify'],
  [
    'another algorithm',
    ([, body, end]) => [encode({ alg: 'none', kid }), body!, end!],
    'its algorithm is "none"',
  ],
  [
    'an unknown key',
    ([, body, end]) => [encode({ alg: 'EdDSA', kid: 'x' }), body!, end!],
    'no key is named "x"',
  ],
  ['two parts', ([head, body]) => [head!, body!], 'not a JWS in compact form'],
  ['a head that is no object', ([, body, end]) => [encode(1), body!, end!], 'not a JWS in compact form'],
])('a token with %s does not hold', async (_what, change, problem) => {
  const parts = (await readFile(at('token'), 'utf8')).trim().split('.');
  const { code, out, err } = await run(['verify', change(parts).join('.'), '--jwks', at('jwks.json')]);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(`invalid token: ${problem}`);
});

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test('a token is verified with the key that it names alone', async () => {
  const { code, err } = await verify('--key', at('other.pub'));
  expect(code).toBe(1);
  expect(err).toContain(`no key is named "${kid}"`);
});

test.each([
  [[], 'verify needs --jwks or --key'],
  [['--jwks', 'jwks.json', '--key', 'attestation.pub'], 'verify needs --jwks or --key'],
  [['--key', 'attestation.pub', '--facts', 'facts.json'], '--facts, --input and --memory need --ruleset'],
  [['--jwks', 'facts.json'], 'is not a JSON Web Key Set'],
  [['--jwks', 'token'], 'is not a JSON Web Key Set'],
  [['--jwks', 'none.json'], 'cannot read'],
])('verify %j is refused', async (words, message) => {
  const { code, out, err } = await verify(...words.map((word) => (word.startsWith('--') ? word : at(word))));
  expect(code).not.toBe(0);
  expect(out).not.toContain('holds');
  expect(err).toContain(message);
});

test('a log is verified, and what was changed in it is named', async () => {
  const { code, out } = await run(['audit', 'verify', log, '--key', at('attestation.pub')]);
  expect(code).toBe(0);
  expect(out).toMatch(
    /^service [0-9a-f-]{36}: seq 0 to 0, 1 checkpoints, the last over seq 0\nworker-0 [0-9a-f-]{36}: seq 0 to 2, 1 checkpoints, the last over seq 2\n$/,
  );
  expect((await run(['audit', 'verify', log])).out).toMatch(/^(\S+ \S+: seq 0 to \d, no key given\n){2}$/);
  const path = listFiles(join(log, 'worker-0'))[0]?.path ?? '';
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('"reason":"paid"', '"reason":"gift"'));
  const changed = await run(['audit', 'verify', log, '--key', at('attestation.pub')]);
  await writeFile(path, text);
  expect(changed.code).toBe(1);
  expect(changed.err).toContain(`${path}:3: the records from seq 0 to 2 are not the signed ones`);
});

test('checkpoints that were kept elsewhere show a cut tail', async () => {
  const path = listFiles(join(log, 'worker-0'))[0]?.path ?? '';
  const text = await readFile(path, 'utf8');
  const logId = (JSON.parse(text.split('\n')[0] ?? '') as { readonly log_id: string }).log_id;
  const copy = await temporaryFolder();
  const cut = join(copy, 'cut.jsonl');
  await writeFile(cut, `${text.split('\n').slice(0, 2).join('\n')}\n`);
  const key = ['--key', at('attestation.pub')];
  const alone = await run(['audit', 'verify', cut, ...key]);
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('no checkpoint covers any record')]);
  const kept = ['--checkpoint', join(log, 'checkpoints', logId)];
  const { code, err } = await run(['audit', 'verify', cut, ...key, ...kept]);
  expect(code).toBe(1);
  expect(err).toContain('the log ends at seq 1, and a checkpoint was signed over 3 records');
});

test('a decision is proved without the log', async () => {
  const key = ['--key', at('attestation.pub')];
  const { code, out: proof } = await run(['audit', 'prove', log, id, ...key]);
  expect(code).toBe(0);
  const checked = await run(['audit', 'verify-proof', '-', ...key], proof);
  expect(JSON.parse(checked.out)).toMatchObject({ decision_id: id, reason: 'paid' });
  expect(checked.err).toMatch(/^holds: record 2 of 3 in ferrule\/[0-9a-f-]{36}\n$/);
  const other = await run(['audit', 'verify-proof', '-', '--key', at('other.pub')], proof);
  expect([other.code, other.out]).toEqual([1, '']);
  expect(other.err).toContain('its checkpoint is not signed with a given key');
  const forged = proof.replace(/^index 2$/m, 'index 1');
  expect((await run(['audit', 'verify-proof', '-', ...key], forged)).err).toContain(
    'its hashes do not connect the record with the root of the checkpoint',
  );
});

test('a decision in a log of a database is proved with checkpoints that are given', async () => {
  const path = listFiles(join(log, 'worker-0'))[0]?.path ?? '';
  const text = await readFile(path, 'utf8');
  const logId = (JSON.parse(text.split('\n')[0] ?? '') as { readonly log_id: string }).log_id;
  const exported = join(await temporaryFolder(), 'log.jsonl');
  await writeFile(exported, text);
  const prove = ['audit', 'prove', exported, id, '--key', at('attestation.pub')];
  expect((await run(prove)).err).toContain('no checkpoint covers the decision yet');
  const { out: proof } = await run([...prove, '--checkpoint', join(log, 'checkpoints', logId)]);
  const checked = await run(['audit', 'verify-proof', '-', '--key', at('attestation.pub')], proof);
  expect(JSON.parse(checked.out)).toMatchObject({ decision_id: id });
  const other = (await readdir(join(log, 'checkpoints'))).find((name) => name !== logId) ?? '';
  expect((await run([...prove, '--checkpoint', join(log, 'checkpoints', other)])).err).toContain(
    'no checkpoint covers the decision yet',
  );
  expect((await run([...prove, '--checkpoint', at('none')])).err).toContain('cannot read');
});

test.each([
  [['verify', 'none'], 'cannot read'],
  [['verify', 'checkpoints'], 'contains no decision log'],
  [['verify', 'log', '--checkpoint', 'token'], '--checkpoint needs --key'],
  [['verify', 'log', '--key', 'token'], 'is not an Ed25519 public key'],
  [['verify', 'log', '--key', 'attestation.pub', '--checkpoint', 'none'], 'cannot read'],
  [['prove', 'log', 'x'], 'audit prove needs --key FILE'],
  [['prove', 'none', 'x', '--key', 'attestation.pub'], 'cannot read'],
  [['prove', 'log', 'no-id', '--key', 'attestation.pub'], 'the log does not contain this decision'],
  [['verify-proof', 'token'], 'audit verify-proof needs --key FILE'],
  [['verify-proof', 'token', '--key', 'attestation.pub'], 'not a proof with a record'],
])('audit %j is refused', async (words, message) => {
  await import('node:fs/promises').then(({ mkdir }) => mkdir(at('checkpoints'), { recursive: true }));
  const places = /^(none|checkpoints|log|token|attestation\.pub)$/;
  const { code, out, err } = await run([
    'audit',
    ...words.map((word) => (places.test(word) ? at(word) : word)),
  ]);
  expect(code).not.toBe(0);
  expect(out).not.toContain('holds');
  expect(err).toContain(message);
});
