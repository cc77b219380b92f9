/** A request that Envoy asks about, as the document that the `input:` of a ruleset turns into facts. */
import { ServiceError } from '../errors.ts';

export interface EnvoyPeer {
  readonly address: string | null;
  readonly port: number | null;
  readonly service: string;
  readonly principal: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface EnvoyHttp {
  readonly id: string;
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly protocol: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null: Envoy was not told to send it. */
  readonly body: string | null;
  /** Bytes of the whole body, or -1. */
  readonly size: number;
}

export interface EnvoyRequest {
  readonly source: EnvoyPeer | null;
  readonly destination: EnvoyPeer | null;
  readonly http: EnvoyHttp;
  readonly contextExtensions: Readonly<Record<string, string>>;
  /** By filter; JSON values. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sni: string;
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Envoy says so of a body that is longer than it was told to send. */
const PARTIAL = 'x-envoy-auth-partial-body';

/**
 * JSON text of the document. The body goes in as it was written, so that no digit is lost. Throws ServiceError
 * `invalid_request` for a body that says it is JSON and is none: rules must not decide on less than was sent.
 */
export function documentText(request: EnvoyRequest): string {
  const { source, destination, http, contextExtensions, metadata, sni } = request;
  const { body, path, ...rest } = http;
  const mark = path.indexOf('?');
  const [pathname, query] = mark === -1 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
  const json = jsonBody(http);
  const attributes = {
    ...(source === null ? {} : { source }),
    ...(destination === null ? {} : { destination }),
    request: { http: { ...rest, path, ...(body === null ? {} : { body }) } },
    context_extensions: contextExtensions,
    metadata_context: { filter_metadata: metadata },
    ...(sni === '' ? {} : { tls_session: { sni } }),
  };
  const document = {
    attributes,
    parsed_path: segmentsOf(pathname),
    parsed_query: queryOf(query),
    truncated_body: isTruncated(http),
  };
  const text = JSON.stringify(document);
  return json === null ? text : `${text.slice(0, -1)},"parsed_body":${json}}`;
}

function isTruncated({ headers }: EnvoyHttp): boolean {
  return headers[PARTIAL] === 'true';
}

function jsonBody(http: EnvoyHttp): string | null {
  const { body, headers } = http;
  if (body === null || body === '' || isTruncated(http)) return null;
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return null;
  try {
    JSON.parse(body);
    return body;
  } catch {
    throw new ServiceError('invalid_request', 'the body says that it is JSON and is none');
  }
}

/** Decoded after they are split, so that an encoded slash does not look like one. */
function segmentsOf(pathname: string): readonly string[] {
  return pathname.split('/').slice(1).map(decoded);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ServiceError('invalid_request', 'the path is not valid');
  }
}

function queryOf(query: string): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    const all = values.get(name);
    if (all === undefined) values.set(name, [value]);
    else all.push(value);
  }
  return Object.fromEntries(values);
}
