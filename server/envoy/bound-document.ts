/** The part of a request behind Envoy that an approval is bound to: all that the rules see, except one attempt's own. */
import { createHash } from 'node:crypto';
import type { BoundRequest } from '../../agents/gate/bound-request.ts';
import type { EnvoyRequest } from '../evaluation/protocol/envoy-request.ts';

/** Headers that name one attempt or its time: they differ when a request is sent again. */
const OF_THE_ATTEMPT: ReadonlySet<string> = new Set([
  'b3',
  'date',
  'traceparent',
  'tracestate',
  'x-amzn-trace-id',
  'x-b3-flags',
  'x-b3-parentspanid',
  'x-b3-sampled',
  'x-b3-spanid',
  'x-b3-traceid',
  'x-client-trace-id',
  'x-cloud-trace-context',
  'x-datadog-parent-id',
  'x-datadog-sampling-priority',
  'x-datadog-trace-id',
  'x-envoy-attempt-count',
  'x-envoy-expected-rq-timeout-ms',
  'x-ot-span-context',
  'x-request-id',
]);

/** Headers whose value lets who reads it act as its sender: an approver sees their digest. */
const CREDENTIALS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-api-key',
]);

/**
 * @param sent text of the body; `null` if Envoy does not send it
 * @param caller name of the token in the request itself; `null` if it has none
 */
export function boundDocument(
  { source, destination, http, contextExtensions, metadata, sni }: EnvoyRequest,
  sent: string | null,
  caller: string | null,
): BoundRequest {
  const { id: _, headers, ...rest } = http;
  const kept = Object.entries(headers)
    .filter(([name]) => !OF_THE_ATTEMPT.has(name.toLowerCase()))
    .map(([name, value]) => [name, CREDENTIALS.has(name.toLowerCase()) ? digest(value) : value]);
  const shown = {
    ...rest,
    headers: Object.fromEntries(kept) as object,
    ...(sent === null ? {} : { body: sent }),
  };
  return {
    attributes: {
      // A client sends from another port each time.
      ...(source === null ? {} : { source: { ...source, port: null } }),
      ...(destination === null ? {} : { destination }),
      request: { http: shown },
      context_extensions: contextExtensions,
      metadata_context: { filter_metadata: metadata },
      ...(sni === '' ? {} : { tls_session: { sni } }),
    },
    ...(caller === null ? {} : { caller }),
  };
}

function digest(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
