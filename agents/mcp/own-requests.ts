/** Requests of the proxy itself to the server, distinguished from the client's by their ids. */
import { randomUUID } from 'node:crypto';
import type { Ask } from './list-tools.ts';
import type { Message } from './message.ts';

interface OwnRequests {
  readonly ask: Ask;
  /** Handles the response to one of them. Returns false for every other message. */
  readonly settle: (message: Message) => boolean;
  /** Rejects those that wait. */
  readonly end: () => void;
}

interface Waiting {
  readonly resolve: (message: Message) => void;
  readonly reject: (error: Error) => void;
}

export function createOwnRequests(send: (message: Message) => Promise<void>, timeoutMs: number): OwnRequests {
  const prefix = `ferrule:${randomUUID()}:`;
  const waiting = new Map<string, Waiting>();
  let count = 0;
  return {
    ask: (method, params) =>
      new Promise<Message>((resolve, reject) => {
        const id = `${prefix}${count++}`;
        const timer = setTimeout(
          () => reject(new Error(`the server did not respond to ${method}`)),
          timeoutMs,
        );
        waiting.set(id, {
          resolve: (message) => {
            clearTimeout(timer);
            resolve(message);
          },
          reject: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        });
        send({ jsonrpc: '2.0', id, method, params }).catch(reject);
      }),
    settle(message) {
      const { id } = message;
      if (typeof id !== 'string' || !id.startsWith(prefix)) return false;
      waiting.get(id)?.resolve(message);
      waiting.delete(id);
      return true;
    },
    end() {
      for (const { reject } of waiting.values()) reject(new Error('the connection to the server has ended'));
      waiting.clear();
    },
  };
}
