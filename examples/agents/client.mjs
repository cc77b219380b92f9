// The client of the service: node examples/agents/client.mjs
import { createClient, ServiceError } from 'ferrule/client';
import { GATEWAY, serve } from './serve.mjs';

const { url, close } = await serve();
const client = createClient({ url, token: GATEWAY });
const record = (subject, action) => ({
  subject: { type: 'user', id: subject },
  action: { name: action },
  resource: { type: 'record', id: '1' },
});
try {
  for (const action of ['read', 'write']) {
    const request = { ruleset: 'authzen', facts: [], input: record('ann', action) };
    const { decision, reason } = await client.evaluate(request, { timeoutMs: 60_000 });
    console.log(`${action}: ${decision}, ${reason}`);
  }
  await client.evaluate({ ruleset: 'none', facts: [] }).catch((error) => {
    if (!(error instanceof ServiceError)) throw error;
    console.log(`refused with ${error.status} ${error.code}: ${error.message}`);
  });
} finally {
  close();
}
