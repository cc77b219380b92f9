// AI SDK 6 behind the gate, with a model that is none: node examples/agents/ai-sdk.mjs
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { Engine } from 'ferrule';
import { createGate } from 'ferrule/gate';
import { aiSdkGate } from 'ferrule/gate/ai-sdk';
import * as z from 'zod';

const engine = await Engine.fromRules(new URL('policy.yaml', import.meta.url).pathname);
const adapter = aiSdkGate(createGate({ engine }), { agent: 'a1' });
const inputSchema = z.object({ path: z.string() });
const execute = (name) => async (input) => `${name} of ${input.path} is done`;
const tools = adapter.tools({
  read: tool({ inputSchema, execute: execute('read') }),
  remove: tool({ inputSchema, execute: execute('remove') }),
  write: tool({ inputSchema, execute: execute('write') }),
});

const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
/** Calls the tool, then says what it saw. */
const modelOf = (toolName) =>
  new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      const last = prompt.at(-1);
      const seen = last.role === 'tool' ? last.content[0].output.value : null;
      const input = '{"path":"/notes"}';
      const call = { type: 'tool-call', toolCallId: 'c1', toolName, input };
      return {
        content: [seen === null ? call : { type: 'text', text: seen }],
        finishReason: { unified: seen === null ? 'tool-calls' : 'stop', raw: 'x' },
        usage: { inputTokens: tokens, outputTokens: tokens },
        warnings: [],
      };
    },
  });
const withoutId = (text) => text.replace(/"decision_id":"[^"]*"/, '"decision_id":"…"');

for (const name of ['read', 'remove', 'write']) {
  const generate = (messages) =>
    generateText({ model: modelOf(name), tools, messages, stopWhen: stepCountIs(3) });
  const messages = [{ role: 'user', content: 'go' }];
  let result = await generate(messages);
  const request = result.content.find(({ type }) => type === 'tool-approval-request');
  if (request !== undefined) {
    console.log(`${name}: a person is asked`);
    await adapter.answered(request.toolCall, 'approved', 'ann');
    const answer = { type: 'tool-approval-response', approvalId: request.approvalId, approved: true };
    result = await generate([...messages, ...result.response.messages, { role: 'tool', content: [answer] }]);
  }
  console.log(`${name}: ${withoutId(result.text)}`);
}
