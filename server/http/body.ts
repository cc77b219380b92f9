import type { IncomingMessage } from 'node:http';
import { ServiceError } from '../../library/errors.ts';
import type { RequestHold } from '../quotas/request-hold.ts';

/** Called once at the end of reading a body: with the body, or with a refusal. */
interface BodyReader {
  /** Nothing is known that speaks against it: the client may send it. */
  readonly onStart: () => void;
  readonly onBody: (body: Buffer) => void;
  readonly onRefusal: (refusal: ServiceError) => void;
}

/**
 * Reads a body. The cap is on the bytes received, whatever the headers say: reading ends as soon as it is passed.
 * The bytes of a body count as held by the request, whose hold ends with it.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  hold: RequestHold | null,
  { onStart, onBody, onRefusal }: BodyReader,
): void {
  const declared = request.headers['content-length'];
  if (declared !== undefined && Number(declared) > maxBytes) {
    onRefusal(tooLarge(maxBytes));
    return;
  }
  onStart();
  const chunks: Buffer[] = [];
  let size = 0;
  // The listeners stay: taking four away again costs more than asking whether it is over.
  let over = false;
  const refuse = (refusal: ServiceError): void => {
    over = true;
    onRefusal(refusal);
  };
  const onCut = (): void => {
    if (!over) refuse(new ServiceError('invalid_request', 'the request ended before its body did'));
  };
  request.on('data', (chunk: Buffer) => {
    if (over) return;
    size += chunk.length;
    if (size > maxBytes) {
      refuse(tooLarge(maxBytes));
      return;
    }
    const refusal = hold?.takeBytes(chunk.length) ?? null;
    if (refusal === null) chunks.push(chunk);
    else refuse(refusal);
  });
  request.on('end', () => {
    if (over) return;
    over = true;
    onBody(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
  });
  request.on('error', onCut);
  request.on('close', onCut);
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `the body is larger than ${maxBytes} bytes`);
}
