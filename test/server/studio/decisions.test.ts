/** The decision log over HTTP, from files and from the database: what it lists, what it hides, and what it refuses. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateMaskKey, generateSealKeys } from '../../../evidence/mask/mask-keys.ts';
import { generateKeys, readPublicKey } from '../../../library/node/signing/keys.ts';
import { verifyProof } from '../../../evidence/log-proof.ts';
import { ADMIN_TOKEN, startTestService, TOKEN, type Reply, type TestService } from '../support/service.ts';
import { createEmbeddedDatabase, createPostgres, type TestDatabase } from '../runs/support/databases.ts';
import { until } from '../runs/support/process.ts';
import { full } from '../../full.ts';
import { tokenOf, writeTokensFile } from '../support/tokens-file.ts';

type LogRecord = Readonly<Record<string, unknown>> & { readonly decision_id: string; readonly time: string };
interface Page {
  readonly decisions: readonly LogRecord[];
  readonly next: string | null;
  readonly scanned_to: string;
}

const SECRET = 'c4n4ry-value';
const RULES = `
ruleset: shared
templates:
  - name: call
    slots: [{ name: tool, type: string }, { name: n, type: integer }, { name: secret, type: string, sensitive: true }]
rules:
  - name: reads
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: it reads }
  - name: writes
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(write) }] }]
    then: { action: deny, reason: it writes }
`;
const PLAIN = RULES.replace(', { name: secret, type: string, sensitive: true }', '');

/** A plain run reads files and one of the databases. */
const STORES = ['files', 'PostgreSQL', 'the embedded database'] as const;

