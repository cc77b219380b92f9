/** Messages of the Model Context Protocol as they go over any transport: JSON-RPC 2.0, one object each. */
import { isRecord } from '../../library/is-record.ts';

export type MessageId = string | number;

export interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: MessageId;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Request extends Message {
  readonly id: MessageId;
  readonly method: string;
}

/** One end of a connection. The transports of the SDK are such. */
export interface Wire {
  onmessage?: ((message: Message) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly start: () => Promise<void>;
  /** @param headers that go with it, where there are any */
  readonly send: (message: Message, headers?: Readonly<Record<string, string>>) => Promise<void>;
  readonly close: () => Promise<void>;
  /** Called with the negotiated version: over HTTP every request names it. */
  readonly setProtocolVersion?: (version: string) => void;
  /** Returns the headers of a request; null if its client no longer waits. Unset if requests have no headers. */
  readonly headersOf?: (id: MessageId) => Headers | null;
  /** True if many clients share it: their messages do not wait for one another. */
  readonly isShared?: boolean;
}

export function isRequest(message: Message): message is Request {
  return message.method !== undefined && message.id !== undefined;
}

/** JSON-RPC error code: the text is not JSON. */
export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** A refusal of a method whose result cannot express it; our codes are outside JSON-RPC's range. */
export const REFUSED = -31403;

export function errorMessage(id: MessageId, code: number, message: string, data?: unknown): Message {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function resultMessage(id: MessageId, result: Readonly<Record<string, unknown>>): Message {
  return { jsonrpc: '2.0', id, result };
}

/** Metadata for a request of the proxy itself: progress is not reported to clients. */
export function ownMeta(params: Message['params']): Readonly<Record<string, unknown>> {
  const meta = params?.['_meta'];
  if (!isRecord(meta)) return {};
  const { progressToken: _, ...rest } = meta;
  return { _meta: rest };
}
