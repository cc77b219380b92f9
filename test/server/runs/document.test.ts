/** Nodes whose rulesets are over a document. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from './support/process.ts';

const FILES = {
  'review.yaml': `
rules:
  small: { allow: "{input.amount} for {input.who.name}", if: input.amount < 100 and input.gate == "allow" }
  large: { deny: "{input.amount} is too much", if: input.amount >= 100 }
`,
  'gate.yaml': 'rules: { all: { allow: open, if: not exists(never) } }\ntemplates: { never: {} }',
  'graphs/pay.yaml': `
nodes:
  - { id: gate, ruleset: gate.yaml }
  - id: review
    ruleset: review.yaml
    after: [gate]
    input: { amount: "\${params.amount}", who: "\${params.who}", gate: "\${nodes.gate.decision}" }
`,
  'graphs/whole.yaml': 'nodes: [{ id: review, ruleset: review.yaml, input: "${params.call}" }]',
  'graphs/wrong.yaml': 'nodes: [{ id: gate, ruleset: gate.yaml, input: "${params.call}" }]',
  'graphs/hidden.yaml':
    'nodes: [{ id: review, ruleset: review.yaml, facts: [{ template: input-amount, data: { value: 1 } }] }]',
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService(FILES, { SERVICE_DATA_DIR: ':memory:' });
});
afterAll(() => service.close());

async function resultOf(graph: string, params: object): Promise<Record<string, unknown>> {
  const accepted = await service.post('/v1/runs', { graph_id: graph, params });
  expect(accepted.status).toBe(202);
  const path = accepted.headers.get('location') ?? '';
  return until(
    async () => (await service.request('GET', path)).json,
    ({ finished_at: at }) => typeof at === 'string',
  );
}

test.each([
  ['pay', { amount: 5, who: { name: 'ann' } }, 'allow', '5 for ann'],
  ['pay', { amount: 500, who: {} }, 'deny', '500 is too much'],
  ['whole', { call: { amount: 5, gate: 'allow' } }, 'allow', '5 for (missing)'],
  // A missing value in a document closes, as in a request.
  ['whole', { call: {} }, 'deny', '(missing) is too much'],
])('%s with %j', async (graph, params, decision, reason) => {
  expect(await resultOf(graph, params)).toMatchObject({ status: 'succeeded', result: { decision, reason } });
});

test('a parameter that is missing fails the node', async () => {
  expect(await resultOf('pay', { amount: 5 })).toMatchObject({
    status: 'failed',
    error: { error: 'validation_error', detail: "node 'review': the parameter 'who' is missing" },
  });
});

test.each([
  ['wrong', 'ruleset `gate.yaml` takes no document: it has no `input`, and no rule names one'],
  ['hidden', 'unknown template `input-amount`'],
])('%s is refused', async (graph, problem) => {
  const { status, json } = await service.post('/v1/runs', { graph_id: graph, params: { call: {} } });
  expect([status, json['error']]).toEqual([400, 'invalid_graph']);
  expect(json['detail']).toContain(problem);
});
