import { Agent, Runner, RunState, setTracingDisabled, tool, Usage, type Model } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openAiAgentsGate } from '../../agents/gate/adapters/openai-agents.ts';
import { createGate, type GateOptions } from '../../agents/gate/gate.ts';
import { engine, FAULTS } from '../agents/gate/support/policy.ts';

setTracingDisabled(true);

/** A model that calls the tool until it sees a result of it; `seen` is what it saw. */
function modelOf(name: string, args: string, seen: string[]): Model {
  return {
    async getResponse({ input }) {
      const items = typeof input === 'string' ? [] : input;
      const result = items.find((item) => item.type === 'function_call_result');
      if (result !== undefined) seen.push(JSON.stringify(result.output));
      const output =
        result === undefined
          ? {
              type: 'function_call' as const,
              callId: 'call_1',
              name,
              status: 'completed' as const,
              arguments: args,
            }
          : {
              type: 'message' as const,
              role: 'assistant' as const,
              status: 'completed' as const,
              content: [{ type: 'output_text' as const, text: 'finished' }],
            };
      return { usage: new Usage(), output: [output] };
    },
    async *getStreamedResponse() {},
  };
}

function agentOf(name: string, options: GateOptions = { engine }, args = '{"path":"/x"}') {
  const runs: unknown[] = [];
  const seen: string[] = [];
  const adapter = openAiAgentsGate(createGate(options), { agent: 'a1' });
  const agent = new Agent({
    name: 'a1',
    model: modelOf(name, args, seen),
    tools: [
      tool({
        name,
        description: name,
        parameters: z.object({ path: z.string(), depth: z.number().default(1) }),
        execute: async (input) => (runs.push(input), 'done'),
        needsApproval: adapter.needsApproval(name),
        inputGuardrails: [adapter.guardrail],
      }),
    ],
  });
  return { agent, adapter, runs, seen, runner: new Runner() };
}

describe('OpenAI Agents', () => {
  it('makes an allowed call', async () => {
    const { agent, runner, runs } = agentOf('read');
    expect((await runner.run(agent, 'go')).finalOutput).toBe('finished');
    expect(runs).toEqual([{ path: '/x', depth: 1 }]);
  });

  it('shows the model why a call is denied, before an approval request', async () => {
    const { agent, runner, runs, seen } = agentOf('remove');
    const result = await runner.run(agent, 'go');
    expect([result.interruptions, runs]).toEqual([[], []]);
    expect(seen).toEqual([expect.stringContaining('nothing is removed')]);
  });

  it.each([
    ['approved', 1],
    ['rejected', 0],
    // An approval that only the state of the SDK contains does not count.
    [null, 0],
  ] as const)('waits for a person: %s at the gate', async (state, count) => {
    const { agent, runner, runs, adapter } = agentOf('write');
    const waiting = await runner.run(agent, 'go');
    const [interruption] = waiting.interruptions;
    if (interruption === undefined) throw new Error('no approval was requested');
    expect(runs).toEqual([]);
    const held = await RunState.fromString(agent, waiting.state.toString());
    if (state !== null) await adapter.answered(interruption, waiting.state._context, state, 'ann');
    if (state === 'rejected') held.reject(held.getInterruptions()[0]!);
    else held.approve(held.getInterruptions()[0]!, { alwaysApprove: true });
    expect((await runner.run(agent, held)).finalOutput).toBe('finished');
    expect(runs).toHaveLength(count);
  });

  it('makes no call with invalid JSON as arguments, even if approved', async () => {
    const { agent, runner, runs } = agentOf('read', { engine }, '{"path"');
    const waiting = await runner.run(agent, 'go');
    for (const interruption of waiting.interruptions) waiting.state.approve(interruption);
    await runner.run(agent, waiting.state);
    expect(runs).toEqual([]);
  });

  it.each(FAULTS)('does not make the call: %s', async (code, options, name) => {
    const { agent, runner, runs, seen } = agentOf(name, options);
    await runner.run(agent, 'go');
    expect([seen, runs]).toEqual([[expect.stringContaining(code)], []]);
  });
});
