/** The servers on a database, as each of them lists them; without a database the one that responds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VERSION } from '../../../library/version.ts';
import { always } from '../support/rulesets.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { tokenOf, writeTokensFile } from '../support/tokens-file.ts';
import { createPostgres, type TestDatabase } from '../runs/support/databases.ts';

interface Listed {
  readonly id: string;
  readonly ruleset: string | null;
  readonly hash: string | null;
  readonly draining: boolean;
  readonly started_at: string;
  readonly seen_at: string;
}

let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let database: TestDatabase;
let first: TestService;
let second: TestService;
let alone: TestService;

beforeAll(async () => {
  tokens = await writeTokensFile({
    watcher: { roles: ['metrics'] },
    other: { roles: ['evaluate', 'decisions', 'source'] },
  });
  database = await createPostgres();
  const settings = { SERVICE_TOKENS_FILE: tokens.path, ...database.settings };
  const mounted = { 'first.yaml': always('allow', 'first') };
  first = await startTestService(mounted, settings, 'first.yaml');
  second = await startTestService({}, { ...settings, SERVICE_WORKERS: '1' });
  alone = await startTestService({}, { SERVICE_TOKENS_FILE: tokens.path });
});
afterAll(async () => {
  await Promise.all([first.close(), alone.close()]);
  await Promise.all([database.drop(), tokens.remove()]);
});

async function listed(on: TestService): Promise<readonly Listed[]> {
  const { status, json } = await on.request('GET', '/v1/replicas', { token: tokenOf('watcher') });
  expect(status).toBe(200);
  return json['replicas'] as readonly Listed[];
}

test('without a database it is the one that responds', async () => {
  expect(await listed(alone)).toEqual([
    {
      id: expect.any(String) as string,
      version: VERSION,
      ruleset: null,
      hash: null,
      started_at: expect.any(String) as string,
      seen_at: expect.any(String) as string,
      sessions: 0,
      workers: 2,
      draining: false,
    },
  ]);
});

test('with one, each lists all, with what they run', async () => {
  await expect.poll(async () => (await listed(first)).length).toBe(2);
  const [one, two] = await listed(second);
  expect(one).toMatchObject({ ruleset: 'first', workers: 2, draining: false });
  expect(one?.hash).toBe((await first.request('GET', '/v1/status')).json['ruleset_hash']);
  expect(two).toMatchObject({ ruleset: null, hash: null, workers: 1, draining: false });
  expect((await listed(first)).map(({ id }) => id)).toEqual([one?.id, two?.id]);
  for (const { started_at: started, seen_at: seen } of [one!, two!])
    expect([started, seen].every((time) => new Date(time).toISOString() === time)).toBe(true);
});

test('one that has ended is not there any more', async () => {
  await second.close();
  expect(await listed(first)).toHaveLength(1);
});

test('needs a token with the role', async () => {
  const { status, json } = await alone.request('GET', '/v1/replicas', { token: tokenOf('other') });
  expect([status, json['detail']]).toEqual([403, "the token lacks the role 'metrics'"]);
  expect((await alone.request('GET', '/v1/replicas', { token: null })).status).toBe(401);
});
