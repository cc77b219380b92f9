import { afterAll, beforeAll, expect, test } from 'vitest';
import { logLines } from './support/log-lines.ts';
import { ACCESS, tooMuch, TROUBLE } from './support/rulesets.ts';
import { startTestService, type RequestOptions, type TestService } from './support/service.ts';

const { log, lines } = logLines();
const SECRET = 'private-person';
let service: TestService;

beforeAll(async () => {
  service = await startTestService(
    { 'access.yaml': ACCESS, 'trouble.yaml': TROUBLE },
    { SERVICE_EVALUATE_TIMEOUT_MS: '300', SERVICE_MAX_BODY_BYTES: '20000' },
    null,
    log,
  );
});
afterAll(() => service.close());

const evaluate = (ruleset: string, facts: unknown): RequestOptions => ({ body: { ruleset, facts } });
const agent = (data: object): readonly object[] => [{ template: 'agent', data }];

test.each<[string, string, string, number, RequestOptions]>([
  ['unauthorized', 'POST', '/v1/evaluate', 401, { token: 'no', ...evaluate('access', []) }],
  ['invalid_json', 'POST', '/v1/evaluate', 400, { body: `{"ruleset": "${SECRET}` }],
  ['invalid_ruleset_path', 'POST', '/v1/evaluate', 400, evaluate('../access', [])],
  ['ruleset_not_found', 'POST', '/v1/evaluate', 404, evaluate('nothing', [])],
  ['not_found', 'GET', '/v1/nothing', 404, {}],
  ['payload_too_large', 'POST', '/v1/evaluate', 413, { body: ' '.repeat(20_001) }],
  ['validation_error', 'POST', '/v1/evaluate', 422, evaluate('access', agent({ id: 'a', age: SECRET }))],
  [
    'evaluation_failed',
    'POST',
    '/v1/evaluate',
    422,
    evaluate('trouble', [{ template: 'number', data: { n: 0 } }]),
  ],
  ['evaluation_timeout', 'POST', '/v1/evaluate', 503, evaluate('trouble', tooMuch())],
  ['session_not_found', 'GET', '/v1/sessions/unknown', 404, {}],
])('the cause %s of a refusal is logged with its request', async (error, method, path, status, options) => {
  const id = `request-${error}`;
  const reply = await service.request(method, path, { ...options, headers: { 'x-request-id': id } });
  expect(reply.status).toBe(status);
  const told = () => lines().filter(({ msg, request_id }) => msg === 'request refused' && request_id === id);
  await expect
    .poll(told)
    .toEqual([expect.objectContaining({ status, error, level: status >= 500 ? 40 : 30 })]);
  expect(JSON.stringify(lines())).not.toContain(SECRET);
});
