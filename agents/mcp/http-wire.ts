/** One client over Streamable HTTP as one end of a relay. */
import { hideNumbers, showNumbers } from './exact-http.ts';
import { isRecord } from '../../library/is-record.ts';
import { isRequest, type Message, type MessageId, type Wire } from './message.ts';

/** The part of the SDK's transport that is used. */
interface HttpTransport {
  onmessage?: ((message: never) => void) | undefined;
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  readonly start: () => Promise<void>;
  readonly send: (message: never, options?: { readonly relatedRequestId?: MessageId }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Unrequested messages of the server go to the stream of the request that they belong to: for progress that
 * is known, of all else it is taken to be the newest that waits. Without one it goes to the stream that a client opens for
 * such messages.
 */
export function httpWire(transport: HttpTransport): Wire {
  const tokens = new Map<MessageId, unknown>();
  const relatedTo = ({ method, params }: Message): MessageId | undefined => {
    if (method === 'notifications/progress') {
      const token = params?.['progressToken'];
      for (const [id, known] of tokens) if (known === token) return id;
    }
    return [...tokens.keys()].at(-1);
  };
  const wire: Wire = {
    start: async () => {
      transport.onmessage = (heard: Message) => {
        const message = showNumbers(heard) as Message;
        if (isRequest(message)) tokens.set(message.id, tokenOf(message));
        wire.onmessage?.(message);
      };
      transport.onclose = () => wire.onclose?.();
      transport.onerror = (error) => wire.onerror?.(error);
      await transport.start();
    },
    close: () => transport.close(),
    send: (message) => {
      if (message.method === undefined && message.id !== undefined) {
        tokens.delete(message.id);
        return transport.send(hideNumbers(message) as never);
      }
      const related = relatedTo(message);
      return transport.send(
        hideNumbers(message) as never,
        related === undefined ? {} : { relatedRequestId: related },
      );
    },
  };
  return wire;
}

function tokenOf({ params }: Message): unknown {
  const meta = params?.['_meta'];
  return isRecord(meta) ? meta['progressToken'] : undefined;
}
