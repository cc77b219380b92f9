// OpenAI Agents behind the gate, with a model that is none: node examples/agents/openai-agents.mjs
import { Agent, Runner, setTracingDisabled, tool, Usage } from '@openai/agents';
import { Engine } from 'ferrule';
import { createGate } from 'ferrule/gate';
import { openAiAgentsGate } from 'ferrule/gate/openai-agents';
import * as z from 'zod';

setTracingDisabled(true);
const engine = await Engine.fromRules(new URL('policy.yaml', import.meta.url).pathname);
const adapter = openAiAgentsGate(createGate({ engine }), { agent: 'a1' });

const gated = (name) =>
  tool({
    name,
    description: name,
    parameters: z.object({ path: z.string() }),
    execute: async ({ path }) => `${name} of ${path} is done`,
    needsApproval: adapter.needsApproval(name),
    inputGuardrails: [adapter.guardrail],
    outputGuardrails: [adapter.observer],
  });

/** Calls the tool, then says what it saw. */
const modelOf = (name) => ({
  async getResponse({ input }) {
    const items = typeof input === 'string' ? [] : input;
    const result = items.find(({ type }) => type === 'function_call_result');
    const text = (output) => [{ type: 'output_text', text: output.text ?? output }];
    const output =
      result === undefined
        ? { type: 'function_call', callId: 'c1', name, status: 'completed', arguments: '{"path":"/notes"}' }
        : { type: 'message', role: 'assistant', status: 'completed', content: text(result.output) };
    return { usage: new Usage(), output: [output] };
  },
  async *getStreamedResponse() {},
});
const withoutId = (text) => text.replace(/"decision_id":"[^"]*"/, '"decision_id":"…"');

for (const name of ['read', 'remove', 'write']) {
  const agent = new Agent({ name: 'a1', model: modelOf(name), tools: [gated(name)] });
  const runner = new Runner();
  let result = await runner.run(agent, 'go');
  for (const interruption of result.interruptions) {
    console.log(`${name}: a person is asked`);
    await adapter.answered(interruption, result.state._context, 'approved', 'ann');
    result.state.approve(interruption);
  }
  if (result.interruptions.length > 0) result = await runner.run(agent, result.state);
  console.log(`${name}: ${withoutId(result.finalOutput)}`);
}
