import { createPrivateKey } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactDecrypt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateMaskKey, generateSealKeys } from '../../evidence/mask/mask-keys.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';

const SECRET = '4111111111111111';

/** A card's number gets into a fact, a reason, metadata and an obligation; the shop's name nowhere. */
const CARDS = `
ruleset: cards
templates:
  - name: card
    slots:
      - { name: number, type: string, required: true, sensitive: true }
      - { name: amount, type: integer, default: 1 }
  - name: seen
    slots: [{ name: what, type: string }, { name: shop, type: string, default: here }]
  - name: shop
    slots: [{ name: name, type: string, required: true }]
rules:
  - name: note
    salience: 20
    when: [{ template: card, alias: $c, conditions: [{ slot: number, bind: ?n }] }]
    then: { assert: [{ template: seen, slots: { what: "?n" } }] }
  - name: refuse
    when:
      - { template: seen, alias: $s, conditions: [{ slot: what, bind: ?w }, { slot: shop, bind: ?shop }] }
      - { template: card, conditions: [{ slot: amount, expression: "at_most(9)" }] }
    then:
      action: deny
      reason: "card {w} is not known"
      metadata: { card: "{w}", shop: "{shop}", control: AC-3 }
      obligations: [{ type: report, properties: { card: "?w", desk: 7 } }]
  - name: open
    when: [{ template: shop }]
    then: { action: allow, reason: open }
`;

const card = (number: string, more: object = {}) => ({ template: 'card', data: { number, ...more } });
const hmac = { $hmac: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown };

interface Recorded {
  readonly log: string;
  readonly text: string;
  /** The service's metrics after all of them. */
  readonly metrics: string;
  readonly records: readonly Record<string, unknown>[];
}

