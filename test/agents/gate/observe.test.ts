import { describe, expect, it } from 'vitest';
import { aiSdkGate } from '../../../agents/gate/adapters/ai-sdk.ts';
import { claudeAgentHooks } from '../../../agents/gate/adapters/claude-agent.ts';
import { langChainGate } from '../../../agents/gate/adapters/langchain.ts';
import { openAiAgentsGate } from '../../../agents/gate/adapters/openai-agents.ts';
import type { Caller } from '../../../agents/gate/caller.ts';
import { createGate, type Gate, type Observation } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';
import { engine as withoutObservations, POLICY } from './support/policy.ts';

const engine = await Engine.fromSources([
  {
    path: 'gate.yaml',
    text: `${POLICY}
  - name: tainted
    when: [{ template: observation }, { template: call }]
    then: { action: deny, reason: "the session has seen something" }
---
templates:
  - name: observation
    slots: [{ name: session, type: string }, { name: source, type: symbol }]
`,
  },
]);
const CALLER: Caller = { agent: 'a1', session: 's1' };
const toolCall = { type: 'function_call', callId: 'call_1', name: 'read', arguments: '{}' };
const event = { session_id: 's1', tool_name: 'read', tool_use_id: 'call_1', tool_input: {} };

/** Result of each adapter when the tool `read` has returned `done`. */
const ADAPTERS: readonly (readonly [string, (gate: Gate, caller?: Caller) => Promise<unknown>])[] = [
  [
    'AI SDK',
    async (gate, caller = CALLER) => {
      const tool = aiSdkGate(gate, caller).tool('read', {
        execute: async (_input: object, _call: object) => 'done',
      });
      return tool.execute({}, { toolCallId: 'call_1' });
    },
  ],
  [
    'LangChain',
    (gate, caller = CALLER) => {
      const parts = { interrupt: () => undefined, ToolMessage: Object };
      const request = { toolCall: { name: 'read', args: {}, id: 'call_1' } };
      return langChainGate(gate, caller, parts).wrapToolCall(request, async () => 'done');
    },
  ],
  [
    'OpenAI Agents',
    async (gate, caller = CALLER) => {
      const { observer } = openAiAgentsGate(gate, caller);
      const { behavior } = await observer.run({ context: {}, toolCall, output: 'done' });
      if (behavior.type !== 'allow') throw new Error('the run ends');
      return 'done';
    },
  ],
  [
    'Claude Agent SDK',
    async (gate) => {
      const [matcher] = claudeAgentHooks(gate, CALLER).PostToolUse;
      const answer = await matcher?.hooks[0]?.({
        ...event,
        hook_event_name: 'PostToolUse',
        tool_response: 'done',
      });
      if (answer?.continue !== true) throw new Error('the session ends');
      return 'done';
    },
  ],
];

/** Its events name the session of every call. */
const NAMING = 'Claude Agent SDK';

it.each(ADAPTERS.filter(([name]) => name !== NAMING))(
  'what came back from a call of %s is of the session of the gate',
  async (_name, run) => {
    const gate = createGate({ engine, session: 's1' });
    expect(await run(gate, { agent: 'a1' })).toBe('done');
    const next = { agent: 'a1', tool: 'read', callId: 'call_2', args: {} };
    expect((await gate.decide(next)).verdict).toBe('deny');
    expect((await gate.decide({ ...next, session: 's2' })).verdict).toBe('allow');
  },
);

it('what came back from a call of no session is of no matter to others', async () => {
  const gate = createGate({ engine });
  await gate.observe({ tool: 'read', callId: 'call_1', result: 'done' });
  expect((await gate.decide({ agent: 'a1', tool: 'read', callId: 'call_2', args: {} })).verdict).toBe(
    'allow',
  );
});

describe.each(ADAPTERS)('what came back from a call of %s', (_name, run) => {
  it('exists when the next call is decided', async () => {
    const gate = createGate({ engine });
    expect(await run(gate)).toBe('done');
    const next = { ...CALLER, tool: 'read', callId: 'call_2', args: {} };
    expect(await gate.decide(next)).toMatchObject({
      verdict: 'deny',
      reason: 'the session has seen something',
    });
    expect((await gate.decide({ ...next, session: 's2' })).verdict).toBe('allow');
  });

  it('is reported with the id and the result', async () => {
    const seen: Observation[] = [];
    const gate = createGate({ engine, factsOf: (observation) => (seen.push(observation), []) });
    await run(gate);
    expect(seen).toEqual([{ session: 's1', tool: 'read', callId: 'call_1', result: 'done' }]);
  });

  it('is handed on by rules that take no observations', async () => {
    const gate = createGate({ engine: withoutObservations });
    expect(await run(gate)).toBe('done');
    expect(await run(gate)).toBe('done');
  });

  it('is withheld when it could not be kept', async () => {
    const factsOf = (): never => {
      throw new Error('nothing is kept');
    };
    await expect(run(createGate({ engine, factsOf }))).rejects.toThrow();
  });
});

it('an event other than PostToolUse ends the session', async () => {
  const [matcher] = claudeAgentHooks(createGate({ engine }), CALLER).PostToolUse;
  for (const input of [null, { ...event, hook_event_name: 'PreToolUse' }])
    expect(await matcher?.hooks[0]?.(input)).toMatchObject({ continue: false });
});
