import { generateText, stepCountIs, tool, type ModelMessage } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aiSdkGate } from '../../agents/gate/adapters/ai-sdk.ts';
import { createGate, type GateOptions } from '../../agents/gate/gate.ts';
import { engine, FAULTS } from '../agents/gate/support/policy.ts';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that calls the tool until it sees a result of it. */
function modelOf(toolName: string): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool';
      return {
        content: isDone
          ? [{ type: 'text', text: 'finished' }]
          : [{ type: 'tool-call', toolCallId: 'call-1', toolName, input: '{"path":"/x"}' }],
        finishReason: { unified: isDone ? 'stop' : 'tool-calls', raw: 'x' },
        usage: USAGE,
        warnings: [],
      };
    },
  });
}

function agentOf(name: string, options: GateOptions = { engine }) {
  const runs: unknown[] = [];
  const adapter = aiSdkGate(createGate(options), { agent: 'a1' });
  const tools = adapter.tools({
    [name]: tool({
      inputSchema: z.object({ path: z.string(), depth: z.number().default(1) }),
      execute: async (input) => (runs.push(input), 'done'),
    }),
  });
  const model = modelOf(name);
  const generate = (messages: ModelMessage[]) =>
    generateText({ model, tools, messages, stopWhen: stepCountIs(3) });
  const seen = () => JSON.stringify(model.doGenerateCalls.at(-1)?.prompt.at(-1)?.content);
  return { runs, adapter, generate, seen };
}
const GO: ModelMessage[] = [{ role: 'user', content: 'go' }];

describe('AI SDK', () => {
  it('makes an allowed call', async () => {
    const { generate, runs } = agentOf('read');
    expect((await generate(GO)).text).toBe('finished');
    expect(runs).toEqual([{ path: '/x', depth: 1 }]);
  });

  it('shows the model why a call is denied, without an approval request', async () => {
    const { generate, runs, seen } = agentOf('remove');
    expect((await generate(GO)).text).toBe('finished');
    expect([seen(), runs]).toEqual([expect.stringContaining('nothing is removed'), []]);
  });

  it.each([
    ['approved', true, 1],
    ['rejected', false, 0],
    // An approval that only the messages contain does not count.
    [null, true, 0],
  ] as const)('waits for a person: %s at the gate, %s in the messages', async (state, approved, count) => {
    const { generate, adapter, runs } = agentOf('write');
    const first = await generate(GO);
    const request = first.content.find((part) => part.type === 'tool-approval-request');
    if (request === undefined) throw new Error('no approval was requested');
    expect(runs).toEqual([]);
    if (state !== null) await adapter.answered(request.toolCall, state, 'ann');
    const { approvalId } = request;
    await generate([
      ...GO,
      ...first.response.messages,
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] },
    ]);
    expect(runs).toHaveLength(count);
  });

  it.each(FAULTS)('does not make the call: %s', async (code, options, name) => {
    const { generate, runs, seen } = agentOf(name, options);
    await generate(GO);
    expect([seen(), runs]).toEqual([expect.stringContaining(code), []]);
  });
});
