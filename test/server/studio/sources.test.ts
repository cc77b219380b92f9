/** Versions of rulesets and their sources: for tokens with the role, and of rulesets that exist for the token. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, startTestService, TOKEN, type Reply, type TestService } from '../support/service.ts';
import { tokenOf, writeTokensFile } from '../support/tokens-file.ts';

interface Version {
  readonly name: string;
  readonly hash: string;
  readonly mounted: boolean;
}

const rulesOf = (word: string): string => `
ruleset: liar
templates:
  - name: agent
    slots: [{ name: id, type: string }]
rules:
  - name: r
    when: [{ template: agent }]
    then: { action: ${word}, reason: ${word} by a rule }
`;
const FACTS = [{ template: 'agent', data: { id: 'a' } }];

let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let folder: string;
let stock: TestService;
let mounted: TestService;
let plain: TestService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-sources-'));
  tokens = await writeTokensFile({
    reader: { roles: ['source'] },
    ann: { roles: ['source', 'evaluate'], rulesets: ['ann/*'] },
    bob: { roles: ['source', 'evaluate'], rulesets: ['bob/*', 'liar'] },
    none: { roles: ['evaluate', 'decisions'] },
  });
  const settings = { SERVICE_TOKENS_FILE: tokens.path, SERVICE_ADMIN_TOKEN: ADMIN_TOKEN };
  const kept = { SERVICE_DATA_DIR: join(folder, 'data'), SERVICE_AUDIT: `file:${join(folder, 'log')}` };
  const files = {
    'ann/first.yaml': rulesOf('allow'),
    'ann/bad.yaml': 'x: [',
    'bob/first.yaml': rulesOf('deny'),
    'bob/bad.yaml': 'x: [',
  };
  stock = await startTestService(files, { ...settings, ...kept });
  plain = await startTestService(files, settings);
  mounted = await startTestService({ 'first.yaml': rulesOf('allow') }, settings, 'first.yaml');
});
afterAll(async () => {
  await Promise.all([stock.close(), plain.close(), mounted.close()]);
  await Promise.all([tokens.remove(), rm(folder, { recursive: true })]);
});

const get = (on: TestService, path: string, name = 'reader'): Promise<Reply> =>
  on.request('GET', path, { token: tokenOf(name) });

async function versions(on: TestService, name = 'reader'): Promise<readonly Version[]> {
  const { status, json } = await get(on, '/v1/rulesets', name);
  expect(status).toBe(200);
  return json['rulesets'] as readonly Version[];
}

const sourceOf = (on: TestService, hash: string, name = 'reader'): Promise<Reply> =>
  get(on, `/v1/rulesets/${hash}/source`, name);
const named = (found: readonly Version[]): readonly string[] => found.map(({ name }) => name).sort();

test.each(['with an archive', 'without one'])('lists what is under the root, %s', async (kind) => {
  const on = kind === 'with an archive' ? stock : plain;
  const all = await versions(on);
  expect(named(all)).toEqual(['ann/first.yaml', 'bob/first.yaml']);
  expect(all.every(({ hash, mounted: isMounted }) => /^sha256:[0-9a-f]{64}$/.test(hash) && !isMounted)).toBe(
    true,
  );
  const hash = all.find(({ name }) => name === 'ann/first.yaml')?.hash ?? '';
  const { json } = await sourceOf(on, hash);
  expect(json).toEqual({
    name: 'first',
    hash,
    files: [{ path: 'first.yaml', text: rulesOf('allow') }],
  });
});

test('a token sees the rulesets that exist for it, whatever they call themselves', async () => {
  expect(named(await versions(stock, 'ann'))).toEqual(['ann/first.yaml']);
  expect(named(await versions(stock, 'bob'))).toEqual(['bob/first.yaml']);
  const [own] = await versions(stock, 'ann');
  expect((await sourceOf(stock, own!.hash, 'ann')).status).toBe(200);
  const { status, json } = await sourceOf(stock, own!.hash, 'bob');
  expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
});

test('a version that decided stays readable after its file changed, by who could use it', async () => {
  const asked = { token: tokenOf('ann') };
  await stock.post('/v1/evaluate', { ruleset: 'ann/first', facts: FACTS }, asked);
  const [before] = await versions(stock, 'ann');
  await stock.write('ann/first.yaml', rulesOf('escalate'));
  await stock.post('/v1/evaluate', { ruleset: 'ann/first', facts: FACTS }, asked);
  const after = await versions(stock, 'ann');
  expect(after).toHaveLength(2);
  expect(after.map(({ hash }) => hash)).toContain(before!.hash);
  const { json } = await sourceOf(stock, before!.hash, 'ann');
  expect(json['files']).toEqual([{ path: 'first.yaml', text: rulesOf('allow') }]);
  expect((await sourceOf(stock, before!.hash, 'bob')).status).toBe(404);
  expect((await sourceOf(plain, before!.hash, 'bob')).status).toBe(404);
});

test('what is mounted, and what was before a reload, with what the reload kept', async () => {
  const [before] = await versions(mounted);
  expect(before).toMatchObject({ name: 'liar', mounted: true });
  expect((await sourceOf(mounted, before!.hash)).json['files']).toEqual([
    { path: 'first.yaml', text: rulesOf('allow') },
  ]);
  const ruleset_yaml =
    'rules:\n  - name: r\n    when: [{ template: agent }]\n    then: { action: deny, reason: no }\n';
  const reloaded = await mounted.post('/v1/rules/reload', { ruleset_yaml }, { token: ADMIN_TOKEN });
  expect(reloaded.status).toBe(200);
  const [after] = await versions(mounted);
  expect(after?.hash).toBe(reloaded.json['ruleset_hash_after']);
  const { json } = await sourceOf(mounted, after!.hash);
  expect((json['files'] as { text: string }[]).map(({ text }) => text)).toEqual([ruleset_yaml]);
  expect(json['base']).toEqual([[{ path: 'first.yaml', text: rulesOf('allow') }]]);
  expect((await sourceOf(mounted, before!.hash)).json['base']).toBeUndefined();
  expect(await versions(mounted, 'ann')).toEqual([]);
  for (const { hash } of [before!, after!]) expect((await sourceOf(mounted, hash, 'ann')).status).toBe(404);
});

test.each([`sha256:${'0'.repeat(64)}`, 'sha256:0', 'x', '..%2f..%2fetc', '%00'])(
  '404 for %s',
  async (hash) => {
    for (const on of [stock, plain, mounted]) {
      const { status, json } = await sourceOf(on, hash);
      expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
    }
  },
);

test.each(['/v1/rulesets', `/v1/rulesets/sha256:${'0'.repeat(64)}/source`])(
  'needs a token with the role, which no other token has: %s',
  async (path) => {
    for (const token of [tokenOf('none'), TOKEN, ADMIN_TOKEN]) {
      const { status, json } = await stock.request('GET', path, { token });
      expect([status, json['error'], json['detail']]).toEqual([
        403,
        'forbidden',
        "the token lacks the role 'source'",
      ]);
    }
    for (const token of [null, 'unknown'])
      expect((await stock.request('GET', path, { token })).status).toBe(401);
  },
);
