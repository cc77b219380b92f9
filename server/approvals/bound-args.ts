/** The arguments of a bound request: rules compare their digest. */
import type { BoundRequest } from '../../agents/gate/bound-request.ts';

type Members = Readonly<Record<string, unknown>>;

/** The arguments of a tool call; of a request for Envoy what names it; of a request of AuthZEN the whole. */
export function argsOf(request: BoundRequest): unknown {
  const { call, attributes, caller } = request as {
    readonly call?: Members;
    readonly attributes?: { readonly source?: Members; readonly request: { readonly http: Members } };
    readonly caller?: unknown;
  };
  if (call !== undefined) return call['args'];
  if (attributes === undefined) return request;
  const { method, host, path, body } = attributes.request.http;
  const principal = attributes.source?.['principal'] ?? '';
  return {
    method,
    host,
    path,
    ...(body === undefined ? {} : { body }),
    // Behind a peer the approval is of who holds the token of the request.
    ...(caller === undefined || principal === '' ? {} : { principal }),
  };
}
