import { describe, expect, it } from 'vitest';
import { openAiAgentsGate } from '../../../agents/gate/adapters/openai-agents.ts';
import { createGate } from '../../../agents/gate/gate.ts';
import { engine, FAULTS } from './support/policy.ts';

/** As the SDK hands it to a guardrail. */
const toolCall = (name: string, args = '{"path":"/x"}') => ({
  type: 'function_call' as const,
  callId: 'call_1',
  name,
  status: 'completed' as const,
  arguments: args,
});

describe('a function tool of OpenAI Agents', () => {
  const adapter = (options = {}) => openAiAgentsGate(createGate({ engine, ...options }), { agent: 'a1' });

  it('passes when allowed, without an approval request', async () => {
    const { guardrail, needsApproval } = adapter();
    expect(await needsApproval('read')({}, { path: '/x' }, 'call_1')).toBe(false);
    const { behavior, outputInfo } = await guardrail.run({ context: {}, toolCall: toolCall('read') });
    expect([behavior, outputInfo.verdict]).toEqual([{ type: 'allow' }, 'allow']);
  });

  it('is refused when denied, without an approval request', async () => {
    const { guardrail, needsApproval } = adapter();
    expect(await needsApproval('remove')({}, {}, 'call_1')).toBe(false);
    const { behavior } = await guardrail.run({ context: {}, toolCall: toolCall('remove') });
    expect(behavior).toEqual({
      type: 'rejectContent',
      message: expect.stringContaining(
        '{"denied":"nothing is removed","code":"deny","decision_id":"',
      ) as string,
    });
  });

  it('waits for a person when it is escalated; what the SDK remembers opens nothing', async () => {
    const { guardrail, needsApproval, answered } = adapter();
    const data = { context: {}, toolCall: toolCall('write') };
    expect(await needsApproval('write')({}, { path: '/x' }, 'call_1')).toBe(true);
    expect((await guardrail.run(data)).outputInfo.verdict).toBe('escalate');
    const interruption = { rawItem: data.toolCall };
    await expect(answered(interruption, {}, 'approved', 'a1')).rejects.toThrow('cannot decide it');
    expect((await answered(interruption, {}, 'approved', 'ann'))?.state).toBe('approved');
    expect((await guardrail.run(data)).behavior).toEqual({ type: 'allow' });
    expect(await answered(interruption, {}, 'approved', 'ann')).toBeNull();
    const other = { context: {}, toolCall: toolCall('write', '{"path":"/y"}') };
    expect((await guardrail.run(other)).outputInfo.verdict).toBe('escalate');
  });

  it('requests approval for a call without an id, and refuses arguments that are not JSON', async () => {
    const { guardrail, needsApproval, answered } = adapter();
    expect(await needsApproval('read')({}, {})).toBe(true);
    const { outputInfo } = await guardrail.run({ context: {}, toolCall: toolCall('read', '{"path"') });
    expect(outputInfo).toMatchObject({ verdict: 'deny', code: 'invalid_arguments' });
    expect(await answered({ rawItem: { type: 'hosted_tool_call' } }, {}, 'approved', 'ann')).toBeNull();
  });

  it('is called by whom the context says', async () => {
    const seen: string[] = [];
    const gate = createGate({ engine, onVerdict: (_verdict, { agent }) => void seen.push(agent) });
    const { guardrail } = openAiAgentsGate(gate, (context: { user: string }) => ({ agent: context.user }));
    await guardrail.run({ context: { user: 'u7' }, toolCall: toolCall('read') });
    expect(seen).toEqual(['u7']);
  });

  it.each(FAULTS)('is refused: %s', async (code, options, tool) => {
    const { guardrail, needsApproval } = openAiAgentsGate(createGate(options), { agent: 'a1' });
    expect(await needsApproval(tool)({}, {}, 'call_1')).toBe(false);
    const { behavior, outputInfo } = await guardrail.run({ context: {}, toolCall: toolCall(tool) });
    expect([behavior.type, outputInfo.code]).toEqual(['rejectContent', code]);
  });
});
