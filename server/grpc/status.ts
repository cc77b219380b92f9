/** Refusals as statuses of gRPC. */
import type { Metadata, StatusObject } from '@grpc/grpc-js';
import type { PackageDefinition } from '@grpc/proto-loader';
import type { ServiceError } from '../../library/errors.ts';
import { ERROR_STATUS, type ErrorCode } from '../../library/errors.ts';
import { isTransient, RETRY_AFTER_SECONDS } from '../requests/answer.ts';
import type { GrpcPackages } from './packages.ts';

/** Numbers of google.rpc.Code. */
export const CODE = {
  OK: 0,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  UNAUTHENTICATED: 16,
} as const;

type StatusName = keyof typeof CODE;

const BY_HTTP: Readonly<Record<number, StatusName>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'FAILED_PRECONDITION',
  413: 'RESOURCE_EXHAUSTED',
  422: 'INVALID_ARGUMENT',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

/** gRPC codes that are more specific than the HTTP status. */
const BY_CODE: Partial<Record<ErrorCode, StatusName>> = {
  approval_limit_exceeded: 'RESOURCE_EXHAUSTED',
  engine_not_mounted: 'FAILED_PRECONDITION',
  evaluation_failed: 'FAILED_PRECONDITION',
  evaluation_limit: 'RESOURCE_EXHAUSTED',
  evaluation_timeout: 'DEADLINE_EXCEEDED',
  fleet_not_served: 'FAILED_PRECONDITION',
  overloaded: 'RESOURCE_EXHAUSTED',
  ruleset_root_not_configured: 'FAILED_PRECONDITION',
  session_exists: 'ALREADY_EXISTS',
  session_facts_exceeded: 'RESOURCE_EXHAUSTED',
  session_limit_exceeded: 'RESOURCE_EXHAUSTED',
  sessions_unavailable: 'FAILED_PRECONDITION',
  stale_version: 'ABORTED',
};

export function statusName(code: ErrorCode): StatusName {
  return BY_CODE[code] ?? BY_HTTP[ERROR_STATUS[code]] ?? 'INVALID_ARGUMENT';
}

/** Longer ones do not fit into the trailers that clients take. */
const LONGEST_DETAIL = 2_000;
const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo';

interface Type {
  readonly serialize: (value: object) => Buffer;
}

/** Writes a refusal: a status with a google.rpc.ErrorInfo in its details. */
export function createStatusWriter(
  { grpc }: GrpcPackages,
  definitions: PackageDefinition,
): (error: ServiceError) => StatusObject {
  const info = definitions['google.rpc.ErrorInfo'] as unknown as Type;
  const status = definitions['google.rpc.Status'] as unknown as Type;
  return ({ code: reason, message, field }) => {
    const code = CODE[statusName(reason)];
    const details = message.length > LONGEST_DETAIL ? `${message.slice(0, LONGEST_DETAIL)}…` : message;
    const value = info.serialize({ reason, domain: 'ferrule', metadata: field === null ? {} : { field } });
    const metadata: Metadata = new grpc.Metadata();
    const packed = { code, message: details, details: [{ type_url: ERROR_INFO, value }] };
    metadata.set('grpc-status-details-bin', status.serialize(packed));
    if (isTransient(reason)) metadata.set('retry-after', RETRY_AFTER_SECONDS);
    return { code, details, metadata };
  };
}
