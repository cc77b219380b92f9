/** Records as decision log events of Open Policy Agent, gzip-packed arrays of them, for its collectors. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { VERSION } from '../../version.ts';
import type { ServiceLog } from '../audit.ts';
import { Pump, type PumpOptions } from './pump.ts';

const pack = promisify(gzip);
const TIMEOUT_MS = 10_000;
const NANOSECONDS = 1_000;

/** An event: decisions have all of it, other records what they have, and the rest in `custom`. */
export interface DecisionEvent {
  readonly labels: Readonly<Record<string, string>>;
  readonly timestamp: string;
  readonly decision_id?: string;
  readonly [name: string]: unknown;
}

export interface CollectorOptions extends Omit<PumpOptions<readonly string[]>, 'prepare' | 'put' | 'sync'> {
  readonly url: string;
  /** Label `id` of the events. */
  readonly serverId: string;
}

export function openCollector(options: CollectorOptions): ServiceLog {
  const { url, serverId } = options;
  return new Pump<readonly string[]>({
    ...options,
    sync: false,
    prepare: (bodies) => bodies.map((body) => JSON.stringify(toEvent(body, serverId))),
    async put(events) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body: await pack(`[${events.join(',')}]`),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the collector answers ${response.status}`);
    },
  });
}

/** @param body members of the record */
export function toEvent(body: string, serverId: string): DecisionEvent {
  const record = JSON.parse(`{${body}}`) as Readonly<Record<string, unknown>>;
  const { time, kind, decision_id, request_id, traceparent, actor, ruleset, ruleset_hash, ...rest } = record;
  const { input, decision, reason, rule_trace, module_trace, metadata, duration_us, error, ...custom } = rest;
  const [, traceId, spanId] = typeof traceparent === 'string' ? traceparent.split('-') : [];
  return withoutUndefined({
    labels: { app: 'ferrule', id: serverId, version: VERSION, kind: String(kind) },
    timestamp: String(time),
    decision_id,
    req_id: request_id,
    trace_id: traceId,
    span_id: spanId,
    requested_by: actor,
    path: ruleset,
    bundles: ruleset === undefined ? undefined : { [String(ruleset)]: { revision: ruleset_hash } },
    input: input === undefined ? undefined : { facts: input },
    result: decision === undefined ? undefined : { decision, reason, rule_trace, module_trace, metadata },
    error,
    metrics:
      typeof duration_us === 'number' ? { timer_rego_query_eval_ns: duration_us * NANOSECONDS } : undefined,
    custom,
  });
}

function withoutUndefined(event: Readonly<Record<string, unknown>>): DecisionEvent {
  return Object.fromEntries(
    Object.entries(event).filter(([, value]) => value !== undefined),
  ) as unknown as DecisionEvent;
}
