/** State shared by all methods of one server. */
import type { Metadata, StatusObject } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import type { RecordsCallers } from '../../evidence/audit.ts';
import type { EnvoyPort } from '../envoy/decide.ts';
import type { FindsSessions } from '../evaluation/main/ports.ts';
import type { HasQuotas } from '../quotas/quotas.ts';
import type { TraceRoute } from '../tracing/tracing.ts';
import { ServiceError, type ErrorCode } from '../../library/errors.ts';
import { requestId } from '../requests/request-id.ts';
import { logCause } from '../requests/log-cause.ts';
import type { Answer } from '../requests/answer.ts';
import type { BoundRoute, RouteCall } from '../endpoints/route.ts';
import { NOBODY, type Caller } from '../tokens/caller.ts';
import type { TokenSource } from '../tokens/token-source.ts';
import type { Calls } from './authenticate.ts';
import type { Asked } from './messages/codec.ts';
import type { MethodsPort } from './methods/table.ts';
import type { Messages } from './messages/messages.ts';

/** Parts of the service for calls. */
export type GrpcPort = MethodsPort &
  EnvoyPort &
  FindsSessions &
  HasQuotas &
  RecordsCallers & {
    readonly metrics: { readonly countError: (code: ErrorCode) => void };
    readonly log: Logger;
    /** `null` if spans are not collected. */
    readonly tracing: TraceRoute | null;
  };

export interface GrpcContext {
  readonly services: GrpcPort;
  readonly tokens: TokenSource;
  readonly calls: Calls;
  readonly messages: Messages;
  readonly writeStatus: (error: ServiceError) => StatusObject;
  readonly newMetadata: () => Metadata;
  /** Aborted when the service is about to end: streams end then. */
  readonly closing: AbortSignal;
}

/** A call as its handler sees it. */
export interface CallOrigin {
  readonly id: string;
  readonly path: string;
  readonly caller: Caller;
  readonly metadata: Metadata;
}

export function originOf(path: string, metadata: Metadata, { calls }: GrpcContext): CallOrigin {
  const id = requestId(firstText(metadata, 'x-request-id'));
  return { id, path, caller: calls.get(metadata)?.caller ?? NOBODY, metadata };
}

function firstText(metadata: Metadata, name: string): string | undefined {
  const [value] = metadata.get(name);
  return typeof value === 'string' ? value : undefined;
}

const EMPTY = Buffer.alloc(0);

/** The call as a route takes it. */
export function routeCall(
  { id, caller, metadata }: CallOrigin,
  { body, parameters = {}, query = {} }: Asked,
  onLeave: RouteCall['onLeave'],
  { services: { audit, configuration } }: GrpcContext,
): RouteCall {
  const bytes = bytesOf(body);
  if (bytes.length > configuration.maxBodyBytes)
    throw new ServiceError(
      'payload_too_large',
      `the request is larger than ${configuration.maxBodyBytes} bytes`,
    );
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const traceparent = firstText(metadata, 'traceparent');
  return {
    caller,
    onLeave,
    body: bytes,
    gzip: false,
    parameters,
    headers: traceparent === undefined ? {} : { traceparent },
    method: 'POST',
    url: '',
    dataPath: '',
    query: new URLSearchParams(pairs).toString(),
    origin: audit === null ? null : audit.originOf(id, caller.actor, traceparent),
  };
}

function bytesOf(body: Asked['body']): Buffer {
  if (body === undefined) return EMPTY;
  return typeof body === 'string'
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** Runs a route, within a span if spans are collected. */
export function handleOf(route: BoundRoute, path: string, { services }: GrpcContext): BoundRoute['handle'] {
  return services.tracing?.({ ...route, method: 'POST', path }) ?? route.handle;
}

/** Resolves when the response of a call may be written. */
export async function turnOf({ metadata }: CallOrigin, { calls }: GrpcContext): Promise<void> {
  await calls.get(metadata)?.turn();
}

/** Passes a call to its route. Settles when the response can be written. */
export async function handleInTurn(
  handle: BoundRoute['handle'],
  call: RouteCall,
  origin: CallOrigin,
  context: GrpcContext,
): Promise<Answer> {
  try {
    return await handle(call);
  } finally {
    await turnOf(origin, context);
  }
}

/** Counts and logs a refusal, and writes its status. Unexpected errors reveal nothing. */
export function refuseCall(error: unknown, origin: CallOrigin, context: GrpcContext): StatusObject {
  const { services, writeStatus } = context;
  const refusal =
    error instanceof ServiceError
      ? error
      : new ServiceError('internal_error', 'the request could not be handled');
  if (refusal !== error) {
    const problem = error instanceof Error ? error.stack : String(error);
    services.log.error({ request_id: origin.id, problem }, 'request failed');
  }
  services.metrics.countError(refusal.code);
  logCause(services.log, origin.id, origin.caller.actor, refusal);
  if (refusal.code === 'unauthorized' || refusal.code === 'forbidden') {
    const { audit } = services;
    audit?.refused(audit.originOf(origin.id, origin.caller.actor || 'unknown', undefined), origin.path);
  }
  return writeStatus(refusal);
}

/** One line for each call, as for each request of HTTP. */
export function logCall(
  { id, path }: CallOrigin,
  code: number,
  started: number,
  { services }: GrpcContext,
): void {
  if (!services.log.isLevelEnabled('info')) return;
  const duration = Math.round((performance.now() - started) * 1000) / 1000;
  services.log.info(
    { request_id: id, method: 'gRPC', route: path, status: code, duration_ms: duration },
    'request',
  );
}
