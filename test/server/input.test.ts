import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from './support/service.ts';

const LABELS = `
templates:
  - { name: label, slots: [{ name: key, type: string }, { name: value, type: integer, required: true }] }
input:
  - { template: label, each: $.labels.*, slots: { key: "#", value: "@" } }
default: { action: none }
rules:
  - name: see
    when: [{ template: label, alias: $l, conditions: [{ slot: value, expression: greater_than(0) }] }]
    then: { action: allow, reason: "{l.key}", obligations: [{ type: log, properties: { n: $l.value } }] }
`;
const PLAIN = `
templates: [{ name: label, slots: [{ name: key, type: string }] }]
rules: [{ name: see, when: [{ template: label }], then: { action: allow } }]
`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { 'labels.yaml': LABELS, 'plain.yaml': PLAIN },
    { SERVICE_MAX_INPUT_FACTS: '3' },
  );
});
afterAll(() => service.close());

const evaluate = (body: object) => service.post('/v1/evaluate', { facts: [], ruleset: 'labels', ...body });

test('a document becomes facts, in the order of its text', async () => {
  const body =
    '{"ruleset":"labels","facts":[],"include":["firings","facts"],"input":{"labels":{"b":1,"7":9007199254740993}}}';
  const { status, text } = await service.request('POST', '/v1/evaluate', {
    body,
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(200);
  expect(text).toContain(
    '"facts":[{"template":"label","data":{"key":"b","value":1}},{"template":"label","data":{"key":"7","value":9007199254740993}}]',
  );
  expect(text).toContain(
    '"obligations":[{"type":"log","properties":{"n":9007199254740993}},{"type":"log","properties":{"n":1}}]',
  );
  expect((JSON.parse(text) as { firings: unknown[] }).firings).toHaveLength(2);
});

test.each([
  [
    { input: { labels: { a: 'x' } } },
    "Slot 'value' expects integer, got string (input: value is @, item 1 of $.labels.*)",
  ],
  [{ input: { labels: [1, 2, 3, 4] } }, 'The input holds more than 3 facts'],
  [{ input: {}, ruleset: 'plain' }, "Ruleset 'plain' takes no input: it has no `input:`"],
])('%j is refused with 422', async (body, detail) => {
  const { status, json } = await evaluate(body);
  expect([status, json['error'], json['detail']]).toEqual([422, 'validation_error', detail]);
});

test('unknown parts to include are refused, and null is not a document', async () => {
  expect((await evaluate({ include: ['rules'] })).status).toBe(422);
  expect((await evaluate({ input: null, ruleset: 'plain' })).status).toBe(200);
});

test('the Data API takes the input as it comes, and leaves out a decision of none', async () => {
  const found = await service.post('/v1/data/labels?include=facts', { input: { labels: [5] } });
  expect(found.json['result']).toMatchObject({
    allow: true,
    obligations: [{ type: 'log', properties: { n: 5 } }],
    facts: [{ template: 'label', data: { key: '0', value: 5 } }],
  });
  const none = await service.post('/v1/data/labels', { input: [] });
  expect(none.json['result']).toMatchObject({ allow: false, deny: false, rule_trace: [] });
  expect(none.json['result']).not.toHaveProperty('decision');
  const refused = await service.post('/v1/data/labels', { input: { labels: ['x'] } });
  expect([refused.status, refused.json['code']]).toEqual([400, 'invalid_parameter']);
  const stray = await service.post('/v1/data/plain', { input: { label: { key: 'a' }, lable: 1 } });
  expect([stray.status, stray.json['message']]).toEqual([
    400,
    "Key 'lable' of the input is not the name of a template",
  ]);
});
