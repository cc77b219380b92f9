/** Refusals quote no value of a sensitive slot, whichever way it came, and nothing of a body that cannot be read. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, refusal, startGrpc, type GrpcService } from './grpc/support.ts';
import { createPostgres, type TestDatabase } from './runs/support/databases.ts';
import { until } from './runs/support/process.ts';
import type { Reply } from './support/service.ts';

const SECRET = 'c4n4ry';
const MESSAGE = "Slot 'kind' value [masked] not in allowed values ['debit', 'credit']";

/** Documents have the values here. */
const rules = (at: string): string => `
templates:
  - name: input
    slots:
      - { name: kind, type: symbol, allowed_values: [debit, credit], sensitive: true }
      - { name: number, type: string, sensitive: true }
      - { name: open, type: symbol, allowed_values: [yes, no] }
  - name: shared
    scope: fleet
    slots: [{ name: kind, type: symbol, allowed_values: [debit, credit], sensitive: true }]
  - name: made
    slots: [{ name: word, type: symbol, allowed_values: [a, b] }]
input:
  - { template: input, slots: { kind: ${at}.kind, number: ${at}.number, open: ${at}.open } }
rules:
  - name: copies
    when: [{ template: input, conditions: [{ slot: number, bind: "?n" }, { slot: number, expression: not_equals("") }] }]
    then: { assert: [{ template: made, slots: { word: "(sym-cat ?n)" } }] }
`;
/** The same without documents, for the Data API's facts. */
const FACTS = rules('$').replace(/^input:\n.*\n/m, '');
const FILES = {
  'plain.yaml': rules('$'),
  'facts.yaml': FACTS,
  'args.yaml': rules('$.call.args'),
  'context.yaml': rules('$.context'),
  'body.yaml': rules('$.parsed_body'),
  'graphs/g.yaml':
    'nodes: [{ id: a, ruleset: facts, facts: [{ template: input, data: { kind: "${params.kind}" } }] }]',
};
const WRONG = { kind: SECRET };
const FACT = { template: 'input', data: WRONG };
const PARTS = {
  subject: { type: 'user', id: 'u' },
  action: { name: 'a' },
  resource: { type: 't', id: 'r' },
  context: WRONG,
};

let database: TestDatabase;
let stock: GrpcService;
let mounted: GrpcService;

beforeAll(async () => {
  database = await createPostgres();
  const settings = { ...database.settings, SERVICE_SESSIONS: 'memory', SERVICE_LOG_LEVEL: 'trace' };
  stock = await startGrpc(FILES, {
    ...settings,
    SERVICE_DEFAULT_DECISION: 'facts',
    SERVICE_AUTHZEN_RULESET: 'context',
    SERVICE_ENVOY_RULESET: 'body',
  });
  mounted = await startGrpc(FILES, { ...settings, SERVICE_FLEET: 'masked' }, 'plain.yaml');
  await stock.post('/v1/sessions', { ruleset: 'facts', session_id: 's' });
});
afterAll(async () => {
  await Promise.all([stock.close(), mounted.close()]);
  await database.drop();
});

const call = { ruleset: 'args', agent: 'a', tool: { name: 't' }, call: { id: 'c', args: WRONG } };
const query = encodeURIComponent(JSON.stringify(WRONG));

test.each<readonly [string, () => Promise<Reply>]>([
  ['evaluate', () => stock.post('/v1/evaluate', { ruleset: 'facts', facts: [FACT] })],
  ['evaluate, document', () => stock.post('/v1/evaluate', { ruleset: 'plain', facts: [], input: WRONG })],
  ['evaluate, mounted', () => mounted.post('/v1/evaluate', { ruleset: 'x', facts: [FACT] })],
  ['explain', () => stock.post('/v1/explain', { ruleset: 'facts', facts: [FACT] })],
  ['explain, document', () => stock.post('/v1/explain', { ruleset: 'plain', facts: [], input: WRONG })],
  ['facts', () => stock.post('/v1/facts', { session_id: 's', ...FACT })],
  ['calls', () => stock.post('/v1/calls', call)],
  ['data', () => stock.post('/v1/data/facts', { input: WRONG })],
  ['data, document', () => stock.post('/v1/data/plain/allow', { input: WRONG })],
  ['data, query', () => stock.request('GET', `/v1/data/facts?input=${query}`)],
  ['data, batch', () => stock.post('/v1/batch/data/facts', { inputs: { x: WRONG } })],
  ['default decision', () => stock.post('/', WRONG)],
  ['AuthZEN', () => stock.post('/access/v1/evaluation', PARTS)],
  ['AuthZEN, several', () => stock.post('/access/v1/evaluations', { ...PARTS, evaluations: [{}] })],
  ['Envoy', () => stock.post('/v1/envoy/check/x', WRONG)],
  ['fleet', () => mounted.post('/v1/fleet/facts', { template: 'shared', data: WRONG })],
])('%s', async (name, ask) => {
  const { text } = await ask();
  expect(text).not.toContain(SECRET);
  // A denial of Envoy says less.
  if (name !== 'Envoy') expect(text).toContain(MESSAGE);
});

