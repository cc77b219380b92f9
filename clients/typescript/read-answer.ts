/** Response, checked before use. */
import { parse } from 'lossless-json';
import type { Operation } from './api.ts';
import { ConnectionError, isObject, ServiceError } from './errors.ts';
import { readRetryAfter } from './retry.ts';

/** An integer of sixteen digits or more; met inside of strings too, where it only costs time. */
const LONG_INTEGER = /\d{16}/;

/** JSON, where an integer that a number cannot hold is a bigint. Throws SyntaxError. */
function parseExact(text: string): unknown {
  if (!LONG_INTEGER.test(text)) return JSON.parse(text) as unknown;
  return parse(text, null, { parseNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function parseNumber(text: string): number | bigint {
  const value = Number(text);
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** Throws ServiceError for a refusal and ConnectionError for an invalid response. */
export async function readAnswer(response: Response, operation: Operation): Promise<unknown> {
  const { status, headers } = response;
  // An answer to another request than ours is none; a browser hides the status of a redirect.
  if (status < 200 || (status >= 300 && status < 400)) {
    throw new ConnectionError('invalid_answer', 'the service responded with a redirect');
  }
  const text = await response.text();
  if (status >= 400) {
    throw new ServiceError(status, readRetryAfter(headers.get('retry-after'), Date.now()), parseIfJson(text));
  }
  if (operation.answer === 'text') return text;
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    throw new ConnectionError('invalid_answer', 'the response is not JSON', error);
  }
  const missing = operation.keys.find((key) => !(isObject(value) && Object.hasOwn(value, key)));
  if (missing !== undefined) throw new ConnectionError('invalid_answer', `the answer has no '${missing}'`);
  return value;
}

function parseIfJson(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return text;
  }
}
