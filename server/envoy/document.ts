/** A request from Envoy, as the document that the `input:` of a ruleset turns into facts. */
import { decodeAll } from '../../runtime/values/percent.ts';
import { ServiceError } from '../../library/errors.ts';
import { foldedTwice } from '../../library/fold-key.ts';
import { writeJson } from '../../library/json.ts';
import type { EnvoyHttp, EnvoyRequest } from '../evaluation/protocol/envoy-request.ts';
import { readStrictJson } from '../requests/job-body.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
/** Set by Envoy for a body that exceeds its configured limit. */
const PARTIAL = 'x-envoy-auth-partial-body';

/**
 * Returns the JSON text of the document. The body is copied as written, so that no digit is lost. Throws ServiceError
 * `invalid_request` if a body declared as JSON is invalid, or has keys that some programs treat as equal: rules must not
 * decide on less than was sent, or on something else.
 *
 * @param body `null` if Envoy does not send it
 */
export function documentText(request: EnvoyRequest, body: string | null): string {
  const { source, destination, http, contextExtensions, metadata, sni } = request;
  const { path, ...rest } = http;
  const mark = path.indexOf('?');
  const [pathname, query] = mark === -1 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
  const json = jsonBody(http, body);
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
  const text = writeJson(document);
  return json === null ? text : `${text.slice(0, -1)},"parsed_body":${json}}`;
}

function isTruncated({ headers }: EnvoyHttp): boolean {
  return headers[PARTIAL] === 'true';
}

/**
 * True if the request has more of a body than Envoy sent. An approval of a part, or of none, would open every request that
 * begins like this one.
 *
 * @param sent bytes of the body that came, as Envoy sent them
 */
export function lacksBody(http: EnvoyHttp, sent: number): boolean {
  const { headers, size } = http;
  const announced = Math.max(size, Number(headers['content-length'] ?? 0) || 0);
  const isUnannounced = sent === 0 && headers['transfer-encoding'] !== undefined;
  return isTruncated(http) || announced > sent || isUnannounced;
}

function jsonBody(http: EnvoyHttp, body: string | null): string | null {
  const { headers } = http;
  if (body === null || body === '' || isTruncated(http)) return null;
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) return null;
  try {
    const twice = foldedTwice(readStrictJson(body));
    if (twice !== null) throw new ServiceError('invalid_request', twice);
    return body;
  } catch (error) {
    const detail = error instanceof ServiceError ? error.message : 'it cannot be read';
    throw new ServiceError('invalid_request', `invalid JSON body: ${detail}`);
  }
}

/** Unreserved characters of RFC 3986 (2.3): some programs treat an escaped one as a different path, others as the same. */
const ESCAPED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/i;

/**
 * Decoded after they are split, so that an encoded slash does not look like one. Throws ServiceError for a path that
 * escapes letters, digits or `-._~`, or climbs: rules that compare the path would not see what is served.
 */
function segmentsOf(pathname: string): readonly string[] {
  if (ESCAPED_UNRESERVED.test(pathname))
    throw new ServiceError('invalid_request', 'the path contains unnecessary percent-encoding');
  const segments = pathname.split('/').slice(1);
  if (segments.some(climbs))
    throw new ServiceError('invalid_request', 'the path contains `.` or `..` segments');
  return segments.map(decoded);
}

/** `.` or `..`, perhaps with the parameters that servlets take off. */
const DOTS = /^\.{1,2}(?:;.*)?$/s;

/**
 * True for a segment that is `.` or `..`, or becomes that when escapes and their escapes are decoded: proxies that do not
 * normalise paths pass it on, and the server behind them serves what the rules have not seen.
 */
function climbs(segment: string): boolean {
  const plain = decodeAll(segment);
  return plain === null || plain.split(/[/\\]/).some((part) => DOTS.test(part));
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
