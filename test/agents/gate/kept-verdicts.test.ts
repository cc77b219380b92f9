/** SDKs ask before a call and again when they make it: one attempt is decided once. */
import { expect, it } from 'vitest';
import { aiSdkGate, CallRefused } from '../../../agents/gate/adapters/ai-sdk.ts';
import { openAiAgentsGate } from '../../../agents/gate/adapters/openai-agents.ts';
import { createGate, type ToolCall } from '../../../agents/gate/gate.ts';
import { engine } from './support/policy.ts';

function counting(now: () => number = Date.now) {
  const calls: ToolCall[] = [];
  const obligations = { redact: () => undefined };
  const gate = createGate({ engine, obligations, onVerdict: (_, call) => void calls.push(call) });
  const tool = aiSdkGate(gate, { agent: 'a1', session: 's1' }, now);
  const read = tool.tool('read', { execute: async (input: unknown) => input });
  const write = tool.tool('write', { execute: async (input: unknown) => input });
  return { gate, calls, read, write, ai: tool };
}
type Asks = (input: unknown, call: object) => Promise<boolean>;
const asks = (tool: object): Asks => (tool as { readonly needsApproval: Asks }).needsApproval;
const call = { toolCallId: 'c1', messages: [] };

it('AI SDK: the verdict of an attempt is for its whole call and is used once', async () => {
  const { calls, read } = counting();
  const execute = read.execute as (input: unknown, call: object) => Promise<unknown>;
  await asks(read)({ path: 'a' }, call);
  await execute({ path: 'a' }, call);
  expect(calls).toHaveLength(1);
  // A model repeats the ids of its calls.
  await execute({ path: 'a' }, call);
  expect(calls).toHaveLength(2);
  await asks(read)({ path: 'a' }, call);
  await execute({ path: 'b' }, call);
  expect(calls).toHaveLength(4);
});

it('AI SDK: a verdict is not kept for long, nor over what the rules learned since', async () => {
  let now = 0;
  const { calls, read } = counting(() => now);
  const execute = read.execute as (input: unknown, call: object) => Promise<unknown>;
  await asks(read)({ path: 'a' }, call);
  now = 60_000;
  await execute({ path: 'a' }, call);
  expect(calls).toHaveLength(2);
  await asks(read)({ path: 'b' }, call);
  // The result of another call is observed in between.
  await execute({ path: 'c' }, { ...call, toolCallId: 'c2' });
  await execute({ path: 'b' }, call);
  expect(calls).toHaveLength(5);
});

it('AI SDK: what a person must approve is decided again when it is made', async () => {
  const { gate, calls, write, ai } = counting();
  const execute = write.execute as (input: unknown, call: object) => Promise<unknown>;
  expect(await asks(write)({ path: 'a' }, call)).toBe(true);
  await expect(execute({ path: 'a' }, call)).rejects.toThrow(CallRefused);
  expect(calls).toHaveLength(2);
  const asked = { toolCallId: 'c1', toolName: 'write', input: { path: 'a' } };
  expect(await ai.answered(asked, 'approved', 'ann')).toMatchObject({ state: 'approved' });
  expect(await asks(write)({ path: 'a' }, call)).toBe(true);
  expect(await execute({ path: 'a' }, call)).toEqual({ path: 'a' });
  expect(gate.approvals).toBeDefined();
});

it('OpenAI Agents: an attempt is decided once', async () => {
  const { gate, calls } = counting();
  const openAi = openAiAgentsGate(gate, { agent: 'a1', session: 's1' });
  const toolCall = { name: 'read', callId: 'c1', arguments: '{"path": "a"}' };
  expect(await openAi.needsApproval('read')(null, { path: 'a' }, 'c1')).toBe(false);
  const { behavior } = await openAi.guardrail.run({ context: null, toolCall });
  expect([behavior, calls.length]).toEqual([{ type: 'allow' }, 1]);
  await openAi.guardrail.run({ context: null, toolCall });
  expect(calls).toHaveLength(2);
});
