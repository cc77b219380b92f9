// A gate over HTTP, and a person who approves with a token of their own: node examples/agents/http-gate.mjs
import { openGate } from 'ferrule/gate';
import { ANN, GATEWAY, serve } from './serve.mjs';

const { url, close } = await serve();
// The embedded database opens with the first approval.
const gate = await openGate({
  url,
  token: GATEWAY,
  ruleset: 'policy',
  session: 's1',
  timeoutMs: 60_000,
});
const show = ({ verdict, code, reason }) => console.log(`${verdict} (${code}): ${reason}`);
const write = { agent: 'a1', tool: 'write', callId: 'c1', args: { path: '/notes' } };
try {
  show(await gate.decide({ agent: 'a1', tool: 'read', callId: 'c0', args: { path: '/notes' } }));
  const escalated = await gate.decide(write);
  show(escalated);

  // Somewhere else; `ferrule approvals approve ID` does the same.
  const path = `${url}/v1/approvals/${escalated.approval}`;
  const answer = (token) =>
    fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"decision":"approved"}',
    });
  console.log(`the gateway approves: ${(await answer(GATEWAY)).status}`);
  console.log(`ann approves: ${(await answer(ANN)).status}`);

  const waited = await fetch(`${path}?wait=30`, { headers: { authorization: `Bearer ${GATEWAY}` } });
  console.log(`it is ${(await waited.json()).state}`);
  show(await gate.decide(write));
  show(await gate.decide({ ...write, callId: 'c2' }));
} finally {
  close();
}
