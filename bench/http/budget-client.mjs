// One client that decides with random amounts. What is in doubt it sends again, with the same key, until a server responds.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 20;
const TIMEOUT_MS = 15_000;
export const MOST_AMOUNT = 50;

export function createBudgetClient(id, port, headers, random) {
  // One connection, as long as its server lives.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const told = { decisions: [], milliseconds: [], end: 0 };

  function once(path, text) {
    return new Promise((resolve, reject) => {
      const own = { ...headers, 'content-length': Buffer.byteLength(text) };
      const target = {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path,
        headers: own,
        agent,
        timeout: TIMEOUT_MS,
      };
      const sent = request(target, (response) => {
        let body = '';
        response.on('data', (data) => (body += data));
        response.on('end', () => resolve({ status: response.statusCode, body }));
        response.on('error', reject);
        response.on('aborted', () => reject(new Error('cut off')));
      });
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error('no response')));
      sent.end(text);
    });
  }

  async function until(path, text) {
    for (;;) {
      const { status, body } = await once(path, text).catch(() => ({ status: 0, body: '' }));
      if (status === 200) return JSON.parse(body);
      if (status !== 0 && status !== 503) throw new Error(`${status} ${body}`);
      await sleep(RETRY_MS);
    }
  }

  return {
    told,
    /** One request that is not measured, and counts nothing. */
    async warmUp() {
      const data = { id, centre: 'none', amount: 0 };
      await until(
        '/v1/evaluate',
        JSON.stringify({ ruleset: 'spend.yaml', facts: [{ template: 'payment', data }] }),
      );
    },
    async work(end, path, keys) {
      for (let number = 0; performance.now() < end; number++) {
        const key = `${id}-${number}`;
        const amount = 1 + Math.floor(random() * MOST_AMOUNT);
        const data = { id: key, centre: `k${Math.floor(random() * keys)}`, amount };
        const counts = path === '/v1/decisions';
        const more = counts ? { idempotency_key: key, include: ['budgets'] } : {};
        const text = JSON.stringify({
          ruleset: 'spend.yaml',
          facts: [{ template: 'payment', data }],
          ...more,
        });
        const started = performance.now();
        const body = await until(path, text);
        told.milliseconds.push(performance.now() - started);
        if (counts)
          told.decisions.push({
            ...data,
            id: body.decision_id,
            key,
            counted: body.counted,
            sum: body.budgets[0],
          });
      }
      told.end = performance.now();
      agent.destroy();
    },
  };
}
