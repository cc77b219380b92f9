// What Envoy asks, over HTTP: node examples/agents/envoy.mjs
import { GATEWAY, serve } from './serve.mjs';

const { url, close } = await serve();
const ask = async (method, path, body) => {
  const answer = await fetch(`${url}/v1/envoy/check${path}`, {
    method,
    headers: { 'x-ferrule-authorization': `Bearer ${GATEWAY}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { error = '', detail = '' } = answer.status === 200 ? {} : await answer.json();
  const route = answer.headers.get('x-route');
  console.log(`${method} ${path}: ${answer.status} ${route ?? `${error}, ${detail}`}`);
};
try {
  await ask('GET', '/public/page');
  await ask('GET', '/admin');
  await ask('POST', '/pay', { amount: 500 });
} finally {
  close();
}
