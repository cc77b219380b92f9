import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { readRecords, temporaryFolder } from '../../evidence/support.ts';
import { createEmbedded, createPostgres } from '../runs/support/databases.ts';
import type { TestService } from '../support/service.ts';
import { callOf, startApprovals, tokenOf } from './support.ts';

const as = (name: string) => ({ token: tokenOf(name) });

async function escalated(service: TestService): Promise<string> {
  const { json } = await service.post('/v1/calls', callOf('write'), as('gateway'));
  return (json['approval'] as { readonly id: string }).id;
}

async function start(...of: Parameters<typeof startApprovals>): Promise<TestService> {
  const service = await startApprovals(...of);
  onTestFinished(() => service.close());
  return service;
}

test('an expired approval can no longer be given', async () => {
  const service = await start({ SERVICE_APPROVAL_SECONDS: '1' });
  const id = await escalated(service);
  const state = async (): Promise<unknown> =>
    (await service.request('GET', `/v1/approvals/${id}`, as('ann'))).json['state'];
  while ((await state()) === 'pending') await sleep(50);
  expect(await state()).toBe('expired');
  const { status, json } = await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
  expect([status, json]).toEqual([409, { error: 'approval_not_pending', detail: 'the approval is expired' }]);
  expect(await escalated(service)).not.toBe(id);
});

test('approvals outlive the service', async () => {
  const database = await createEmbedded();
  onTestFinished(() => database.drop());
  const first = await startApprovals(database.settings);
  const id = await escalated(first);
  await first.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
  await first.close();
  const second = await start(database.settings);
  const { json } = await second.post('/v1/calls', callOf('write'), as('gateway'));
  expect(json).toMatchObject({ decision: 'allow', approval: { id } });
});

test('servers on one database share them, and wait for each other’s decisions', async () => {
  const database = await createPostgres();
  onTestFinished(() => database.drop());
  const [a, b] = [await start(database.settings), await start(database.settings)];
  const id = await escalated(a);
  const waiting = a.request('GET', `/v1/approvals/${id}?wait=60`, as('gateway'));
  expect((await b.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'))).status).toBe(200);
  expect((await waiting).json['state']).toBe('approved');
  expect((await b.post('/v1/calls', callOf('write'), as('gateway'))).json['decision']).toBe('allow');
});

test('a service that stops ends the waits, with the state of the approval', async () => {
  const service = await startApprovals({});
  const id = await escalated(service);
  const waiting = service.request('GET', `/v1/approvals/${id}?wait=60`, as('gateway'));
  // The wait has begun once a later request returns.
  await service.request('GET', `/v1/approvals/${id}?wait=1`, as('gateway'));
  await service.close();
  expect(await waiting).toMatchObject({
    status: 503,
    json: { error: 'shutting_down', id, state: 'pending', tool: 'write' },
  });
});

test('a mounted service decides calls, but has no sessions', async () => {
  const service = await start({}, 'gate.yaml');
  const id = await escalated(service);
  await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
  expect((await service.post('/v1/calls', callOf('write'), as('gateway'))).json['decision']).toBe('allow');
  const { status, json } = await service.post('/v1/calls', callOf('read', { session: 's' }), as('gateway'));
  expect([status, json['error']]).toEqual([400, 'sessions_unavailable']);
});

test('without its store a call that needs an approval gets no verdict', async () => {
  const service = await start({
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
    SERVICE_SESSIONS: 'memory',
  });
  const { status, json } = await service.post('/v1/calls', callOf('write'), as('gateway'));
  expect([status, json['error']]).toEqual([503, 'store_unavailable']);
  expect((await service.post('/v1/calls', callOf('read'), as('gateway'))).json['decision']).toBe('allow');
});

describe('the decision log', () => {
  test('records denials that the rules did not make', async () => {
    const log = join(await temporaryFolder(), 'log');
    const service = await startApprovals({ SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' });
    const decide = async (more: object): Promise<unknown> =>
      (await service.post('/v1/calls', callOf('write', more), as('gateway'))).json['decision_id'];
    const given = await escalated(service);
    await service.post(`/v1/approvals/${given}`, { decision: 'approved' }, as('ann'));
    const unhandled = await decide({ supported_obligations: [] });
    await decide({});
    const { json } = await service.post('/v1/calls', callOf('write', { agent: 'a2' }), as('gateway'));
    const { id: refused } = json['approval'] as { readonly id: string };
    await service.post(`/v1/approvals/${refused}`, { decision: 'rejected' }, as('ann'));
    const rejected = await decide({ agent: 'a2' });
    await service.close();
    const denied = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'denied');
    expect(
      denied.map(({ actor, decision_id, code, approval }) => [actor, decision_id, code, approval]),
    ).toEqual([
      ['gateway', unhandled, 'unhandled_obligation', given],
      ['gateway', rejected, 'approval_refused', refused],
    ]);
    expect((await runCli(['replay', log])).code).toBe(0);
  });

  test.each(['', 'a'.repeat(501), 7])(
    'a reason that is not 1 to 500 characters is refused',
    async (reason) => {
      const service = await startApprovals({ SERVICE_WORKERS: '1' });
      onTestFinished(() => service.close());
      const id = await escalated(service);
      const { status } = await service.post(
        `/v1/approvals/${id}`,
        { decision: 'approved', reason },
        as('ann'),
      );
      expect(status).toBe(422);
      const { json } = await service.request('GET', `/v1/approvals/${id}`, as('ann'));
      expect(json['state']).toBe('pending');
    },
  );

  test('records requester, approver, use and fact; replay gives the same result', async () => {
    const log = join(await temporaryFolder(), 'log');
    const service = await startApprovals({ SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' });
    const id = await escalated(service);
    const answer = { decision: 'approved', reason: 'the plan of today' };
    await service.post(`/v1/approvals/${id}`, answer, as('ann'));
    await service.post('/v1/calls', callOf('write'), as('gateway'));
    await service.close();
    const decisions = (await readRecords(log, 'worker-0')).filter(({ kind }) => kind === 'decision');
    expect(decisions.map(({ decision, host_input }) => [decision, host_input])).toEqual([
      ['escalate', undefined],
      ['escalate', undefined],
      ['allow', [{ template: 'approval', data: expect.objectContaining({ id, approver: 'ann' }) as object }]],
    ]);
    const approvals = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'approval');
    expect(approvals.map(({ operation, actor, approval }) => [operation, actor, approval])).toEqual([
      ['request', 'gateway', id],
      ['approved', 'ann', id],
      ['use', 'gateway', id],
    ]);
    expect(approvals.map((one) => one['answer_reason'])).toEqual([undefined, 'the plan of today', undefined]);
    const replay = await runCli(['replay', log]);
    expect([replay.code, replay.out]).toEqual([0, '3 evaluated again, 0 differences\n']);
  });
});
