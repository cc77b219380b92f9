/** Forwards requests to the server, and asserts the facts that follow from its responses. */
import {
  errorMessage,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type Message,
  type MessageId,
  type Request,
  type Wire,
} from './message.ts';
import { messageOf } from './message-of.ts';

/** A decided call, so that the rules learn of it. */
export interface Call {
  readonly tool: string;
  readonly callId: string;
  /** They learn of it before it reaches the server, which may say what it knows before its result, or instead. */
  readonly isLearnedFirst: boolean;
  /** Returns the response to the client if the rules could not learn of the call. */
  readonly unlearned: (reason: string) => Message;
}

interface ForwardingOptions {
  readonly client: Wire;
  readonly upstream: Wire;
  /** Passes the result to the rules; `null` if they use no results. */
  readonly observe: ((call: Call, result: unknown) => Promise<unknown>) | null;
  readonly tell: (line: string) => void;
}

interface Forwarding {
  /** Sends a request to the server without waiting: over HTTP, sending ends only with the response. */
  readonly forward: (
    request: Request,
    made?: Call | null,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<void>;
  /** Returns the message for the client from a response of the server; `null` if no request waits for it. */
  readonly learn: (message: Message) => Promise<Message | null>;
  /** Gives up a request whose answer cannot be read. Returns true if it waited. */
  readonly giveUp: (id: MessageId) => boolean;
}

export function createForwarding({ client, upstream, observe, tell }: ForwardingOptions): Forwarding {
  /** Requests without a response so far; `null` for a request that was not decided. */
  const waiting = new Map<MessageId, Call | null>();

  /** Returns what the client gets when later decisions would not know of the call; `null` if they will. */
  const learnOf = async (made: Call, result: unknown): Promise<Message | null> => {
    if (observe === null) return null;
    try {
      await observe(made, result);
      return null;
    } catch (error) {
      return made.unlearned(messageOf(error));
    }
  };

  return {
    async forward(request, made = null, headers = {}) {
      // The answer to one would be taken for that to the other, and the rules would never learn of the other.
      if (waiting.has(request.id))
        return client.send(errorMessage(request.id, INVALID_REQUEST, 'another request has this id'));
      waiting.set(request.id, made);
      const unlearned = made?.isLearnedFirst === true ? await learnOf(made, null) : null;
      if (unlearned !== null) {
        waiting.delete(request.id);
        return client.send(unlearned);
      }
      upstream.send(request, headers).catch((error: unknown) => {
        waiting.delete(request.id);
        tell(`${request.method}: ${messageOf(error)}`);
        client
          .send(errorMessage(request.id, INTERNAL_ERROR, messageOf(error)))
          .catch((failure: unknown) => tell(messageOf(failure)));
      });
    },
    async learn(message) {
      const { id, result } = message;
      const made = id === undefined ? undefined : waiting.get(id);
      if (id === undefined || made === undefined) return null;
      waiting.delete(id);
      if (made === null || made.isLearnedFirst) return message;
      if (message.error === undefined && !saysAnything(result)) return message;
      // A result that later decisions do not know of is not shown.
      return (await learnOf(made, result ?? message.error)) ?? message;
    },
    giveUp: (id) => waiting.delete(id),
  };
}

/** True for a result that says more than that something was done. */
function saysAnything(result: Message['result']): boolean {
  return Object.keys(result ?? {}).some((key) => key !== '_meta' && key !== 'resultType');
}
