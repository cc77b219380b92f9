/** The value of `share` in an address: `1.` and the base64url of the deflated JSON of a ruleset and a request. */
import type { StudioFile } from '../protocol/messages.ts';

const VERSION = '1.';
/** Bytes of JSON that a link may hold. */
const MOST_BYTES = 2_000_000;

interface Shared {
  readonly files: readonly StudioFile[];
  /** JSON as `ferrule evaluate` takes it. */
  readonly request: string;
  readonly open: string | null;
}

/** An invalid share link. The message is for the user. */
class ShareError extends Error {}

export async function writeShare({ files, request, open }: Shared): Promise<string> {
  // The request stays text, so that no digit of it is lost.
  const own = open === null ? '' : `,"open":${JSON.stringify(open)}`;
  const asJson = isJson(request) ? request : JSON.stringify(request);
  const json = `{"files":${JSON.stringify(files)},"request":${asJson}${own}}`;
  const packed = await through(
    new TextEncoder().encode(json),
    new CompressionStream('deflate-raw'),
    Infinity,
  );
  let binary = '';
  for (const byte of packed) binary += String.fromCharCode(byte);
  return VERSION + btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** Throws ShareError. */
export async function readShare(text: string): Promise<Shared> {
  if (!text.startsWith(VERSION)) throw new ShareError('This link was made by another version of the studio.');
  try {
    const binary = atob(text.slice(VERSION.length).replace(/-/g, '+').replace(/_/g, '/'));
    const packed = Uint8Array.from(binary, (one) => one.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'), MOST_BYTES);
    return readShared(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof ShareError) throw error;
    throw new ShareError('This link is damaged.');
  }
}

function readShared(json: string): Shared {
  const { files, open } = JSON.parse(json) as { readonly files?: unknown; readonly open?: unknown };
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile))
    throw new ShareError('This link is damaged.');
  const request = memberText(json, 'request');
  return { files, request: request ?? '', open: typeof open === 'string' ? open : null };
}

function isFile(value: unknown): value is StudioFile {
  const { path, text } = (value ?? {}) as Partial<StudioFile>;
  return typeof path === 'string' && typeof text === 'string';
}

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|([{}[\]])|([,:])|([^\s{}[\],:"]+))/gy;

/** The text of a member of an object, with every digit; `null` if it has none. */
function memberText(json: string, name: string): string | null {
  TOKEN.lastIndex = 0;
  let depth = 0;
  let start: number | null = null;
  for (let before = ''; ;) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(json);
    if (found === null) return null;
    const [, string, bracket, sign] = found;
    if (start !== null && depth === 1 && (sign === ',' || bracket === '}')) return json.slice(start, from);
    if (bracket !== undefined) depth += '{['.includes(bracket) ? 1 : -1;
    if (depth === 1 && sign === ':' && before === JSON.stringify(name)) start = TOKEN.lastIndex;
    before = string ?? '';
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws ShareError for more bytes than `most`. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done || value === undefined) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new ShareError('This link holds more than 2 MB.');
    }
    parts.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
