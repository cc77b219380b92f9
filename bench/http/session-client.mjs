// One client that works on one session, remembers what was acknowledged, and replays it on an engine of its own.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Engine } from '../../dist/library.js';

/** Every answer depends on which facts are held, and in which order. */
export const RULESET = `
templates:
  - name: event
    slots:
      - { name: id, type: string, required: true }
      - { name: kind, type: symbol, allowed_values: [read, write, untrusted], default: read }
  - name: request
    slots: [{ name: tool, type: string, required: true }]
rules:
  - name: after-untrusted
    salience: 10
    when:
      - { template: event, conditions: [{ slot: kind, expression: equals(untrusted) }, { slot: id, bind: "?e" }] }
      - { template: request, conditions: [{ slot: tool, bind: "?t" }] }
    then: { action: escalate, reason: "{t} after {e}" }
  - name: seen
    when: [{ template: event, conditions: [{ slot: id, bind: "?e" }] }]
    then: { action: allow, reason: "last {e}" }
`;

const RETRY_MS = 20;
const TIMEOUT_MS = 15_000;
const KINDS = ['read', 'write', 'read', 'untrusted'];

export async function createClient(id, port, headers, random) {
  const engine = await Engine.fromSources([{ path: 'events.yaml', text: RULESET }]);
  // A connection a request: each may come to another server.
  const agent = new Agent({ keepAlive: false });
  const told = { asserted: 0, evaluated: 0, queried: 0, retracted: 0, again: 0, wrong: [], milliseconds: [] };
  let last = 0;

  function once(method, path, body) {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const own = { ...headers, 'content-length': Buffer.byteLength(text) };
      const target = { port, host: '127.0.0.1', method, path, headers: own, agent, timeout: TIMEOUT_MS };
      const sent = request(target, (response) => {
        let answer = '';
        response.on('data', (data) => (answer += data));
        response.on('end', () => resolve({ status: response.statusCode, answer }));
        response.on('error', reject);
        response.on('aborted', () => reject(new Error('cut off')));
      });
      sent.on('error', reject);
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.end(text);
    });
  }

  /** Until it is acknowledged: repeating it does no harm. */
  async function until(method, path, body) {
    for (let tries = 1; ; tries++) {
      const started = performance.now();
      const { status, answer } = await once(method, path, body).catch(() => ({ status: 0, answer: '' }));
      if (status === 200) {
        told.milliseconds.push(performance.now() - started);
        return { json: JSON.parse(answer), tries };
      }
      if (status !== 0 && status !== 503) throw new Error(`${method} ${path}: ${status} ${answer}`);
      told.again++;
      await sleep(RETRY_MS);
    }
  }

  function compare(what, expected, got) {
    if (JSON.stringify(expected) !== JSON.stringify(got))
      told.wrong.push({ session: id, what, expected, got });
  }

  async function evaluate() {
    const facts = [{ template: 'request', data: { tool: `t${++last}` } }];
    const { json } = await until('POST', '/v1/evaluate', { ruleset: 'events', facts, session_id: id });
    const own = engine.evaluate({ scoped: true, facts });
    told.evaluated++;
    const { decision, reason, rule_trace: trace } = json;
    compare('evaluate', [own.decision, own.reason, own.ruleTrace], [decision, reason, trace]);
  }

  async function query() {
    const { json } = await until('POST', '/v1/query', { session_id: id, template: 'event' });
    told.queried++;
    compare('query', engine.query('event'), json.facts);
  }

  async function assert() {
    const data = { id: `${id}-${++last}`, kind: KINDS[Math.floor(random() * KINDS.length)] };
    await until('POST', '/v1/facts', { session_id: id, template: 'event', data });
    engine.assertFact('event', data);
    told.asserted++;
  }

  async function retract() {
    const facts = engine.query('event');
    const filter = { id: facts[Math.floor(random() * facts.length)]?.id ?? 'none' };
    const body = { session_id: id, template: 'event', filter };
    const { json, tries } = await until('DELETE', '/v1/facts', body);
    const count = engine.retract('event', filter);
    told.retracted++;
    if (tries === 1) compare('retract', count, json.retracted_count);
  }

  return {
    told,
    async work(end) {
      await evaluate();
      while (performance.now() < end) {
        const draw = random();
        if (draw < 0.55) await assert();
        else if (draw < 0.8) await evaluate();
        else if (draw < 0.9) await query();
        else await retract();
      }
      // Check that exactly the acknowledged facts exist.
      await query();
      await evaluate();
    },
  };
}
