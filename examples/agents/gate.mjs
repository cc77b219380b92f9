// The gate in a process of your own: node examples/agents/gate.mjs
import { Engine } from 'ferrule';
import { createGate } from 'ferrule/gate';

const engine = await Engine.fromRules(new URL('policy.yaml', import.meta.url).pathname);
const gate = createGate({
  engine,
  factsOf: ({ session, tool }) => [
    { template: 'observation', data: { session, source: tool === 'fetch' ? 'web' : 'tool' } },
  ],
});

let calls = 0;
const call = (tool, path) => ({
  agent: 'a1',
  session: 's1',
  tool,
  callId: `call-${++calls}`,
  args: { path },
});
const show = ({ verdict, code, reason }) => console.log(`${verdict} (${code}): ${reason}`);

show(await gate.decide(call('read', '/notes')));
show(await gate.decide(call('read', '/secrets/key')));

const write = call('write', '/notes');
const escalated = await gate.decide(write);
show(escalated);
await gate.approvals.answer(escalated.approval, 'approved', 'ann', Date.now());
show(await gate.decide(write));

await gate.observe({ session: 's1', tool: 'fetch', callId: 'call-0', result: '<html>' });
show(await gate.decide(call('read', '/notes')));
