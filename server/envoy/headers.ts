/** Headers that rules ask for in their metadata: `header.NAME`, and on an allow `response-header.NAME`. */
import { ServiceError } from '../../library/errors.ts';

export interface EnvoyHeaders {
  /** On an allow of the request that goes on, else of the answer to the client. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of the response to the client, if the request was allowed. */
  readonly response: Readonly<Record<string, string>>;
}

const REQUEST = 'header.';
const RESPONSE = 'response-header.';
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** They say where a request goes, and how long it is. */
const NEVER: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'te',
  'trailer',
]);

/** Throws ServiceError for a header that cannot be sent: then nothing is allowed, since it may be what it hangs on. */
export function headersOf(metadata: Readonly<Record<string, string>>): EnvoyHeaders {
  const headers: Record<string, string> = {};
  const response: Record<string, string> = {};
  for (const [key, value] of Object.entries(metadata)) {
    if (key.startsWith(RESPONSE)) response[nameOf(key.slice(RESPONSE.length))] = valueOf(key, value);
    else if (key.startsWith(REQUEST)) headers[nameOf(key.slice(REQUEST.length))] = valueOf(key, value);
  }
  return { headers, response };
}

function nameOf(given: string): string {
  const name = given.toLowerCase();
  if (NAME.test(name) && !NEVER.has(name)) return name;
  throw new ServiceError('evaluation_failed', 'the rules set an invalid header');
}

function valueOf(key: string, value: string): string {
  if (VALUE.test(value)) return value;
  throw new ServiceError('evaluation_failed', `the metadata value ${key} is not a valid header value`);
}
