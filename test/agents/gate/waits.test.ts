/** `gate.approvals.wait`, of a gate in its own process and of one over HTTP. */
import { expect, it, onTestFinished } from 'vitest';
import { createGate, openGate } from '../../../agents/gate/gate.ts';
import { memoryApprovals } from '../../../server/approvals/memory-approvals.ts';
import { StoredApprovals } from '../../../server/approvals/stored-approvals.ts';
import { gatewayOf, startApprovals } from '../../server/approvals/support.ts';
import { engine } from './support/policy.ts';

const call = (tool: string) => ({ agent: 'a1', tool, callId: 'c1', args: { path: 'a' } });

it('ends with the answer', async () => {
  const gate = createGate({ engine });
  const { approval = '' } = await gate.decide(call('write'));
  const waiting = gate.approvals.wait(approval);
  await gate.approvals.answer(approval, 'approved', 'ann', Date.now());
  expect(await waiting).toMatchObject({ id: approval, state: 'approved', by: 'ann' });
  expect(await gate.approvals.wait(approval)).toMatchObject({ state: 'approved' });
});

it('ends when its time is up, when it is stopped, and when there is nothing to wait for', async () => {
  const gate = createGate({ engine });
  const { approval = '' } = await gate.decide(call('write'));
  expect(await gate.approvals.wait(approval, { timeoutMs: 30 })).toMatchObject({ state: 'pending' });
  const stop = new AbortController();
  const waiting = gate.approvals.wait(approval, { signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
  expect(await gate.approvals.wait('none')).toBeNull();
});

it('ends when the approval expires', async () => {
  let now = 0;
  const gate = createGate({ engine, now: () => now });
  const { approval = '' } = await gate.decide(call('write'));
  now = 3_600_000;
  expect(await gate.approvals.wait(approval)).toBeNull();
});

it('waits at a service', async () => {
  const service = await startApprovals({});
  onTestFinished(() => service.close());
  const gate = await openGate(gatewayOf(service));
  const { approval = '' } = await gate.decide(call('write'));
  expect(await gate.approvals.wait(approval, { timeoutMs: 1_100 })).toMatchObject({ state: 'pending' });
  const waiting = gate.approvals.wait(approval);
  await gate.approvals.answer(approval, 'rejected', 'ann', Date.now());
  expect(await waiting).toMatchObject({ id: approval, state: 'rejected', by: 'ann' });
  expect(await gate.approvals.wait('none')).toBeNull();
  const stop = AbortSignal.timeout(50);
  const { approval: other = '' } = await gate.decide({ ...call('write'), callId: 'c2', agent: 'a2' });
  await expect(gate.approvals.wait(other, { signal: stop })).rejects.toThrow();
});

it('gets the state from a service that has begun to stop', async () => {
  const limits = { mostBytes: 1_000, mostPending: 10, mostBytesOfAll: 10_000 };
  const approvals = new StoredApprovals(memoryApprovals(), { lifetimeMs: 60_000, limits });
  const names = { requester: 'r', agent: 'a', session: null, server: null, tool: 't', callId: 'c' };
  const digests = { argsDigest: 'x', requestDigest: 'y', ruleset: 'g', rulesetHash: 'h' };
  const { approval } = await approvals.request({
    ...names,
    ...digests,
    request: '{}',
    reason: '',
    sensitive: null,
  });
  approvals.stop();
  expect(await approvals.wait(approval.id, 60_000, () => undefined)).toMatchObject({ state: 'pending' });
});
