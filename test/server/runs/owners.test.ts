/** A token reads the runs that it started; the tokens of the environment read all. */
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { connect, infoOf, refusal, startGrpc, type Message } from '../grpc/support.ts';
import { TOKEN } from '../support/service.ts';
import { tokenOf, writeTokensFile } from '../support/tokens-file.ts';
import { createPostgres } from './support/databases.ts';
import { FILES } from './support/files.ts';
import { until } from './support/process.ts';
import { full } from '../../full.ts';

const PARAMS = { left: 'allow', right: 'escalate', name: 'ann' };

const MUCH = ['run', 'admin', 'approver', 'audit', 'evaluate', 'explain', 'session'] as const;
const tokens = await writeTokensFile({
  ann: { roles: ['run'] },
  bob: { roles: MUCH },
  narrow: { roles: MUCH, rulesets: ['graphs/other*', 'verdict'] },
});
const database = await createPostgres();
afterAll(async () => {
  await database.drop();
  await tokens.remove();
});

const PLACES: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['PostgreSQL', { ...database.settings, SERVICE_SESSIONS: 'memory' }],
  ['the embedded database', { SERVICE_DATA_DIR: ':memory:' }],
];

describe.each(PLACES.slice(0, full(2, 1)))('on %s', async (kind, settings) => {
  const files = { ...FILES, 'graphs/other.yaml': FILES['graphs/diamond.yaml']!.replace('diamond', 'other') };
  const service = await startGrpc(files, { SERVICE_TOKENS_FILE: tokens.path, ...settings });
  const client = connect(service.address);
  afterAll(async () => {
    client.close();
    await service.close();
  });

  const read = async (path: string, token: string): Promise<Record<string, unknown>> => {
    const { status, json } = await service.request('GET', path, { token });
    return status === 200 ? json : { status, error: json['error'] };
  };
  const listed = async (token: string, query = ''): Promise<unknown[]> =>
    ((await read(`/v1/runs${query}`, token))['runs'] as Message[]).map(
      ({ graph_id: graph, attempt }) => `${String(graph)}${String(attempt)}`,
    );
  const enqueue = async (graph: string, token: string): Promise<void> => {
    const body = { graph_id: graph, params: PARAMS };
    expect((await service.post('/v1/runs', body, { token })).status).toBe(202);
  };
  const NOT_FOUND = { status: 404, error: 'run_not_found' };

  test('a token lists and reads its own runs, whatever else it may do', async () => {
    for (const [graph, token] of [
      ['diamond', tokenOf('ann')],
      ['diamond', tokenOf('bob')],
      ['other', tokenOf('bob')],
      ['other', tokenOf('narrow')],
      ['diamond', TOKEN],
    ] as const)
      await enqueue(graph, token);
    expect(await listed(tokenOf('ann'))).toEqual(['diamond1']);
    expect(await listed(tokenOf('bob'))).toEqual(['other1', 'diamond2']);
    expect(await listed(tokenOf('narrow'))).toEqual(['other2']);
    expect(await listed(TOKEN)).toEqual(['diamond3', 'other2', 'other1', 'diamond2', 'diamond1']);
    // A page is full of what the token sees.
    expect(await listed(tokenOf('ann'), '?limit=1')).toEqual(['diamond1']);
    expect((await read('/v1/runs?limit=1', tokenOf('ann')))['next_cursor']).toBeNull();

    expect(await read('/v1/runs/poc-diamond', tokenOf('ann'))).toMatchObject({ attempt: 1 });
    expect(await read('/v1/runs/poc-diamond', tokenOf('bob'))).toMatchObject({ attempt: 2 });
    expect(await read('/v1/runs/poc-diamond', TOKEN)).toMatchObject({ attempt: 3 });
    expect(await read('/v1/runs/poc-diamond?attempt=1', TOKEN)).toMatchObject({ attempt: 1 });
    for (const [name, path] of [
      ['ann', '/v1/runs/poc-diamond?attempt=2'],
      ['ann', '/v1/runs/poc-other'],
      ['bob', '/v1/runs/poc-diamond?attempt=1'],
      ['bob', '/v1/runs/poc-diamond?attempt=3'],
      ['narrow', '/v1/runs/poc-diamond'],
    ] as const)
      expect(await read(path, tokenOf(name))).toEqual(NOT_FOUND);
  });

  test('so over gRPC', async () => {
    const of = async (name: string): Promise<unknown> =>
      ((await client.call('ListRuns', {}, { token: tokenOf(name) }))['runs'] as Message[]).map(
        ({ run_id: id, attempt }) => [id, attempt],
      );
    expect(await of('ann')).toEqual([['poc-diamond', 1]]);
    expect(await of('narrow')).toEqual([['poc-other', 2]]);
    const own = await client.call('GetRun', { run_id: 'poc-diamond' }, { token: tokenOf('bob') });
    expect(own['run']).toMatchObject({ attempt: 2 });
    const refused = await refusal(
      client.call('GetRun', { run_id: 'poc-diamond', attempt: 1 }, { token: tokenOf('bob') }),
    );
    expect([refused.code, infoOf(refused)['reason']]).toEqual([5, 'run_not_found']);
  });

  test.runIf(kind === 'PostgreSQL')('runs without an owner are read by the environment only', async () => {
    const sql = new pg.Client({ connectionString: database.settings['DATABASE_URL'] });
    await sql.connect();
    await sql.query(`INSERT INTO ferrule.graph VALUES ('verdict', 1)`);
    // As an earlier version wrote it.
    await sql.query(
      `INSERT INTO ferrule.run (graph_id, attempt, status, params, params_digest, plan)
       VALUES ('verdict', 1, 'succeeded', '{}', '', '{}')`,
    );
    await sql.end();
    for (const name of ['ann', 'bob', 'narrow']) {
      expect(await read('/v1/runs/poc-verdict', tokenOf(name))).toEqual(NOT_FOUND);
      expect(await listed(tokenOf(name), '?graph_id=verdict')).toEqual([]);
    }
    expect(await read('/v1/runs/poc-verdict', TOKEN)).toMatchObject({ attempt: 1 });
  });

  test('every run of another is executed all the same', async () => {
    const last = await until(
      () => read('/v1/runs/poc-diamond', TOKEN),
      ({ finished_at: at }) => typeof at === 'string',
    );
    expect(last['status']).toBe('succeeded');
  });
});
