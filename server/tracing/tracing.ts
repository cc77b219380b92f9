import type * as Otel from '@opentelemetry/api';
import type { Attributes, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Answer } from '../requests/answer.ts';
import type { BoundRoute, RouteCall } from '../endpoints/route.ts';
import { ServiceError } from '../../library/errors.ts';
import { VERSION } from '../../library/version.ts';

type Handle = BoundRoute['handle'];
type Api = typeof Otel;

/** Puts a span around what a route does. */
export type TraceRoute = (route: BoundRoute) => Handle;

/** `traceparent` of W3C Trace Context, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const SERVER_ERROR = 500;

/**
 * Loads tracing through the OpenTelemetry SDK of the process. `null` if it has none or the API package is not installed, so
 * that untraced requests cost nothing.
 */
export async function loadTracing(): Promise<TraceRoute | null> {
  const api = await import('@opentelemetry/api').catch(() => null);
  if (api === null) return null;
  const tracer = api.trace.getTracer('ferrule', VERSION);
  const probe = tracer.startSpan('ferrule.start');
  const recording = probe.isRecording();
  probe.end();
  return recording ? (route) => traced(api, tracer, route) : null;
}

function traced(api: Api, tracer: Tracer, route: BoundRoute): Handle {
  const { method, path, access } = route;
  const attributes = { 'http.request.method': method, 'http.route': path, 'url.scheme': 'http' };
  return async (call: RouteCall): Promise<Answer> => {
    const parent = parentOf(api, call.headers['traceparent']);
    const outer = tracer.startSpan(`${method} ${path}`, { kind: api.SpanKind.SERVER, attributes }, parent);
    const within = api.trace.setSpan(parent, outer);
    const inner = access === 'evaluate' ? tracer.startSpan('ferrule.evaluate', {}, within) : null;
    try {
      const answer = await api.context.with(within, () => route.handle(call));
      inner?.setAttributes(decisionOf(answer));
      outer.setAttribute('http.response.status_code', answer.status);
      return answer;
    } catch (error) {
      fail(api, outer, error);
      throw error;
    } finally {
      inner?.end();
      outer.end();
    }
  };
}

/** The span of the caller, if the header names one; a header that is broken names none. */
function parentOf(api: Api, header: unknown): ReturnType<Api['context']['active']> {
  const active = api.context.active();
  const [, traceId = '', spanId = '', flags = '0'] = TRACEPARENT.exec(String(header)) ?? [];
  const context: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return api.isSpanContextValid(context) ? api.trace.setSpanContext(active, context) : active;
}

/** Decision and its rules, without facts. */
function decisionOf({ body }: Answer): Attributes {
  const document = JSON.parse(body) as Record<string, unknown> | null;
  const nested = document?.['result'];
  const holder =
    typeof nested === 'object' && nested !== null ? (nested as Record<string, unknown>) : document;
  const decision = holder?.['decision'];
  const rules = holder?.['rule_trace'];
  return {
    ...(typeof decision === 'string' ? { 'ferrule.decision': decision } : {}),
    ...(Array.isArray(rules) ? { 'ferrule.rules_fired': rules.map(String) } : {}),
  };
}

function fail(api: Api, span: Span, error: unknown): void {
  const { status, code } =
    error instanceof ServiceError ? error : { status: SERVER_ERROR, code: 'internal_error' as const };
  span.setAttributes({ 'http.response.status_code': status, 'error.type': code });
  if (status >= SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR, message: code });
}
