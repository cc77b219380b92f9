/** Messages of calls: small ones are read and written at once, large ones by another thread. */
import type { Logger } from 'pino';
import { ServiceError } from '../../../library/errors.ts';
import type { Answer } from '../../requests/answer.ts';
import { LARGE_BYTES, type Encoded, type Received } from '../definitions.ts';
import type { Asked, Refusal } from './codec.ts';
import { readMessage } from './read-message.ts';
import { CODECS } from './table.ts';
import { createMessageThread } from './thread.ts';

export interface Messages {
  /** @throws ServiceError for a message that is not valid */
  readonly read: (name: string, received: Received, actor: string) => Promise<Asked>;
  /** @param id of the item of a stream */
  readonly write: (name: string, answer: Answer, actor: string, id?: string) => Promise<object | Encoded>;
  readonly close: () => Promise<void>;
}

/** @param timeoutMs time that the thread has for one message */
export function createMessages(timeoutMs: number, log: Logger): Messages {
  const thread = createMessageThread(timeoutMs, log);
  return {
    async read(name, received, actor) {
      if (received.kind !== 'large') return readMessage(name, received);
      const result = await thread.run({ kind: 'read', name, raw: received.raw }, actor);
      if (result.kind === 'asked') return result.asked;
      throw errorOf(result);
    },
    async write(name, { status, body, headers }, actor, id = '') {
      const answer = { status, body, ...(headers === undefined ? {} : { headers }) };
      if (body.length <= LARGE_BYTES) return CODECS.get(name)!.tell(answer, id);
      const result = await thread.run({ kind: 'write', name, answer, id }, actor);
      if (result.kind !== 'written') throw errorOf(result);
      const { buffer, byteOffset, byteLength } = result.bytes;
      return { encoded: Buffer.from(buffer, byteOffset, byteLength) };
    },
    close: () => thread.close(),
  };
}

function errorOf(result: { readonly kind: string; readonly refusal?: Refusal }): Error {
  if (result.refusal === undefined) return new Error(`the message thread returned '${result.kind}'`);
  const { code, detail, field } = result.refusal;
  return new ServiceError(code, detail, field);
}
