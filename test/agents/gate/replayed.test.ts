/** An approval is for one call of an adapter: the same again passes, another id or other arguments do not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aiSdkGate } from '../../../agents/gate/adapters/ai-sdk.ts';
import { claudeAgentHooks } from '../../../agents/gate/adapters/claude-agent.ts';
import { langChainGate } from '../../../agents/gate/adapters/langchain.ts';
import { openAiAgentsGate } from '../../../agents/gate/adapters/openai-agents.ts';
import { createGate, type Gate, type GateOptions } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';
import { gatewayOf, POLICY, startApprovals } from '../../server/approvals/support.ts';
import type { TestService } from '../../server/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startApprovals({});
});
afterAll(() => service.close());

const engine = await Engine.fromSources([{ path: 'gate.yaml', text: POLICY }]);
const DECIDED: readonly (readonly [string, () => GateOptions])[] = [
  ['in process', () => ({ engine })],
  ['over HTTP', () => gatewayOf(service)],
];

/** True for each adapter that passes a call of the tool `write`. */
type Passes = (gate: Gate, agent: string, id: string, args: object) => Promise<boolean>;
const ADAPTERS: readonly (readonly [string, Passes])[] = [
  [
    'AI SDK',
    async (gate, agent, toolCallId, args) => {
      const execute = async (_input: object, _call: object): Promise<string> => 'done';
      const tool = aiSdkGate(gate, { agent }).tool('write', { execute });
      return tool.execute(args, { toolCallId }).then(
        () => true,
        () => false,
      );
    },
  ],
  [
    'LangChain',
    async (gate, agent, id, args) => {
      const interrupt = (): never => {
        throw new Error('somebody is asked');
      };
      const request = { toolCall: { name: 'write', args, id } };
      const { wrapToolCall } = langChainGate(gate, { agent }, { interrupt, ToolMessage: Object });
      return wrapToolCall(request, async () => 'done').then(
        (result) => result === 'done',
        () => false,
      );
    },
  ],
  [
    'OpenAI Agents',
    async (gate, agent, callId, args) => {
      const toolCall = { name: 'write', callId, arguments: JSON.stringify(args) };
      const { behavior } = await openAiAgentsGate(gate, { agent }).guardrail.run({ context: {}, toolCall });
      return behavior.type === 'allow';
    },
  ],
  [
    'Claude Agent SDK',
    async (gate, agent, tool_use_id, tool_input) => {
      const event = { hook_event_name: 'PreToolUse', session_id: agent, tool_name: 'write' };
      const [matcher] = claudeAgentHooks(gate, { agent }).PreToolUse;
      const answer = await matcher?.hooks[0]?.({ ...event, tool_use_id, tool_input });
      return answer?.hookSpecificOutput.permissionDecision === 'allow';
    },
  ],
];

let agents = 0;
describe.each(DECIDED)('an approval of a gate %s', (_where, options) => {
  it.each(ADAPTERS)('is for one call of %s', async (_name, passes) => {
    const gate = createGate({ ...options(), obligations: { notify: () => undefined } });
    const agent = `replayed-${++agents}`;
    const call = (id: string, args: object = { path: '/x' }) => passes(gate, agent, id, args);
    expect(await call('c1')).toBe(false);
    const waiting = (await gate.approvals.list()).filter((record) => record.agent === agent);
    expect(waiting).toHaveLength(1);
    await gate.approvals.answer(waiting[0]?.id ?? '', 'approved', 'ann', Date.now());
    // Not for other arguments, which use nothing up.
    expect(await call('c1', { path: '/y' })).toBe(false);
    expect([await call('c1'), await call('c1')]).toEqual([true, true]);
    expect([await call('c2'), await call('c1', { path: '/y' })]).toEqual([false, false]);
  });
});
