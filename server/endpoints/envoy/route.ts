/**
 * Envoy's external authorization over HTTP: Envoy sends the request to check, with its own method and path
 * behind a prefix. No part of the interface description: what may come is any request at all.
 */
import * as z from 'zod';
import { ServiceError } from '../../../library/errors.ts';
import { decideEnvoy, type EnvoyPort } from '../../envoy/decide.ts';
import type { EnvoyRequest } from '../../evaluation/protocol/envoy-request.ts';
import { requestId } from '../../requests/request-id.ts';
import type { Route, RouteCall } from '../route.ts';

const ENVOY_PREFIX = '/v1/envoy/check';
/** Envoy's own token, beside the `authorization` of the request to check. */
const ENVOY_TOKEN = 'x-ferrule-authorization';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const URLS = [ENVOY_PREFIX, `${ENVOY_PREFIX}/*`] as const;

/** Envoy's, and those of the connection between Envoy and the service. */
const NOT_ITS_OWN: ReadonlySet<string> = new Set([ENVOY_TOKEN, 'connection', 'content-length', 'keep-alive']);

export const ENVOY_ROUTES: readonly Route<EnvoyPort>[] = METHODS.flatMap((method) =>
  URLS.map((url): Route<EnvoyPort> => ({
    method,
    url,
    path: url,
    summary: 'Decide a request for Envoy',
    operationId: 'envoyCheck',
    access: 'evaluate',
    tokenHeader: ENVOY_TOKEN,
    envelope: 'plain',
    body: 'any',
    cap: 'body',
    request: null,
    response: z.unknown(),
    parameters: [],
    errors: [],
    async handle(call, services) {
      const { caller, origin, body: sent, gzip } = call;
      const asked = { request: requestOf(call), body: sent, gzip, caller, origin };
      const verdict = await decideEnvoy(asked, services);
      const { status, body, headers, response, error } = verdict;
      const prefixed = Object.entries(response).map(([name, value]) => [`${RESPONSE}${name}`, value]);
      return {
        status,
        body,
        headers: { ...headers, ...Object.fromEntries(prefixed) },
        ...(error === null ? {} : { error }),
      };
    },
  })),
);

/**
 * The path and query of the request to check. The router also takes an address that writes the prefix with escapes, or with
 * a host before it: cutting off as many characters would give another path. Throws ServiceError.
 */
function pathBehind(url: string): string {
  const path = url.slice(ENVOY_PREFIX.length);
  if (url.startsWith(ENVOY_PREFIX) && /^(?:$|[/?])/.test(path)) return path;
  throw new ServiceError('not_found', 'no such endpoint');
}

/** Over HTTP every header goes one way: this marks those for the client, and Envoy is configured to pass them. */
const RESPONSE = 'x-ferrule-response-';

function requestOf({ method, url, headers, body }: RouteCall): EnvoyRequest {
  const path = pathBehind(url);
  const hasOwnToken = headers[ENVOY_TOKEN] !== undefined;
  const own = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    // Without a header of its own the token in `authorization` is Envoy's.
    const isOurs = NOT_ITS_OWN.has(name) || (name === 'authorization' && !hasOwnToken);
    return isOurs || value === undefined ? [] : [[name, String(value)]];
  });
  const given = headers['x-request-id'];
  return {
    source: null,
    destination: null,
    http: {
      id: requestId(typeof given === 'string' ? given : undefined),
      method,
      scheme: String(headers['x-forwarded-proto'] ?? ''),
      host: String(headers['host'] ?? ''),
      path: path.startsWith('/') ? path : `/${path}`,
      protocol: 'HTTP/1.1',
      headers: Object.fromEntries(own),
      size: body.length,
    },
    contextExtensions: {},
    metadata: {},
    sni: '',
  };
}
