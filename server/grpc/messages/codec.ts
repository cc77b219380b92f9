import type { EnvoyRequest } from '../../evaluation/protocol/envoy-request.ts';
import type { ErrorCode } from '../../../library/errors.ts';
import type { Answer } from '../../requests/answer.ts';
import type { Message } from '../definitions.ts';

/** A request in the form of its route. It may come from another thread, so it is data. */
export interface Asked {
  /** JSON text, as it is or in UTF-8. */
  readonly body?: string | Uint8Array;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** The request that Envoy checks; `body` is its body. */
  readonly check?: EnvoyRequest;
  /** Id of a stream's item. */
  readonly id?: string;
  /** Why an item of a stream is refused. */
  readonly refusal?: Refusal;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly field: string | null;
}

/** Converts messages of one method to requests of its route, and responses to messages. */
export interface Codec {
  readonly name: string;
  /** @throws ServiceError */
  readonly ask: (request: Message) => Asked;
  /** @param id of the item of a stream */
  readonly tell: (answer: Answer, id: string) => object;
}

/** Types of messages are those of the .proto file. */
export function codec<Request extends object>(
  name: string,
  ask: (request: Request) => Asked,
  tell: Codec['tell'],
): Codec {
  return { name, ask: (request) => ask(request as Request), tell };
}
