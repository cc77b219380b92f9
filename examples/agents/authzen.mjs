// AuthZEN 1.0 against the service: node examples/agents/authzen.mjs
import { GATEWAY, serve } from './serve.mjs';

const { url, close } = await serve();
const post = async (path, body) => {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${GATEWAY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.json();
};
const show = (what, { decision, context }) => console.log(`${what}: ${decision}, ${context.reason}`);
const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob', properties: { role: 'admin' } };
const active = { type: 'record', id: '1', properties: { status: 'active' } };
const archived = { type: 'record', id: '2', properties: { status: 'archived' } };
try {
  const configuration = await (await fetch(`${url}/.well-known/authzen-configuration`)).json();
  console.log(configuration.access_evaluation_endpoint.replace(url, ''));
  const read = { subject: alice, action: { name: 'read' }, resource: active };
  show('alice reads', await post('/access/v1/evaluation', read));
  const { evaluations } = await post('/access/v1/evaluations', {
    subject: bob,
    action: { name: 'write' },
    evaluations: [{ resource: active }, { resource: archived }, { subject: alice, resource: active }],
  });
  ['bob writes 1', 'bob writes 2', 'alice writes 1'].forEach((what, i) => show(what, evaluations[i]));
} finally {
  close();
}
