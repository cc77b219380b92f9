/**
 * Reads one message from its text. What is read keeps every digit, has no key that two readers could take for different
 * members, and holds the members of JSON-RPC only: this is what is decided and what is forwarded.
 */
import { parseJson } from '../../library/json.ts';
import { foldsToKnown } from '../../library/fold-key.ts';
import { isRecord } from '../../library/is-record.ts';
import { INVALID_REQUEST, PARSE_ERROR, type Message, type MessageId } from './message.ts';
import { textProblem } from './unique-keys.ts';

/** Text that is not a message, as JSON-RPC reports it. */
export interface Unreadable {
  readonly code: number;
  /** Id of a request; null for everything else. */
  readonly id: MessageId | null;
  readonly problem: string;
}

export type ReadMessage =
  { readonly ok: true; readonly message: Message } | { readonly ok: false; readonly unreadable: Unreadable };

const MEMBERS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error']);

export function readMessage(text: string): ReadMessage {
  let value: unknown;
  try {
    JSON.parse(text);
  } catch {
    return unreadable(PARSE_ERROR, null, 'not valid JSON');
  }
  const ambiguous = textProblem(text);
  if (ambiguous !== null) return unreadable(INVALID_REQUEST, null, ambiguous);
  try {
    value = parseJson(text);
  } catch {
    return unreadable(PARSE_ERROR, null, 'not valid JSON');
  }
  if (Array.isArray(value)) return unreadable(INVALID_REQUEST, null, 'batches are not supported');
  if (!isRecord(value)) return unreadable(INVALID_REQUEST, null, 'a message must be a JSON object');
  const problem = problemOf(value);
  if (problem === null) return { ok: true, message: knownMembers(value) };
  return unreadable(INVALID_REQUEST, isAnswer(value) ? null : idOf(value['id']), problem);
}

/** The error that a client is sent for it. */
export function unreadableAnswer({ code, id, problem }: Unreadable): object {
  return { jsonrpc: '2.0', id, error: { code, message: problem } };
}

function unreadable(code: number, id: MessageId | null, problem: string): ReadMessage {
  return { ok: false, unreadable: { code, id, problem } };
}

function problemOf(value: Readonly<Record<string, unknown>>): string | null {
  const folded = foldsToKnown(Object.keys(value), MEMBERS);
  if (folded !== null) return folded;
  const { jsonrpc, id, method, params, result, error } = value;
  if (jsonrpc !== '2.0') return 'jsonrpc must be "2.0"';
  if (id !== undefined && idOf(id) === null) return 'id must be a text or an integer below 2^53';
  if (method === undefined) {
    if (id === undefined) return 'neither a request nor a response';
    if ((result === undefined) === (error === undefined)) return 'a response has either a result or an error';
    if (result !== undefined && !isRecord(result)) return 'result must be an object';
    return error === undefined || isError(error) ? null : 'error must have a code and a message';
  }
  if (typeof method !== 'string') return 'method must be a text';
  if (isAnswer(value)) return 'a request has no result and no error';
  return params === undefined || isRecord(params) ? null : 'params must be an object';
}

function isAnswer(value: Readonly<Record<string, unknown>>): boolean {
  return 'result' in value || 'error' in value;
}

function isError(error: unknown): boolean {
  return isRecord(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
}

/** Null for what is not the id of a message. */
function idOf(id: unknown): MessageId | null {
  return typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id)) ? id : null;
}

function knownMembers(value: Readonly<Record<string, unknown>>): Message {
  const known = Object.entries(value).filter(([key]) => MEMBERS.has(key));
  return Object.fromEntries(known) as unknown as Message;
}
