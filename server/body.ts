import type { IncomingMessage } from 'node:http';
import { overloaded, ServiceError } from './errors.ts';

/** The bytes of all bodies that are held at once. */
export interface BodyBudget {
  readonly most: number;
  held: number;
}

/**
 * Reads a body. The cap is on the bytes received, whatever the headers say: reading ends as soon as it is passed.
 * Throws ServiceError. The bytes count against the budget until `releaseBody`.
 */
export function readBody(request: IncomingMessage, maxBytes: number, budget: BodyBudget): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers['content-length'] ?? 0);
    if (declared > maxBytes) {
      reject(tooLarge(maxBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (error: ServiceError | null): void => {
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      if (error === null) {
        resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
        return;
      }
      budget.held -= size;
      reject(error);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      budget.held += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle(tooLarge(maxBytes));
      else if (budget.held > budget.most) settle(overloaded());
    };
    const onEnd = (): void => settle(null);
    const onCut = (): void =>
      settle(new ServiceError('invalid_request', 'the request ended before its body did'));
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

export function releaseBody(body: Buffer, budget: BodyBudget): void {
  budget.held -= body.length;
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError('payload_too_large', `the body is larger than ${maxBytes} bytes`);
}
