/** An approver sees exactly what is digested, without a service: the gate in its own process, and the MCP proxy. */
import { describe, expect, it } from 'vitest';
import { createGate, type ToolCall } from '../../../agents/gate/gate.ts';
import { createPolicy } from '../../../agents/mcp/policy.ts';
import { Engine } from '../../../library/node/engine.ts';
import { changed, digest, leaves, POLICY, type Json } from './bound-support.ts';

const engine = await Engine.fromSources([{ path: 'ask.yaml', text: POLICY }]);

describe('a gate in its own process', () => {
  const call: ToolCall = {
    agent: 'a1',
    session: 's1',
    tool: 'write',
    server: 'files',
    annotations: { readOnlyHint: false },
    callId: 'c1',
    args: { path: '/x', list: [1, 'two'] },
  };

  it('shows what it digests, and opens nothing with another value', async () => {
    const gate = createGate({ engine });
    const { approval = '' } = await gate.decide(call);
    const record = await gate.approvals.find(approval);
    const { agent, session, server, annotations, args } = call;
    const tool = { name: 'write', server, annotations };
    expect(record?.request).toEqual({ agent, session, tool, call: { args } });
    expect(record?.requestDigest).toBe(digest(record?.request));
    await gate.approvals.answer(approval, 'approved', 'ann', Date.now());
    for (const path of leaves(call).filter((each) => each !== 'callId')) {
      const other = changed(call as unknown as Json, path) as unknown as ToolCall;
      expect([path, (await gate.decide(other)).verdict]).toEqual([path, 'escalate']);
    }
    expect((await gate.decide({ ...call, callId: 'c2' })).verdict).toBe('allow');
    expect((await gate.decide({ ...call, callId: 'c3' })).verdict).toBe('escalate');
  });

  it('requests no approval of arguments that are too large or not JSON', async () => {
    const gate = createGate({ engine });
    const large = await gate.decide({ ...call, args: { text: 'x'.repeat(70_000) } });
    expect(large).toMatchObject({ verdict: 'deny', code: 'approval_refused' });
    const hints = { when: new Date() };
    const odd = await gate.decide({ ...call, annotations: hints });
    expect(odd.verdict).toBe('deny');
  });

  it('the MCP proxy binds the hints of the tool', async () => {
    const caller = { agent: 'a1', session: 's1', server: 'files' };
    const policy = createPolicy({ engine }, caller);
    const tool = { name: 'write', annotations: { readOnlyHint: true } };
    const { approval = '' } = await policy.decide('write', tool, { path: '/x' }, 'c1');
    const record = await policy.gate.approvals.find(approval);
    expect(record?.request).toMatchObject({
      agent: 'a1',
      session: 's1',
      tool: { name: 'write', server: 'files', annotations: { readOnlyHint: true } },
      call: { args: { path: '/x' } },
    });
    expect(record?.requestDigest).toBe(digest(record?.request));
    await policy.gate.approvals.answer(approval, 'approved', 'ann', Date.now());
    const other = { name: 'write', annotations: { readOnlyHint: false } };
    expect((await policy.decide('write', other, { path: '/x' }, 'c2')).verdict).toBe('escalate');
    expect((await policy.decide('write', tool, { path: '/x' }, 'c3')).verdict).toBe('allow');
  });
});
