/** The decision log stores the read parts of documents, so that decisions on them can be replayed. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { generateMaskKey } from '../../evidence/mask/mask-keys.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';

const clips = await findClips();

const RULES = `
ruleset: documents
templates: { role: { name: string } }
rules:
  small:
    allow: at most 10
    if: input.amount <= 10 and role.name == "clerk"
  big:
    deny: "{input.amount} is much"
    if: input.amount > 10
  weekend:
    escalate: a weekend
    if: input.days? in ["sat", "sun"] or exists(x in input.items?, x.kind == "gold")
  open:
    deny: a token
    if: has(input.token)
`;

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

interface Recorded {
  readonly folder: string;
  readonly records: readonly Record<string, unknown>[];
}

/** The records of a service for these requests. */
async function record(
  rules: string,
  sent: readonly object[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-documents-'));
  folders.push(folder);
  const service = await startTestService(
    { 'rules.yaml': rules },
    {
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
      SERVICE_WORKERS: '1',
      ...settings,
    },
  );
  for (const body of sent) await service.post('/v1/evaluate', { ruleset: 'rules.yaml', ...body });
  await service.close();
  const records = await readRecords(join(folder, 'log'), 'worker-0');
  return { folder, records: records.filter(({ kind }) => kind === 'decision' || kind === 'error') };
}

const CLERK = { template: 'role', data: { name: 'clerk' } };
const SENT = [
  { facts: [CLERK], input: { amount: 3, note: 'private' } },
  { input: { amount: '30', items: [{ kind: 'tin', price: 4 }, 7, null] } },
  { input: { amount: 1, days: 'sun', token: 'secret' } },
  { input: { amount: 30.5 } },
  { input: { items: [{ kind: 'gold' }], token: { value: 'secret' } } },
];

describe('the record of a decision on a document', () => {
  let recorded: Recorded;
  beforeAll(async () => {
    recorded = await record(RULES, SENT);
  });

  test('holds what rules read of it, and nothing else', () => {
    expect(recorded.records.map(({ input, document }) => ({ input, document }))).toEqual([
      { input: [CLERK], document: { amount: 3 } },
      { input: [], document: { amount: '30', items: [{ kind: 'tin' }, true, null] } },
      { input: [], document: { amount: 1, days: 'sun', token: true } },
      { input: [], document: { amount: 30.5 } },
      { input: [], document: { items: [{ kind: 'gold' }], token: {} } },
    ]);
  });

  test('is decided again', async () => {
    const { code, out } = await runCli(['replay', join(recorded.folder, 'log')]);
    expect([out, code]).toEqual(['5 evaluated again, 0 differences\n', 0]);
  });

  test('shows what a candidate would change, as a document', async () => {
    const { folder } = recorded;
    const candidate = join(folder, 'candidate.yaml');
    await writeFile(candidate, RULES.replace('<= 10', '<= 2'));
    const { out } = await runCli(['replay', join(folder, 'log'), '--against', candidate, '--json']);
    const { changes } = JSON.parse(out) as { changes: readonly { example: { input: unknown } }[] };
    expect(changes.map(({ example }) => example.input)).toEqual([{ facts: [CLERK], input: { amount: 3 } }]);
  });
});

test.skipIf(clips === null)('real CLIPS makes the same decisions on recorded documents', async () => {
  const rules = `
templates: { role: { name: string } }
rules:
  small: { allow: true, if: 'has(input.amount) and input.list? == "a" and role.name == "clerk"' }
  big: { deny: "{input.amount}", if: input.amount? > 10 }
`;
  const { folder } = await record(rules, [
    { facts: [CLERK], input: { amount: 3, list: 'a' } },
    { input: { amount: 12.5 } },
    { input: {} },
  ]);
  const { out } = await runCli(['replay', join(folder, 'log'), '--engine', `clips=${clips?.path}`]);
  expect(out).toBe('3 evaluated again, 0 differences\n');
});

test('a document that is too long, or cannot be read, is its hash', async () => {
  const rules = 'input: { a!: string }\nrules: { r: { allow: true, if: input.a == "x" } }';
  const { records } = await record(rules, [{ input: { a: 'y'.repeat(2000) } }, { input: { a: 5 } }], {
    SERVICE_AUDIT_MAX_RECORD_BYTES: '1024',
  });
  const hash = expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as unknown;
  expect(records.map(({ kind, input, document, input_hash }) => [kind, input, document, input_hash])).toEqual(
    [
      ['decision', undefined, undefined, hash],
      ['error', undefined, undefined, hash],
    ],
  );
});

test('facts that are too long and refused are the hash of their text', async () => {
  const facts = [{ template: 'role', data: { nam: 'y'.repeat(2000) } }];
  const { records } = await record(RULES, [{ facts }], { SERVICE_AUDIT_MAX_RECORD_BYTES: '1024' });
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  expect(records.map(({ kind, input_hash }) => [kind, input_hash])).toEqual([['error', `sha256:${digest}`]]);
});

describe('sensitive members of a document', () => {
  const rules = `
ruleset: cards
input:
  card: { number: string sensitive, kind: string }
  people: [{ name: string, pin: string sensitive }]
rules:
  known:
    deny: "card {input.card.number}"
    if: input.card.number == "4111" or input.card.kind == "gold"
  pins:
    deny: a pin
    if: exists(p in input.people, p.pin == "0000" and p.name != "")
`;
  const document = { card: { number: '4111', kind: 'gold' }, people: [{ name: 'ann', pin: '0000' }] };

  test.each([
    ['hashed', true],
    ['dropped', false],
  ])('are %s', async (_, isKeyed) => {
    const folder = await temporaryFolder();
    const key = join(folder, 'mask.key');
    await writeFile(key, generateMaskKey());
    const settings: Record<string, string> = isKeyed ? { SERVICE_AUDIT_MASK_KEY_FILE: key } : {};
    const recorded = await record(
      rules,
      [{ input: document }, { input: { card: { number: 4111 } } }],
      settings,
    );
    const masked = { $hmac: isKeyed ? (expect.stringMatching(/^[0-9a-f]{64}$/) as unknown) : null };
    expect(recorded.records[0]).toMatchObject({
      masked: true,
      document: { card: { number: masked, kind: 'gold' }, people: [{ name: 'ann', pin: masked }] },
    });
    expect(recorded.records[0]).toMatchObject({ reason: masked });
    const texts = JSON.stringify(recorded.records);
    // Digits alone may be part of an identifier or of a hash.
    for (const secret of [/[":]4111[",}]/, /"0000"/]) expect(texts).not.toMatch(secret);
  });
});
