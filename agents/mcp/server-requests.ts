/** Requests of the server to its client: those of the protocol pass, and only their responses go back. */
import { foldedTwice } from '../../library/fold-key.ts';
import { checkMembers } from './members.ts';
import {
  errorMessage,
  INVALID_PARAMS,
  INVALID_REQUEST,
  METHOD_NOT_FOUND,
  type Message,
  type MessageId,
  type Request,
  type Wire,
} from './message.ts';
import { mayServerAsk } from './methods.ts';

interface ServerRequests {
  readonly ask: (request: Request) => Promise<void>;
  /** Responses of the client; one without a request is dropped. */
  readonly answer: (message: Message) => Promise<void>;
}

interface ServerRequestsOptions {
  readonly client: Wire;
  readonly upstream: Wire;
  readonly tell: (line: string) => void;
}

export function createServerRequests({ client, upstream, tell }: ServerRequestsOptions): ServerRequests {
  const waiting = new Set<MessageId>();
  return {
    async ask(request) {
      const { id, method } = request;
      if (!mayServerAsk(method)) {
        const text = `the proxy does not know the method ${JSON.stringify(method)}`;
        return upstream.send(errorMessage(id, METHOD_NOT_FOUND, text));
      }
      const checked = checkMembers(request, 'server');
      if (!checked.ok) return upstream.send(errorMessage(id, INVALID_PARAMS, checked.problem));
      waiting.add(id);
      return client.send(checked.message);
    },
    async answer(message) {
      const { id } = message;
      if (id === undefined || !waiting.delete(id))
        return tell('dropped a response of the client that the server does not wait for');
      const problem = foldedTwice(message.result) ?? foldedTwice(message.error);
      return upstream.send(problem === null ? message : errorMessage(id, INVALID_REQUEST, problem));
    },
  };
}
