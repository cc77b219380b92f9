/** The role explain reads no facts that are held: of a session or a fleet it needs a role that may. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCKING, request } from '../server/fleet/rules.ts';
import { connect, infoOf, refusal, startGrpc, type GrpcService } from '../server/grpc/support.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
import { tokenOf, writeTokensFile } from '../server/support/tokens-file.ts';
import { RULES } from './rules.ts';

const HELD = 'a-fact-that-is-held';

let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let database: TestDatabase;
let stock: TestService;
let mounted: GrpcService;

beforeAll(async () => {
  // One name has all sessions; its tokens have different roles.
  tokens = await writeTokensFile({
    owner: { name: 'one', roles: ['session', 'fleet'] },
    explain: { name: 'one', roles: ['explain'] },
    rest: {
      name: 'one',
      roles: ['explain', 'run', 'compile', 'approver', 'audit', 'metrics', 'admin', 'host'],
    },
    session: { name: 'one', roles: ['explain', 'session'] },
    fleet: { name: 'one', roles: ['explain', 'fleet'] },
    evaluate: { name: 'one', roles: ['explain', 'evaluate'] },
    other: { name: 'two', roles: ['explain', 'session', 'fleet'] },
  });
  database = await createPostgres();
  const settings = { SERVICE_TOKENS_FILE: tokens.path };
  stock = await startTestService({ 'rules.yaml': RULES }, settings);
  mounted = await startGrpc(
    { 'blocking.yaml': BLOCKING },
    { ...settings, ...database.settings, SERVICE_SESSIONS: 'memory', SERVICE_FLEET: 'reading' },
    'blocking.yaml',
  );
  const as = { token: tokenOf('owner') };
  await stock.post('/v1/sessions', { ruleset: 'rules', session_id: 's' }, as);
  await stock.post('/v1/facts', { session_id: 's', template: 'thing', data: { id: HELD } }, as);
  await mounted.post('/v1/fleet/facts', { template: 'blocked', data: { agent: HELD } }, as);
});
afterAll(async () => {
  await Promise.all([stock.close(), mounted.close()]);
  await Promise.all([database.drop(), tokens.remove()]);
});

function expectRefused({ status, json, text }: Reply, role: string): void {
  expect([status, json]).toEqual([403, { error: 'forbidden', detail: `the token lacks the role '${role}'` }]);
  expect(text).not.toContain(HELD);
}

const BODY = { ruleset: 'rules', facts: [], session_id: 's' };

test.each(['explain', 'rest', 'fleet'])('a session is not explained to the token %s', async (name) => {
  const token = tokenOf(name);
  expectRefused(await stock.post('/v1/explain', BODY, { token }), 'session');
  const packed = { token, headers: { 'content-encoding': 'gzip' } };
  expectRefused(await stock.post('/v1/explain', gzipSync(JSON.stringify(BODY)), packed), 'session');
  expect((await stock.post('/v1/explain', { ...BODY, session_id: undefined }, { token })).status).toBe(200);
});

test.each(['session', 'evaluate'])('it is to the token %s', async (name) => {
  const { status, text } = await stock.post('/v1/explain', BODY, { token: tokenOf(name) });
  expect([status, text]).toEqual([200, expect.stringContaining(HELD)]);
});

test('the session of another name does not exist', async () => {
  const { status, text } = await stock.post('/v1/explain', BODY, { token: tokenOf('other') });
  // Explained as an evaluation that would make it.
  expect(status).toBe(200);
  expect(text).not.toContain(HELD);
});

test.each([
  ['explain', 403],
  ['rest', 403],
  ['session', 403],
  ['fleet', 200],
  ['evaluate', 200],
])('the token %s gets %i for an explanation beside the facts of a fleet', async (name, status) => {
  const body = { ruleset: 'blocking', facts: [request(HELD.slice(1))] };
  const reply = await mounted.post('/v1/explain', body, { token: tokenOf(name) });
  const client = connect(mounted.address);
  const message = { ruleset: 'blocking', facts: [{ template: 'request', data_json: '{"agent":"a"}' }] };
  const call = client.call('Explain', message, { token: tokenOf(name) });
  if (status === 403) {
    expectRefused(reply, 'fleet');
    const refused = await refusal(call);
    expect([refused.code, infoOf(refused)['reason']]).toEqual([7, 'forbidden']);
  } else {
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining(HELD)]);
    expect((await call)['explanation_json']).toContain(HELD);
  }
  client.close();
});
