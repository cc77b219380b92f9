/** Requests of `envoy.service.auth.v3.Authorization/Check`. */
import { isUtf8 } from 'node:buffer';
import type { EnvoyPeer, EnvoyRequest } from '../../evaluation/protocol/envoy-request.ts';
import { ServiceError } from '../../../library/errors.ts';
import { structValue, type StructMessage } from '../struct.ts';
import { codec, type Asked } from './codec.ts';

const EMPTY = Buffer.alloc(0);

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

export const check = codec<CheckMessage>(
  'Check',
  (message) => ({ check: requestOf(message), body: bodyOf(message) }),
  () => {
    throw new Error('responses to Envoy are not written here');
  },
);

/** @param id of the call, for a request that has none */
export function checkOf(
  { check: request, body = EMPTY }: Asked,
  id: string,
): { readonly request: EnvoyRequest; readonly body: Buffer } {
  if (request === undefined || typeof body === 'string') throw new Error('the request is not a check');
  const { http } = request;
  return {
    request: http.id === '' ? { ...request, http: { ...http, id } } : request,
    body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
  };
}

/** Throws ServiceError for a check that is of no HTTP request: there is nothing to decide on. */
function requestOf({ attributes }: CheckMessage): EnvoyRequest {
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
      id: http.id,
      method: http.method,
      scheme: http.scheme,
      host: http.host,
      path: http.path,
      protocol: http.protocol,
      headers: headersOf(http),
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

/** Throws ServiceError for invalid UTF-8: rules could not distinguish such bytes. */
function bodyOf({ attributes }: CheckMessage): Buffer {
  const { body = '', raw_body: raw = EMPTY } = attributes?.request?.http ?? {};
  if (raw.length === 0) return Buffer.from(body);
  if (isUtf8(raw)) return raw;
  throw new ServiceError('invalid_request', 'raw_body: is not UTF-8', 'raw_body');
}
