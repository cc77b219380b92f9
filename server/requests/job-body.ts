import { isUtf8 } from 'node:buffer';
import { gunzipSync } from 'node:zlib';
import { ServiceError } from '../../library/errors.ts';
import { duplicateKey } from '../../library/duplicate-key.ts';
import { jsonFault } from '../../library/json-fault.ts';
import { parseJson } from '../../library/json.ts';

/** Deeper nesting is refused, so that no body can exhaust the stack of whatever walks it. */
const DEEPEST = 256;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Returns the text of a body. Throws ServiceError for one that is too long, is not UTF-8 or does not unpack. */
export function readText(bytes: Uint8Array, gzip: boolean, maxBytes: number): string {
  if (bytes.length > maxBytes)
    throw new ServiceError('payload_too_large', `the body is larger than ${maxBytes} bytes`);
  const plain = gzip ? unpack(bytes, maxBytes) : bytes;
  if (!isUtf8(plain)) throw new ServiceError('invalid_json', 'the body is not UTF-8 text');
  const text = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Parses JSON with every digit kept. Throws ServiceError `invalid_json`. */
export function readJson(text: string): unknown {
  if (text.trim() === '') throw new ServiceError('invalid_json', 'the body is empty');
  if (text.length > DEEPEST && isTooDeep(text)) {
    throw new ServiceError('invalid_json', `the body is nested more than ${DEEPEST} deep`);
  }
  try {
    return parseJson(text);
  } catch {
    const place = jsonFault(text);
    throw new ServiceError('invalid_json', `the body is not valid JSON${place === null ? '' : `: ${place}`}`);
  }
}

/**
 * Parses JSON that several programs must read in the same way: duplicate keys are refused. Throws
 * ServiceError `invalid_json`.
 */
export function readStrictJson(text: string): unknown {
  const value = readJson(text);
  const twice = duplicateKey(text);
  if (twice === null) return value;
  throw new ServiceError('invalid_json', `the body has the key ${shorten(JSON.stringify(twice))} twice`);
}

const LONGEST_KEY = 120;

function shorten(key: string): string {
  return key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key;
}

function unpack(bytes: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new ServiceError('payload_too_large', `the unpacked body is larger than ${maxBytes} bytes`);
    }
    throw new ServiceError('invalid_json', 'the body is not valid gzip');
  }
}

/** Brackets inside strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) {
      quoted = true;
    } else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
      if (++depth > DEEPEST) return true;
    } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
      depth--;
    }
  }
  return false;
}