test('a slot that is not sensitive is quoted', async () => {
  const facts = [{ template: 'input', data: { open: 'maybe' } }];
  const { json } = await stock.post('/v1/evaluate', { ruleset: 'facts', facts });
  expect(json['detail']).toBe("Slot 'open' value 'maybe' not in allowed values ['yes', 'no']");
});

test('an evaluation that fails because of what a rule made of it', async () => {
  const facts = [{ template: 'input', data: { number: SECRET } }];
  const { json } = await stock.post('/v1/evaluate', { ruleset: 'facts', facts });
  expect(json).toMatchObject({
    error: 'evaluation_failed',
    detail: expect.stringMatching(/^rule MAIN::copies \(.*\): Slot 'word' value \[masked\] not in/) as string,
  });
});

test('a run', async () => {
  await stock.post('/v1/runs', { graph_id: 'g', params: WRONG });
  const { error, result } = await until(
    async () => (await stock.request('GET', '/v1/runs/poc-g')).json,
    ({ finished_at: at }) => typeof at === 'string',
  );
  expect(error).toMatchObject({ detail: `node 'a': ${MESSAGE}` });
  expect(JSON.stringify(result)).not.toContain(SECRET);
});

describe('over gRPC', () => {
  const fact = { template: 'input', data_json: JSON.stringify(WRONG) };
  test.each<readonly [string, object]>([
    ['Evaluate', { ruleset: 'facts', facts: [fact] }],
    ['Evaluate', { ruleset: 'plain', input_json: JSON.stringify(WRONG) }],
    ['Explain', { ruleset: 'facts', facts: [fact] }],
    ['AssertFact', { session_id: 's', ...fact }],
    ['AssertFacts', { session_id: 's', facts: [fact] }],
  ])('%s %j', async (method, message) => {
    const client = connect(stock.address);
    const { details, metadata } = await refusal(client.call(method, message));
    client.close();
    expect(details).toContain(MESSAGE);
    expect(JSON.stringify(metadata.toJSON())).not.toContain(SECRET);
  });
});

describe('a body that is not what it must be', () => {
  test.each([
    [`{"facts":[{"template":"input","data":{"number":${SECRET}}}]}`, 'line 1, column 48'],
    [`{"facts":[],\n "input":{"number":"${SECRET}"x}}`, 'line 2, column 28'],
    [`"${SECRET}`, 'line 1, column 8'],
    [`${SECRET}`, 'line 1, column 1'],
  ])('%s: its position is reported', async (body, place) => {
    for (const path of [
      '/v1/evaluate',
      '/v1/data/facts',
      '/v1/explain',
      '/v1/calls',
      '/access/v1/evaluation',
    ]) {
      const { text, json, status } = await stock.post(path, body);
      expect([path, status]).toEqual([path, 400]);
      expect(text).not.toContain(SECRET);
      expect(json['detail'] ?? json['message']).toContain(`the body is not valid JSON: ${place}`);
    }
  });

  test.each([
    ['/v1/data/facts', { input: SECRET }],
    ['/v1/batch/data/facts', { inputs: SECRET }],
    ['/v1/batch/data/facts', { inputs: { x: SECRET } }],
    ['/', JSON.stringify(SECRET)],
  ])('%s %j: no value is quoted', async (path, body) => {
    const { text, status } = await stock.post(path, body);
    expect(text).not.toContain(SECRET);
    expect(status === 422 || status === 400 || status === 207 || status === 500).toBe(true);
  });

  test('nor one of a query', async () => {
    const { text } = await stock.request('GET', `/v1/data/facts?input=${encodeURIComponent(`"${SECRET}"`)}`);
    expect(text).not.toContain(SECRET);
  });
});
