import { ServiceError } from '../../../library/errors.ts';
import type { ReceivedWhole } from '../definitions.ts';
import type { Asked } from './codec.ts';
import { CODECS } from './table.ts';

/** Reads a message on this thread. @throws ServiceError for one that is not valid */
export function readMessage(name: string, received: ReceivedWhole): Asked {
  if (received.kind === 'problem') throw new ServiceError('invalid_request', received.problem);
  return CODECS.get(name)!.ask(received.message);
}
