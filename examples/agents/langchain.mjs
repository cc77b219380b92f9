// LangChain behind the gate, with a model that is none: node examples/agents/langchain.mjs
import { Command, interrupt, MemorySaver } from '@langchain/langgraph';
import { Engine } from 'ferrule';
import { createGate } from 'ferrule/gate';
import { langChainGate } from 'ferrule/gate/langchain';
import { AIMessage, createAgent, createMiddleware, fakeModel, tool, ToolMessage } from 'langchain';
import * as z from 'zod';

const engine = await Engine.fromRules(new URL('policy.yaml', import.meta.url).pathname);
const gate = createGate({ engine });
const ferrule = createMiddleware(langChainGate(gate, { agent: 'a1' }, { interrupt, ToolMessage }));
const withoutId = (text) => text.replace(/"decision_id":"[^"]*"/, '"decision_id":"…"');

for (const name of ['read', 'remove', 'write']) {
  const call = { name, args: { path: '/notes' }, id: 'c1', type: 'tool_call' };
  const agent = createAgent({
    model: fakeModel()
      .respond(new AIMessage({ content: '', tool_calls: [call] }))
      .respond(new AIMessage('finished')),
    tools: [
      tool(async ({ path }) => `${name} of ${path} is done`, {
        name,
        description: name,
        schema: z.object({ path: z.string() }),
      }),
    ],
    middleware: [ferrule],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: name } };
  let state = await agent.invoke({ messages: [{ role: 'user', content: 'go' }] }, config);
  for (const { value } of state.__interrupt__ ?? []) {
    console.log(`${name}: a person is asked (${value.reason})`);
    state = await agent.invoke(new Command({ resume: { decision: 'approved', by: 'ann' } }), config);
  }
  const answer = state.messages.find((message) => message instanceof ToolMessage);
  console.log(`${name}: ${withoutId(answer.content)}`);
}