/** Records of a service with these settings for the same requests. */
async function record(folder: string, settings: Readonly<Record<string, string>>): Promise<Recorded> {
  const log = join(folder, 'log');
  const service = await startTestService(
    { 'cards.yaml': CARDS },
    { SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1', SERVICE_AUDIT_DERIVED: 'true', ...settings },
  );
  const ask = (facts: readonly object[], more: object = {}) =>
    service.post('/v1/evaluate', { ruleset: 'cards.yaml', facts, ...more });
  const answer = await ask([card(SECRET)]);
  expect(answer.json).toMatchObject({
    decision: 'deny',
    reason: `card ${SECRET} is not known`,
    metadata: { card: SECRET, shop: 'here', control: 'AC-3' },
    obligations: [{ type: 'report', properties: { card: SECRET, desk: 7 } }],
  });
  expect((await ask([card(SECRET, { amount: 10 })])).json['decision']).toBe('deny');
  expect((await ask([{ template: 'shop', data: { name: 'corner' } }])).json['decision']).toBe('allow');
  expect((await ask([{ template: 'card', data: { numbr: SECRET } }])).status).toBe(422);
  expect((await ask([{ template: 'card', data: { number: SECRET, amount: 'many' } }])).status).toBe(422);
  const held = { session_id: 's', template: 'card', data: { number: SECRET } };
  expect((await ask([], { session_id: 's' })).status).toBe(200);
  expect((await service.post('/v1/facts', held)).status).toBe(200);
  expect((await ask([], { session_id: 's' })).json['decision']).toBe('deny');
  const retraction = { session_id: 's', template: 'card', filter: { number: SECRET } };
  expect((await service.request('DELETE', '/v1/facts', { body: retraction })).status).toBe(200);
  const metrics = (await service.request('GET', '/metrics')).text;
  await service.close();
  const records = await readRecords(log, 'worker-0');
  const text = JSON.stringify(records);
  return { log, text, metrics, records: records.filter(({ kind }) => kind !== 'file') };
}

describe('with a mask key and a seal key', () => {
  let folder = '';
  let recorded: Recorded;
  let sealKey = '';
  beforeAll(async () => {
    folder = await (await import('node:fs/promises')).mkdtemp('/tmp/ferrule-masked-');
    const mask = join(folder, 'mask.key');
    const seal = join(folder, 'seal.pub');
    sealKey = join(folder, 'seal.key');
    const keys = generateSealKeys();
    await writeFile(mask, generateMaskKey());
    await writeFile(seal, keys.publicKey);
    await writeFile(sealKey, keys.privateKey);
    recorded = await record(folder, {
      SERVICE_AUDIT_MASK_KEY_FILE: mask,
      SERVICE_AUDIT_SEAL_KEY_FILE: seal,
    });
    return async () => (await import('node:fs/promises')).rm(folder, { recursive: true });
  });

  test('the value is in no file of the log', async () => {
    expect(recorded.text).not.toContain(SECRET);
    for (const name of await readdir(join(recorded.log, 'worker-0'))) {
      expect(await readFile(join(recorded.log, 'worker-0', name), 'utf8')).not.toContain(SECRET);
    }
  });

  test('no metric shows the value, in a label or anywhere', () => {
    expect(recorded.metrics).toContain('ferrule_rules_fired_total{ruleset="cards",rule="MAIN::refuse"}');
    expect(recorded.metrics).not.toContain(SECRET);
  });

  test('what a sensitive slot fills is masked, and nothing else', () => {
    const [first] = recorded.records;
    expect(first).toMatchObject({
      kind: 'decision',
      masked: true,
      input: [{ template: 'card', data: { number: hmac } }],
      decision: 'deny',
      reason: hmac,
      rule_trace: ['MAIN::note', 'MAIN::refuse'],
      metadata: { card: hmac, shop: 'here', control: 'AC-3' },
      obligations: [{ type: 'report', properties: { card: hmac, desk: 7 } }],
      derived: [{ template: 'seen', data: { what: hmac, shop: 'here' }, rule: 'MAIN::note' }],
    });
  });

  test('equal values stay recognisable', () => {
    const numberOf = (record?: Record<string, unknown>): unknown =>
      (record?.['input'] as readonly { readonly data: Record<string, unknown> }[])[0]?.data['number'];
    const [first, second] = recorded.records;
    expect(numberOf(second)).toEqual(numberOf(first));
    expect((first?.['metadata'] as Record<string, unknown>)['card']).toEqual(numberOf(first));
  });

  test('a record without values of sensitive slots is as always', () => {
    const open = recorded.records[2];
    expect(open).toMatchObject({ decision: 'allow', reason: 'open', input: [{ data: { name: 'corner' } }] });
    expect(open).not.toHaveProperty('masked');
    expect(open).not.toHaveProperty('sealed');
  });

  test('a misspelt slot and the words of an error may hold a secret', () => {
    const errors = recorded.records.filter(({ kind }) => kind === 'error');
    expect(errors).toHaveLength(2);
    for (const error of errors)
      expect(error).toMatchObject({ error: { code: 'validation_error', detail: hmac } });
    expect(errors[0]).toMatchObject({ input: [{ data: { numbr: hmac } }] });
  });

  test('changes of a session are masked, and so is the hash of what it holds', () => {
    const changes = recorded.records.filter(({ kind }) => kind === 'facts');
    expect(changes.map(({ operation }) => operation)).toEqual([
      { template: 'card', data: { number: hmac } },
      { retract: 'card', filter: { number: hmac } },
    ]);
    const memories = recorded.records.flatMap(({ memory_hash }) =>
      memory_hash === undefined ? [] : [memory_hash],
    );
    expect(memories).toEqual([
      expect.stringMatching(/^sha256:/) as unknown,
      expect.stringMatching(/^hmac-sha256:[0-9a-f]{64}$/) as unknown,
    ]);
  });

  test('what was sealed is opened with a JOSE library', async () => {
    const key = createPrivateKey(await readFile(sealKey));
    const { plaintext, protectedHeader } = await compactDecrypt(String(recorded.records[0]?.['sealed']), key);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES', enc: 'A256GCM' });
    expect(JSON.parse(Buffer.from(plaintext).toString())).toMatchObject({
      input: [card(SECRET)],
      reason: `card ${SECRET} is not known`,
    });
  });

  test('replay leaves masked records out, and reads them with the key', async () => {
    expect((await runCli(['replay', recorded.log])).out).toBe(
      '2 evaluated again, 0 differences\n5 left out: values are masked\n',
    );
    expect(await runCli(['replay', recorded.log, '--unseal', sealKey])).toMatchObject({
      out: '7 evaluated again, 0 differences\n',
      code: 0,
    });
    const other = join(folder, 'other.key');
    await writeFile(other, generateSealKeys().privateKey);
    expect((await runCli(['replay', recorded.log, '--unseal', other])).out).toContain(
      '5 left out: values are masked\n',
    );
  });

  test('a key that opens nothing is refused', async () => {
    const wrong = join(folder, 'ed25519.key');
    await writeFile(wrong, generateKeys().privateKey);
    const { code, err } = await runCli(['replay', recorded.log, '--unseal', wrong]);
    expect(code).not.toBe(0);
    expect(err).toContain('must be an X25519 private key in PEM');
    expect((await runCli(['replay', recorded.log, '--unseal', join(folder, 'none')])).err).toContain(
      'cannot read',
    );
  });
});

test('without a mask key values are dropped', async () => {
  const { text, records } = await record(await temporaryFolder(), {});
  expect(text).not.toContain(SECRET);
  expect(records[0]).toMatchObject({ masked: true, input: [{ data: { number: { $hmac: null } } }] });
  expect(records[0]).not.toHaveProperty('sealed');
});

test('facts that are too long are recorded as a hash that reveals nothing of them', async () => {
  const folder = await temporaryFolder();
  const mask = join(folder, 'mask.key');
  await writeFile(mask, generateMaskKey());
  const keyed = await record(folder, {
    SERVICE_AUDIT_MAX_RECORD_BYTES: '0',
    SERVICE_AUDIT_MASK_KEY_FILE: mask,
  });
  expect(keyed.records[0]?.['input_hash']).toMatch(/^hmac-sha256:[0-9a-f]{64}$/);
  const dropped = await record(await temporaryFolder(), { SERVICE_AUDIT_MAX_RECORD_BYTES: '0' });
  expect(dropped.records[0]).not.toHaveProperty('input_hash');
});

describe('keys that are none', () => {
  const problemsWith = async (name: string, text: string): Promise<readonly string[]> => {
    const path = join(await temporaryFolder(), 'key');
    await writeFile(path, text);
    const read = readConfiguration({ SERVICE_AUDIT: 'stdout', [name]: path });
    return read.ok ? [] : read.problems;
  };

  test.each([
    ['short', 'c2hvcnQ='],
    ['no base64', '-----BEGIN-----'],
  ])('a mask key that is %s', async (_what, text) => {
    expect(await problemsWith('SERVICE_AUDIT_MASK_KEY_FILE', text)).toEqual([
      'SERVICE_AUDIT_MASK_KEY_FILE: must be base64 of at least 32 bytes',
    ]);
  });

  test.each([
    ['for signatures', generateKeys().publicKey],
    ['private', generateSealKeys().privateKey],
    ['no key', 'x'],
  ])('a seal key that is %s', async (_what, text) => {
    expect(await problemsWith('SERVICE_AUDIT_SEAL_KEY_FILE', text)).toEqual([
      'SERVICE_AUDIT_SEAL_KEY_FILE: must be an X25519 public key in PEM',
    ]);
  });

  test('a file that is not there', () => {
    const read = readConfiguration({ SERVICE_AUDIT: 'stdout', SERVICE_AUDIT_SEAL_KEY_FILE: '/nowhere/key' });
    expect(read.ok ? [] : read.problems).toEqual(['SERVICE_AUDIT_SEAL_KEY_FILE: cannot be read']);
  });
});

test('keygen makes the keys', async () => {
  const folder = await temporaryFolder();
  expect((await runCli(['keygen', '--for', 'mask', '--out', folder])).out).toBe(
    `${join(folder, 'mask.key')}\n`,
  );
  expect((await runCli(['keygen', '--for', 'seal', '--out', folder])).code).toBe(0);
  const read = readConfiguration({
    SERVICE_AUDIT: 'stdout',
    SERVICE_AUDIT_MASK_KEY_FILE: join(folder, 'mask.key'),
    SERVICE_AUDIT_SEAL_KEY_FILE: join(folder, 'seal.pub'),
  });
  expect(read.ok).toBe(true);
  expect((await runCli(['keygen', '--for', 'masks'])).err).toContain(
    'invalid --for: expected rulesets, attestation, mask or seal',
  );
});