describe.each(STORES.slice(0, full(3, 2)))('a log in %s', (store) => {
  let folder: string;
  let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
  let database: TestDatabase | null = null;
  let service: TestService;
  let key: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-decisions-'));
    tokens = await writeTokensFile({
      reader: { roles: ['decisions'] },
      ann: { roles: ['decisions', 'evaluate'], rulesets: ['ann/*'] },
      bob: { roles: ['decisions', 'evaluate'], rulesets: ['bob/*', 'shared'] },
      none: { roles: ['evaluate', 'source', 'audit'] },
    });
    const { privateKey, publicKey } = generateKeys();
    key = Buffer.from(readPublicKey(publicKey)!).toString('base64url');
    await writeFile(join(folder, 'audit.key'), privateKey);
    await writeFile(join(folder, 'mask.key'), generateMaskKey());
    await writeFile(join(folder, 'seal.pub'), generateSealKeys().publicKey);
    if (store === 'PostgreSQL') database = await createPostgres();
    else if (store !== 'files') database = await createEmbeddedDatabase();
    service = await startTestService(
      { 'ann/first.yaml': PLAIN, 'bob/first.yaml': RULES, 'secret.yaml': RULES },
      {
        SERVICE_AUDIT: store === 'files' ? `file:${join(folder, 'log')}` : 'database',
        SERVICE_AUDIT_KEY_FILE: join(folder, 'audit.key'),
        SERVICE_AUDIT_CHECKPOINT_SECONDS: '1',
        SERVICE_AUDIT_MASK_KEY_FILE: join(folder, 'mask.key'),
        SERVICE_AUDIT_SEAL_KEY_FILE: join(folder, 'seal.pub'),
        SERVICE_TOKENS_FILE: tokens.path,
        SERVICE_ADMIN_TOKEN: ADMIN_TOKEN,
        ...database?.settings,
      },
    );
    await decide('ann', 'ann/first', 'read', 1);
    await decide('ann', 'ann/first', 'write', 2);
    await decide('bob', 'bob/first', 'read', 3);
    await decide('ann', 'ann/first', 'none', 4);
    const wrong = { ruleset: 'ann/first', facts: [{ template: 'cal', data: {} }] };
    expect((await service.post('/v1/evaluate', wrong, { token: tokenOf('ann') })).status).toBe(422);
    await until(page, ({ decisions }) => decisions.length === 5);
  });
  afterAll(async () => {
    await service.close();
    await Promise.all([database?.drop(), tokens.remove(), rm(folder, { recursive: true })]);
  });

  async function decide(name: string, ruleset: string, tool: string, n: number): Promise<Reply> {
    const data = { tool, n, ...(ruleset.startsWith('ann') ? {} : { secret: SECRET }) };
    const body = { ruleset, facts: [{ template: 'call', data }] };
    const reply = await service.post('/v1/evaluate', body, { token: tokenOf(name) });
    expect(reply.status).toBe(200);
    return reply;
  }

  const get = (path: string, name = 'reader'): Promise<Reply> =>
    service.request('GET', path, { token: tokenOf(name) });

  async function page(query = '', name = 'reader'): Promise<Page> {
    const { status, json } = await get(`/v1/decisions${query}`, name);
    expect(status).toBe(200);
    return json as unknown as Page;
  }

  const numbers = ({ decisions }: Page): unknown[] =>
    decisions.map(({ input }) => (input as { data: { n?: number } }[])[0]?.data.n ?? 'error');

  test('lists decisions and errors, newest first', async () => {
    const all = await page();
    expect(numbers(all)).toEqual(['error', 4, 3, 2, 1]);
    expect(all.next).toBeNull();
    const times = all.decisions.map(({ time }) => time);
    expect([...times].sort().reverse()).toEqual(times);
    expect(all.decisions[1]).toMatchObject({
      kind: 'decision',
      actor: 'ann',
      decision: 'deny',
      served_as: 'ann/first.yaml',
    });
    expect(all.decisions[0]).toMatchObject({ kind: 'error', error: { code: 'validation_error' } });
  });

  test('filters by each member, and by time', async () => {
    const { decisions } = await page();
    const [, , third, second] = decisions;
    expect(numbers(await page('?decision=deny'))).toEqual([4, 2]);
    expect(numbers(await page('?rule=MAIN::reads'))).toEqual([3, 1]);
    expect(numbers(await page('?actor=bob'))).toEqual([3]);
    expect(numbers(await page('?ruleset=shared'))).toHaveLength(5);
    expect(numbers(await page('?ruleset=other'))).toEqual([]);
    expect(numbers(await page(`?hash=${String(third!['ruleset_hash'])}`))).toEqual([3]);
    const from = encodeURIComponent(second!.time);
    expect(numbers(await page(`?from=${from}`))).toEqual(['error', 4, 3, 2]);
    expect(numbers(await page(`?to=${from}`))).toEqual([1]);
    expect(numbers(await page(`?from=${from}&to=${encodeURIComponent(third!.time)}`))).toEqual([2]);
    const local = encodeURIComponent(new Date(second!.time).toISOString().replace('Z', '+00:00'));
    expect(numbers(await page(`?from=${local}&decision=deny&actor=ann`))).toEqual([4, 2]);
    expect((await page('?from=2999-01-01T00:00:00Z')).scanned_to).toBe('2999-01-01T00:00:00.000Z');
  });

  test('goes on page by page, also while decisions come in', async () => {
    const seen: unknown[] = [];
    let next: string | null = null;
    do {
      const one: Page = await page(`?limit=2${next === null ? '' : `&cursor=${next}`}`);
      expect(one.decisions.length).toBeLessThanOrEqual(2);
      seen.push(...numbers(one));
      if (next === null) await decide('ann', 'ann/first', 'read', 9);
      ({ next } = one);
    } while (next !== null);
    expect(seen).toEqual(['error', 4, 3, 2, 1]);
    await expect.poll(async () => numbers(await page('?limit=1'))).toEqual([9]);
  });

  test('a token sees decisions of the rulesets that exist for it, whatever those call themselves', async () => {
    const anns = numbers(await page('', 'ann'));
    expect(anns).not.toContain(3);
    expect(anns).toEqual(expect.arrayContaining([1, 2, 4]));
    const bobs = await page('', 'bob');
    expect(numbers(bobs)).toEqual([3]);
    const own = bobs.decisions[0]!.decision_id;
    for (const path of [`/v1/decisions/${own}`, `/v1/decisions/${own}/proof`]) {
      const { status, json } = await get(path, 'ann');
      expect([status, json['error']]).toEqual([404, 'decision_not_found']);
    }
    expect((await get(`/v1/decisions/${own}`, 'bob')).status).toBe(200);
  });

  test('masked values and keyed hashes do not leave the log', async () => {
    const { text, json } = await get('/v1/decisions?actor=bob');
    const [record] = (json as unknown as Page).decisions;
    expect(record).toMatchObject({
      masked: true,
      input: [{ template: 'call', data: { tool: 'read', n: 3, secret: { $masked: true } } }],
    });
    const one = await get(`/v1/decisions/${record!.decision_id}`);
    expect(one.json).toEqual(record);
    for (const found of [text, one.text])
      for (const hidden of [SECRET, 'hmac', 'sealed']) expect(found).not.toContain(hidden);
    // A body that was not read may hold secrets: its hash is a keyed one, too.
    const bad = { ruleset: 'none', facts: [{ template: 'call', data: { secret: SECRET } }] };
    await service.post('/v1/evaluate', bad, { token: TOKEN });
    await expect
      .poll(async () => (await page('?limit=1')).decisions[0])
      .toMatchObject({
        error: { code: 'ruleset_not_found' },
        input_hash: { $masked: true },
      });
    expect((await page('?limit=1', 'ann')).decisions[0]?.['kind']).toBe('decision');
  });

  test('a record keeps every digit, and its proof holds for its line', async () => {
    const { text: listed } = await get('/v1/decisions?decision=deny');
    const id = (JSON.parse(listed) as Page).decisions[0]!.decision_id;
    const { text: record } = await get(`/v1/decisions/${id}`);
    await expect.poll(async () => (await get(`/v1/decisions/${id}/proof`)).status).toBe(200);
    const { text: proof, headers } = await get(`/v1/decisions/${id}/proof`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(proof).toMatch(/^c2sp\.org\/tlog-proof@v1\nindex \d+\n/);
    expect(proof).not.toContain('extra');
    const whole = proof.replace('\n', `\nextra ${Buffer.from(record).toString('base64')}\n`);
    expect(verifyProof(whole, [key])).toMatchObject({ ok: true, record });
    const other = proof.replace(
      '\n',
      `\nextra ${Buffer.from(record.replace('deny', 'allow')).toString('base64')}\n`,
    );
    expect(verifyProof(other, [key])).toMatchObject({ ok: false });
  });

  test.each([
    'x',
    '00000000-0000-7000-8000-000000000000',
    '%00',
    '..%2f..%2fetc',
    '01a21d1c-0e05-4abc-8b5b-08262de2cad2',
  ])('has no decision %s', async (id) => {
    for (const path of [`/v1/decisions/${id}`, `/v1/decisions/${id}/proof`]) {
      const { status, json } = await get(path);
      expect([status, json['error']]).toEqual([404, 'decision_not_found']);
    }
  });

  test.each([
    ['from=yesterday', 'from'],
    ['to=2026-13-01T00:00:00Z', 'to'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'from'],
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=x', 'limit'],
    ['hash=sha256:0', 'hash'],
    ['rule=', 'rule'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['cursor=W10', 'cursor'],
    ['cursor=e30', 'cursor'],
    [`cursor=${Buffer.from('[["../x",1,-1]]').toString('base64url')}`, 'cursor'],
    [`cursor=${'a'.repeat(4000)}`, 'cursor'],
    ['decison=deny', 'decison'],
  ])('refuses ?%s', async (query, field) => {
    const { status, json } = await get(`/v1/decisions?${query}`);
    expect([status, json['error'], json['field']]).toEqual([422, 'validation_error', field]);
  });

  test('a made up cursor reads nothing outside of the log', async () => {
    const cursor =
      store === 'files'
        ? JSON.stringify([
            ['../../..', 1, 99],
            ['worker-0', 99, Number.MAX_SAFE_INTEGER],
          ])
        : JSON.stringify({ time: '2999-01-01T00:00:00.000Z', logId: "'; --", seq: 0 });
    const found = await get(`/v1/decisions?cursor=${Buffer.from(cursor).toString('base64url')}`);
    expect(found.status).toBe(200);
  });

  test.each(['', '/x', '/x/proof'])(
    'needs a token with the role, which no other token has: %s',
    async (rest) => {
      for (const token of [tokenOf('none'), TOKEN, ADMIN_TOKEN]) {
        const { status, json } = await service.request('GET', `/v1/decisions${rest}`, { token });
        expect([status, json['error'], json['detail']]).toEqual([
          403,
          'forbidden',
          "the token lacks the role 'decisions'",
        ]);
      }
      for (const token of [null, 'unknown'])
        expect((await service.request('GET', `/v1/decisions${rest}`, { token })).status).toBe(401);
    },
  );

  test.runIf(store === 'files')('the line in the file is what the record shows', async () => {
    const files = await readdir(join(folder, 'log'), { recursive: true });
    const texts = files
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => readFile(join(folder, 'log', name), 'utf8'));
    const lines = (await Promise.all(texts)).flatMap((text) => text.split('\n'));
    const { decisions } = await page('?decision=deny');
    const { text } = await get(`/v1/decisions/${decisions[0]!.decision_id}`);
    expect(lines).toContain(text);
  });
});
