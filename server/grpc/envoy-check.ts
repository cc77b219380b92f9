/**
 * `envoy.service.auth.v3.Authorization/Check`. Who may call gets an answer always: a status of gRPC would leave it to
 * Envoy's `failure_mode_allow` whether the request goes on.
 */
import type { handleUnaryCall } from '@grpc/grpc-js';
import { decideEnvoy, deniedFor, type EnvoyVerdict } from '../envoy/decide.ts';
import type { EnvoyPeer, EnvoyRequest } from '../envoy/document.ts';
import { ServiceError } from '../errors.ts';
import { answer } from '../service/http/answer.ts';
import { evaluate } from '../service/routes/evaluate.ts';
import { handleOf, logCall, originOf, refuseCall, routeCall, type GrpcContext } from './context.ts';
import type { Received } from './definitions.ts';
import { messageOf } from './serve-unary.ts';
import { CODE, statusName } from './status.ts';
import { structValue, type StructMessage } from './struct.ts';

export const ENVOY_CHECK = { name: 'Check', access: 'evaluate' } as const;

interface PeerMessage {
  readonly address: {
    readonly socket_address?: { readonly address: string; readonly port_value?: number } | null;
  } | null;
  readonly service: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly principal: string;
}

interface HttpMessage {
  readonly id: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly header_map: {
    readonly headers: readonly { readonly key: string; readonly value: string; readonly raw_value: Buffer }[];
  } | null;
  readonly path: string;
  readonly host: string;
  readonly scheme: string;
  readonly size: string;
  readonly protocol: string;
  readonly body: string;
  readonly raw_body: Buffer;
}

interface CheckMessage {
  readonly attributes: {
    readonly source: PeerMessage | null;
    readonly destination: PeerMessage | null;
    readonly request: { readonly http: HttpMessage | null } | null;
    readonly context_extensions: Readonly<Record<string, string>>;
    readonly metadata_context: { readonly filter_metadata: Readonly<Record<string, StructMessage>> } | null;
    readonly tls_session: { readonly sni: string } | null;
  } | null;
}

export function serveEnvoyCheck(path: string, context: GrpcContext): handleUnaryCall<Received, object> {
  const { services } = context;
  return (call, callback) => {
    const started = performance.now();
    const origin = originOf(path, call.metadata, context);
    let verdict: EnvoyVerdict | null = null;
    const handle = handleOf(
      {
        ...evaluate,
        handle: async ({ caller, origin: from }) => {
          const request = requestOf(messageOf(call.request) as unknown as CheckMessage, origin.id);
          verdict = await decideEnvoy({ request, caller, origin: from }, services);
          return answer(JSON.stringify({ decision: verdict.verdict }));
        },
      },
      path,
      context,
    );
    const serve = async (): Promise<EnvoyVerdict> => {
      await handle(
        routeCall(origin, {}, () => undefined, context),
        services,
      );
      if (verdict === null) throw new Error('the handler decides');
      return verdict;
    };
    serve()
      .catch((error: unknown) => deniedFor(error))
      .then((decided) => {
        if (decided.error !== null) refuseCall(decided.error, origin, context);
        callback(null, responseOf(decided));
        logCall(origin, CODE.OK, started, context);
      }, callback);
  };
}

/** Throws ServiceError for a check that is of no HTTP request: there is nothing to decide on. */
function requestOf({ attributes }: CheckMessage, id: string): EnvoyRequest {
  const http = attributes?.request?.http ?? null;
  if (attributes === null || http === null)
    throw new ServiceError(
      'invalid_request',
      'attributes.request.http: is missing',
      'attributes.request.http',
    );
  const { source, destination, context_extensions, metadata_context, tls_session } = attributes;
  const filters = Object.entries(metadata_context?.filter_metadata ?? {});
  return {
    source: peerOf(source),
    destination: peerOf(destination),
    http: {
      id: http.id === '' ? id : http.id,
      method: http.method,
      scheme: http.scheme,
      host: http.host,
      path: http.path,
      protocol: http.protocol,
      headers: headersOf(http),
      body: bodyOf(http),
      size: Number(http.size),
    },
    contextExtensions: context_extensions,
    metadata: Object.fromEntries(filters.map(([name, value]) => [name, structValue(value)])),
    sni: tls_session?.sni ?? '',
  };
}

function peerOf(peer: PeerMessage | null): EnvoyPeer | null {
  if (peer === null) return null;
  const { address, port_value: port = null } = peer.address?.socket_address ?? { address: null };
  return { address, port, service: peer.service, principal: peer.principal, labels: peer.labels };
}

/** Envoy sends one of the two forms; a header that came several times is joined as HTTP joins it. */
function headersOf({ headers, header_map: map }: HttpMessage): Readonly<Record<string, string>> {
  if (map === null) return headers;
  const all = new Map(Object.entries(headers));
  for (const { key, value, raw_value: raw } of map.headers) {
    const name = key.toLowerCase();
    const text = raw.length > 0 ? raw.toString('latin1') : value;
    const before = all.get(name);
    all.set(name, before === undefined ? text : `${before},${text}`);
  }
  return Object.fromEntries(all);
}

/** Throws ServiceError for bytes that are no text: rules could not tell them apart. */
function bodyOf({ body, raw_body: raw }: HttpMessage): string | null {
  if (raw.length > 0) {
    const text = raw.toString('utf8');
    if (Buffer.from(text).equals(raw)) return text;
    throw new ServiceError('invalid_request', 'raw_body: is not UTF-8', 'raw_body');
  }
  return body === '' ? null : body;
}

const OVERWRITE = 'OVERWRITE_IF_EXISTS_OR_ADD';

function options(headers: Readonly<Record<string, string>>): readonly object[] {
  return Object.entries(headers).map(([key, value]) => ({
    header: { key, value },
    append_action: OVERWRITE,
  }));
}

function responseOf({ verdict, status, body, headers, response, error }: EnvoyVerdict): object {
  if (verdict === 'allow')
    return {
      status: { code: CODE.OK },
      ok_response: { headers: options(headers), response_headers_to_add: options(response) },
    };
  const code = error === null ? CODE.PERMISSION_DENIED : CODE[statusName(error.code)];
  return {
    // Anything but OK denies, whatever Envoy is told to do about failures.
    status: { code: code === CODE.OK ? CODE.PERMISSION_DENIED : code, message: verdict },
    denied_response: { status: { code: status }, headers: options(headers), body },
  };
}
