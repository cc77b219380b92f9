import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { AIMessage, createAgent, createMiddleware, fakeModel, tool, ToolMessage } from 'langchain';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { langChainGate } from '../../agents/gate/adapters/langchain.ts';
import { createGate, type GateOptions } from '../../agents/gate/gate.ts';
import { engine, FAULTS } from '../agents/gate/support/policy.ts';

/** An agent that calls one tool and is then done. */
function agentOf(name: string, options: GateOptions = { engine }) {
  const runs: unknown[] = [];
  const tools = [
    tool((input: { path: string }) => (runs.push(input), 'done'), {
      name,
      description: name,
      schema: z.object({ path: z.string() }),
    }),
  ];
  const model = fakeModel()
    .respond(
      new AIMessage({
        content: '',
        tool_calls: [{ name, args: { path: '/x' }, id: 'call_1', type: 'tool_call' }],
      }),
    )
    .respond(new AIMessage('finished'));
  const gate = langChainGate(createGate(options), { agent: 'a1' }, { interrupt, ToolMessage });
  const agent = createAgent({
    model,
    tools,
    middleware: [createMiddleware(gate)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: 't1' } };
  return {
    runs,
    start: () => agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, config),
    resume: (answer: object) => agent.invoke(new Command({ resume: answer }), config),
  };
}
const toolText = ({ messages }: { messages: readonly { content: unknown }[] }) => messages.at(-2)?.content;

describe('LangChain', () => {
  it('makes an allowed call', async () => {
    const { start, runs } = agentOf('read');
    expect([toolText(await start()), runs]).toEqual(['done', [{ path: '/x' }]]);
  });

  it('shows the model why a call is denied', async () => {
    const { start, runs } = agentOf('remove');
    expect([toolText(await start()), runs]).toEqual([expect.stringContaining('nothing is removed'), []]);
  });

  it.each([
    ['approved', 'done', 1],
    ['rejected', expect.stringContaining('ann rejected'), 0],
  ])('waits for a person: %s', async (decision, text, count) => {
    const { start, resume, runs } = agentOf('write');
    const waiting = (await start()) as { __interrupt__?: readonly { value?: unknown }[] };
    expect(waiting.__interrupt__?.map(({ value }) => value)).toMatchObject([
      { type: 'ferrule_approval', tool: 'write' },
    ]);
    expect(runs).toEqual([]);
    expect([toolText(await resume({ decision, by: 'ann' })), runs.length]).toEqual([text, count]);
  });

  it.each(FAULTS)('does not make the call: %s', async (code, options, name) => {
    const { start, runs } = agentOf(name, options);
    expect([toolText(await start()), runs]).toEqual([expect.stringContaining(code), []]);
  });
});
