import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../../agents/gate/call.ts';
import { full } from '../../full.ts';
import { DATABASES, type TestDatabase } from '../runs/support/databases.ts';
import type { Reply, TestService } from '../support/service.ts';
import { callOf, POLICY, startApprovals, tokenOf } from './support.ts';

interface Waits {
  readonly id: string;
  readonly state: string;
}

describe.each(DATABASES.slice(0, full(2, 1)))('approvals in %s', (_kind, create) => {
  let database: TestDatabase;
  let service: TestService;
  let agents = 0;

  beforeAll(async () => {
    database = await create();
    service = await startApprovals(database.settings);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
  });

  const as = (name: string) => ({ token: tokenOf(name) });
  const decide = (call: object, by = 'gateway'): Promise<Reply> => service.post('/v1/calls', call, as(by));
  const answer = (id: string, decision: string, by: string): Promise<Reply> =>
    service.post(`/v1/approvals/${id}`, { decision }, as(by));
  /** Every test has an agent of its own. */
  const fresh = (tool = 'write') => callOf(tool, { agent: `agent-${++agents}` });
  async function escalated(call: object): Promise<string> {
    const { status, json } = await decide(call);
    expect([status, json['decision']]).toEqual([200, 'escalate']);
    const approval = json['approval'] as Waits;
    expect(approval.state).toBe('pending');
    return approval.id;
  }

  test('what needs none is decided at once', async () => {
    const { status, json } = await decide(fresh('read'));
    expect([status, json]).toEqual([
      200,
      {
        decision: 'allow',
        reason: 'reading is fine',
        metadata: { code: 'ok' },
        obligations: [],
        rule_trace: ['MAIN::read'],
        decision_id: expect.any(String) as string,
        ruleset_hash: expect.stringMatching(/^sha256:/) as string,
      },
    ]);
    expect((await decide(fresh('delete'))).json['decision']).toBe('deny');
  });

  test('an approved call is evaluated again with the approval as a fact, and uses it up', async () => {
    const call = fresh();
    const id = await escalated(call);
    expect(await escalated(call)).toBe(id);
    const read = await service.request('GET', `/v1/approvals/${id}`, as('ann'));
    expect(read.json).toMatchObject({
      id,
      state: 'pending',
      requester: 'gateway',
      agent: call['agent'],
      session: null,
      tool: 'write',
      args: { path: '/x', size: 1.5 },
      args_digest: digestOf({ size: 1.5, path: '/x' }),
      ruleset: 'gate',
      call_id: 'c1',
      reason: 'a person decides',
      answered_by: null,
      used_by: null,
    });
    expect((await answer(id, 'approved', 'ann')).json).toMatchObject({
      state: 'approved',
      answered_by: 'ann',
    });
    const allowed = (await decide(call)).json;
    expect(allowed).toMatchObject({
      decision: 'allow',
      reason: 'ann approved',
      obligations: [{ type: 'notify', properties: { to: 'ops' } }],
      approval: { id, state: 'approved' },
    });
    // The same call again, as a run that is resumed makes it.
    expect((await decide(call)).json).toMatchObject({ decision: 'allow', approval: { id } });
    const used = await service.request('GET', `/v1/approvals/${id}`, as('gateway'));
    expect(used.json['used_by']).toBe('c1');
    // Another caller requests its own.
    const next = await decide({ ...call, call: { id: 'c2', args: { path: '/x', size: 1.5 } } });
    expect(next.json).toMatchObject({ decision: 'escalate', approval: { state: 'pending' } });
    expect((next.json['approval'] as Waits).id).not.toBe(id);
  });

  test.each<[string, object]>([
    ['other arguments', { call: { id: 'c1', args: { path: '/y', size: 1.5 } } }],
    ['another agent', { agent: 'somebody-else' }],
    ['another session', { session: 'approvals-s1' }],
    ['another server of tools', { tool: { name: 'write', server: 'mcp' } }],
  ])('it opens nothing for %s', async (_what, other) => {
    const call = fresh();
    await answer(await escalated(call), 'approved', 'ann');
    expect((await decide({ ...call, ...other })).json['decision']).toBe('escalate');
    expect((await decide(call)).json['decision']).toBe('allow');
  });

  test('nor for the token of another caller, nor for another version of the ruleset', async () => {
    const call = fresh();
    await answer(await escalated(call), 'approved', 'ann');
    expect((await decide(call, 'other')).json['decision']).toBe('escalate');
    await service.write('gate.yaml', `${POLICY}# changed ${agents}\n`);
    expect((await decide(call)).json['decision']).toBe('escalate');
    await service.write('gate.yaml', POLICY);
  });

  test('equal arguments have one digest however they are written', async () => {
    const call = fresh();
    await answer(await escalated(call), 'approved', 'ann');
    const text = JSON.stringify(call).replace(
      '{"path":"/x","size":1.5}',
      '{"size":15.0e-1, "path":"\\u002fx"}',
    );
    const again = await service.post('/v1/calls', text, as('gateway'));
    expect(again.json['decision']).toBe('allow');
  });

  test('of two calls at once one has it', async () => {
    const call = fresh();
    await answer(await escalated(call), 'approved', 'ann');
    const calls = ['c1', 'c2', 'c3', 'c4'].map((id) => ({
      ...call,
      call: { id, args: { path: '/x', size: 1.5 } },
    }));
    const answers = await Promise.all(calls.map((each) => decide(each)));
    const allowed = answers.filter(({ json }) => json['decision'] === 'allow');
    expect(allowed).toHaveLength(1);
    for (const { json } of answers) expect(['allow', 'deny', 'escalate']).toContain(json['decision']);
  });

  test('a rejected call is refused, and so is one that the rules deny with its approval', async () => {
    const call = fresh();
    expect((await answer(await escalated(call), 'rejected', 'ann')).json['state']).toBe('rejected');
    expect((await decide(call)).json).toMatchObject({
      decision: 'deny',
      code: 'approval_refused',
      reason: 'ann rejected the call',
      obligations: [],
    });
    const payment = fresh('pay');
    const id = await escalated(payment);
    await answer(id, 'approved', 'ann');
    expect((await decide(payment)).json).toMatchObject({ decision: 'deny', reason: 'not even so' });
    // Only an allow uses it up.
    const read = await service.request('GET', `/v1/approvals/${id}`, as('ann'));
    expect(read.json['used_by']).toBeNull();
  });

  test('a requester never approves, whatever its roles', async () => {
    const call = fresh();
    const { json } = await decide(call, 'bob');
    const { id } = json['approval'] as Waits;
    const refused = await answer(id, 'approved', 'bob');
    expect([refused.status, refused.json['error']]).toEqual([403, 'approval_by_requester']);
    // Nor does the subject that calls.
    const byAnn = await decide({ ...fresh(), agent: 'ann' });
    const asAgent = await answer((byAnn.json['approval'] as Waits).id, 'approved', 'ann');
    expect([asAgent.status, asAgent.json['error']]).toEqual([403, 'approval_by_requester']);
    expect((await decide(call, 'bob')).json['decision']).toBe('escalate');
  });

  test.each([
    ['gateway', 403, 'forbidden'],
    ['narrow', 404, 'approval_not_found'],
  ])('nor does %s', async (name, status, error) => {
    const reply = await answer(await escalated(fresh()), 'approved', name);
    expect([reply.status, reply.json['error']]).toEqual([status, error]);
  });

  test('an approval is decided once, with a valid decision, and must exist', async () => {
    const id = await escalated(fresh());
    const maybe = await answer(id, 'maybe', 'ann');
    expect([maybe.status, maybe.json['error']]).toEqual([422, 'validation_error']);
    await answer(id, 'rejected', 'ann');
    const again = await answer(id, 'approved', 'ann');
    expect([again.status, again.json]).toEqual([
      409,
      { error: 'approval_not_pending', detail: 'the approval is rejected' },
    ]);
    for (const reply of [
      await answer('nothing', 'approved', 'ann'),
      await service.request('GET', '/v1/approvals/nothing', as('ann')),
    ])
      expect([reply.status, reply.json['error']]).toEqual([404, 'approval_not_found']);
  });

  test('a caller that neither requested it nor can decide it does not see it', async () => {
    const id = await escalated(fresh());
    const read = (name: string): Promise<Reply> => service.request('GET', `/v1/approvals/${id}`, as(name));
    expect((await read('gateway')).status).toBe(200);
    for (const name of ['other', 'narrow']) expect((await read(name)).status).toBe(404);
    expect((await service.request('GET', '/v1/approvals', as('gateway'))).status).toBe(403);
    const narrow = await service.request('GET', '/v1/approvals', as('narrow'));
    expect(narrow.json).toEqual({ approvals: [] });
  });

  test('they are listed by state, oldest first', async () => {
    const ids = [await escalated(fresh()), await escalated(fresh())];
    await answer(ids[0] ?? '', 'approved', 'ann');
    const list = async (query: string) =>
      (await service.request('GET', `/v1/approvals${query}`, as('ann'))).json['approvals'] as Waits[];
    const all = (await list('?limit=1000')).map(({ id }) => id);
    expect(all.slice(-2)).toEqual(ids);
    expect((await list('?state=approved')).map(({ id }) => id)).toContain(ids[0]);
    expect((await list('?state=pending')).map(({ id }) => id)).not.toContain(ids[0]);
    expect(await list('?limit=1')).toHaveLength(1);
    for (const query of ['?limit=0', '?limit=x', '?state=open', '?other=1'])
      expect((await service.request('GET', `/v1/approvals${query}`, as('ann'))).status).toBe(422);
  });

  test('a wait ends with the answer, or when its time is up', async () => {
    const id = await escalated(fresh());
    const waiting = service.request('GET', `/v1/approvals/${id}?wait=60`, as('gateway'));
    const over = await service.request('GET', `/v1/approvals/${id}?wait=1`, as('gateway'));
    expect(over.json['state']).toBe('pending');
    await answer(id, 'approved', 'ann');
    expect((await waiting).json['state']).toBe('approved');
    expect((await service.request('GET', `/v1/approvals/${id}?wait=61`, as('gateway'))).status).toBe(422);
  });

  test.each<[string, object, string]>([
    ['no arguments', { call: { id: 'c1' } }, 'call.args'],
    ['an empty id', { call: { id: '', args: {} } }, 'call.id'],
    ['no agent', { agent: undefined }, 'agent'],
    ['a session that is not a name', { session: 'a b' }, 'session'],
    ['a key that is unknown', { approval: { by: 'ann' } }, 'approval'],
  ])('a call with %s is refused', async (_what, more, field) => {
    const { status, json } = await decide({ ...fresh(), ...more });
    expect([status, json['error'], json['field']]).toEqual([422, 'validation_error', field]);
  });

  test('and so is one with an integer that programs read differently', async () => {
    const text = JSON.stringify(fresh()).replace('1.5', '[9007199254740993]');
    const { status, json } = await service.post('/v1/calls', text, as('gateway'));
    expect([status, json['field']]).toEqual([422, 'call.args']);
    const longer = text.replace('9007199254740993', '123456789012345678901234567890');
    expect((await service.post('/v1/calls', longer, as('gateway'))).status).toBe(422);
  });

  test.each<[string, string, string, number, string | undefined]>([
    ['arguments that are not Unicode', '"/x"', '"\\ud800"', 422, 'call.args'],
    ['a number that no digest can hold', '1.5', '1e99999999999999999999', 422, 'call.args'],
    ['2^53', '1.5', '9007199254740992', 422, 'call.args'],
    ['an integer that loses digits as a double', '1.5', '1152921504606847000', 422, 'call.args'],
    ['such an integer with a point', '1.5', '9007199254740993.0', 422, 'call.args'],
    ['a key twice', '1.5', '1.5,"\\u0073ize":2', 400, undefined],
    ['an agent that no database takes', '"agent":"', '"agent":"\\u0000', 400, undefined],
    ['an id of no Unicode', '"id":"c1', '"id":"c1\\udfff', 400, undefined],
  ])('nor is a call with %s decided', async (_what, from, to, status, field) => {
    const text = JSON.stringify(fresh()).replace(from, to);
    const refused = await service.post('/v1/calls', text, as('gateway'));
    expect([refused.status, refused.json['decision'], refused.json['field']]).toEqual([
      status,
      undefined,
      field,
    ]);
  });

  test('an approval of no possible name is not found', async () => {
    const { status, json } = await service.request('GET', '/v1/approvals/a%00b', as('ann'));
    expect([status, json['error']]).toEqual([404, 'approval_not_found']);
  });

  test('a session that must be there is not made', async () => {
    const required = (session: string) => decide(callOf('read', { session, session_mode: 'require' }));
    expect(await required('not-yet')).toMatchObject({ status: 404, json: { error: 'session_not_found' } });
    expect(await decide(callOf('read', { session: 'not-yet' }))).toMatchObject({ status: 200 });
    expect(await required('not-yet')).toMatchObject({ status: 200 });
    const other = await decide(callOf('read', { session: 'not-yet', session_mode: 'create' }));
    expect(other).toMatchObject({ status: 422, json: { field: 'session_mode' } });
  });

  test('a gate in observe mode requests no approval', async () => {
    const { json } = await decide({ ...fresh(), mode: 'observe' });
    expect(json['decision']).toBe('escalate');
    expect(json).not.toHaveProperty('approval');
  });

  test('a caller cannot forge one', async () => {
    const approval = { template: 'approval', data: { id: 'x', approver: 'ann' } };
    const body = { ruleset: 'gate', facts: [approval], input: null };
    const { status, json } = await service.post('/v1/evaluate', body, as('gateway'));
    expect([status, json['error']]).toEqual([409, 'scope_error']);
  });
});
