import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

const exporter = new InMemorySpanExporter();
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

let service: TestService;

beforeAll(async () => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  service = await startTestService({ 'access.yaml': ACCESS });
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await service.close();
  trace.disable();
});

test('a request and its evaluation are spans of the trace of the caller, without values of facts', async () => {
  const facts = [{ template: 'agent', data: { id: 'ann', clearance: 'secret' } }];
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` };
  await service.post('/v1/evaluate', { ruleset: 'access', facts }, { headers });
  const [inner, outer] = exporter.getFinishedSpans();
  expect([inner?.name, outer?.name]).toEqual(['ferrule.evaluate', 'POST /v1/evaluate']);
  expect(outer?.spanContext().traceId).toBe(TRACE);
  expect(outer?.parentSpanContext?.spanId).toBe(PARENT);
  expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId);
  expect(inner?.attributes).toEqual({
    'ferrule.decision': 'allow',
    'ferrule.rules_fired': ['decide::allow-secret'],
  });
  expect(outer?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/evaluate',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
});

test('a refusal is reported by its code; a malformed header begins a trace', async () => {
  const headers = { traceparent: 'nonsense' };
  await service.post('/v1/evaluate', { ruleset: 'nowhere', facts: [] }, { headers });
  const outer = exporter.getFinishedSpans().at(-1);
  expect(outer?.parentSpanContext).toBeUndefined();
  expect(outer?.attributes).toMatchObject({
    'http.response.status_code': 404,
    'error.type': 'ruleset_not_found',
  });
});
