/**
 * Requests of clients without sessions as one end of a relay. Each is an exchange of its own over HTTP, and clients choose
 * ids as they like, so each gets an id here that no other has; what comes back bears the client's own again.
 */
import { isRecord } from '../../library/is-record.ts';
import {
  errorMessage,
  INTERNAL_ERROR,
  METHOD_NOT_FOUND,
  type Message,
  type MessageId,
  type Request,
  type Wire,
} from './message.ts';

/** The part of the SDK's transport for one exchange that is used. */
interface Exchange {
  /** Headers of the request. */
  readonly headers: Headers;
  readonly send: (message: never, options?: { readonly relatedRequestId?: MessageId }) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface Exchanges {
  readonly wire: Wire;
  /** Begins one; the request that the relay gets. */
  readonly enter: (exchange: Exchange, request: Request) => Request;
  /** Drops the requests of a client that has left. */
  readonly leave: (id: MessageId) => void;
  readonly size: () => number;
}

interface Waiting {
  readonly exchange: Exchange;
  readonly id: MessageId;
  readonly progressToken: unknown;
}

const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';

export function createExchanges(): Exchanges {
  const waiting = new Map<MessageId, Waiting>();
  let count = 0;
  let isClosed = false;
  const answer = async (id: MessageId, message: Message): Promise<void> => {
    const found = waiting.get(id);
    if (found === undefined) return;
    waiting.delete(id);
    await found.exchange.send({ ...restored(message, found), id: found.id } as never);
  };
  const wire: Wire = {
    isShared: true,
    headersOf: (id) => waiting.get(id)?.exchange.headers ?? null,
    start: () => Promise.resolve(),
    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const id of [...waiting.keys()])
        await answer(id, errorMessage(id, INTERNAL_ERROR, 'the connection to the server has ended'));
      wire.onclose?.();
    },
    async send(message) {
      const { id, method } = message;
      if (id !== undefined && method === undefined) return answer(id, message);
      if (id !== undefined) {
        // Questions to such a client are sent as results.
        const text = `a client without a session cannot receive ${JSON.stringify(method)}`;
        wire.onmessage?.(errorMessage(id, METHOD_NOT_FOUND, text));
        return;
      }
      const related = relatedTo(message, waiting);
      await related?.exchange.send(restored(message, related) as never, { relatedRequestId: related.id });
    },
  };
  return {
    wire,
    enter(exchange, request) {
      const id = count++;
      const meta = request.params?.['_meta'];
      const progressToken = isRecord(meta) ? meta['progressToken'] : undefined;
      waiting.set(id, { exchange, id: request.id, progressToken });
      if (progressToken === undefined || !isRecord(meta)) return { ...request, id };
      return { ...request, id, params: { ...request.params, _meta: { ...meta, progressToken: id } } };
    },
    leave(id) {
      if (!waiting.delete(id)) return;
      wire.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: 'the client disconnected' },
      });
    },
    size: () => waiting.size,
  };
}

/** Owner of a notification: it is named, or only one is possible. Notifications without an owner are dropped. */
function relatedTo({ params }: Message, waiting: ReadonlyMap<MessageId, Waiting>): Waiting | undefined {
  const meta = params?.['_meta'];
  const named = params?.['progressToken'] ?? (isRecord(meta) ? meta[SUBSCRIPTION] : undefined);
  if (typeof named === 'number' || typeof named === 'string') return waiting.get(Number(named));
  return waiting.size === 1 ? [...waiting.values()][0] : undefined;
}

/** The message with the ids that the client knows. */
function restored(message: Message, { id, progressToken }: Waiting): Message {
  const { params, result } = message;
  if (params !== undefined) {
    const own = 'progressToken' in params ? { progressToken } : {};
    return { ...message, params: { ...withSubscription(params, id), ...own } };
  }
  return result === undefined ? message : { ...message, result: withSubscription(result, id) };
}

function withSubscription(
  members: Readonly<Record<string, unknown>>,
  id: MessageId,
): Readonly<Record<string, unknown>> {
  const meta = members['_meta'];
  if (!isRecord(meta) || !(SUBSCRIPTION in meta)) return members;
  return { ...members, _meta: { ...meta, [SUBSCRIPTION]: id } };
}
