/** A server behind Streamable HTTP as one end of a relay: each request is a POST of its own, whose stream may end. */
import { hideNumbers, showNumbers } from './exact-http.ts';
import {
  errorMessage,
  INTERNAL_ERROR,
  isRequest,
  type Message,
  type MessageId,
  type Wire,
} from './message.ts';
import { asksByResult } from './elicitation.ts';

/** The part of the SDK's transport that is used. */
interface HttpClientTransport {
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly start: () => Promise<void>;
  readonly send: (
    message: never,
    options?: {
      readonly requestSignal?: AbortSignal;
      readonly onRequestStreamEnd?: () => void;
      readonly headers?: Readonly<Record<string, string>>;
    },
  ) => Promise<void>;
  readonly close: () => Promise<void>;
  readonly setProtocolVersion: (version: string) => void;
}

/**
 * Without sessions a request is cancelled by leaving its stream; with one the server is notified. A stream that ends without
 * a response is an error, so that no client waits for one.
 */
export function httpUpstream(transport: HttpClientTransport): Wire {
  const waiting = new Map<MessageId, AbortController>();
  const wire: Wire = {
    async start() {
      transport.onmessage = (heard: Message) => {
        const message = showNumbers(heard) as Message;
        if (message.id !== undefined && message.method === undefined) waiting.delete(message.id);
        wire.onmessage?.(message);
      };
      transport.onclose = () => wire.onclose?.();
      transport.onerror = (error) => wire.onerror?.(error);
      await transport.start();
    },
    close: () => transport.close(),
    setProtocolVersion: (version) => transport.setProtocolVersion(version),
    async send(message, headers = {}) {
      if (message.method === 'notifications/cancelled') {
        const id = message.params?.['requestId'] as MessageId;
        const request = waiting.get(id);
        if (request !== undefined) {
          waiting.delete(id);
          return request.abort();
        }
      }
      if (!isRequest(message)) return transport.send(hideNumbers(message) as never);
      const left = new AbortController();
      const { id } = message;
      if (asksByResult(message)) waiting.set(id, left);
      const onRequestStreamEnd = (): void => {
        if (!waiting.delete(id)) return;
        wire.onmessage?.(errorMessage(id, INTERNAL_ERROR, 'the server ended without a response'));
      };
      try {
        await transport.send(hideNumbers(message) as never, {
          requestSignal: left.signal,
          onRequestStreamEnd,
          headers,
        });
      } catch (error) {
        // A client that left waits for nothing.
        if (waiting.delete(id) || !left.signal.aborted) throw error;
      }
    },
  };
  return wire;
}
