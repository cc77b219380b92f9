import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { errorAnswer } from '../requests/answer.ts';
import { ServiceError } from '../../library/errors.ts';

/** Requests that Node would handle itself, without authentication or body, are handled like any other request. */
export function answerExpectations(server: Server): Server {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    server.emit('request', request, response);
  };
  server.on('checkContinue', handle);
  server.on('checkExpectation', handle);
  server.on('connect', (_request, socket) => {
    const { status, body } = errorAnswer(
      new ServiceError('method_not_allowed', 'the service is not a proxy'),
      'plain',
    );
    socket.end(
      `HTTP/1.1 ${status} Method Not Allowed\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  });
  return server;
}

/** The expectation that a body is waited for (RFC 9110, 10.1.1). */
const CONTINUE = '100-continue';

/** Sends 100 Continue to a waiting client once the request is accepted. */
export function invite(request: IncomingMessage, response: ServerResponse): void {
  if (request.headers.expect?.toLowerCase() === CONTINUE) response.writeContinue();
}

/** Why a request that is well-formed HTTP cannot be taken, or null. */
export function headerProblem(request: IncomingMessage): ServiceError | null {
  const { expect, host } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== CONTINUE) {
    return new ServiceError('expectation_failed', 'the only supported expectation is 100-continue');
  }
  if (host === undefined && request.httpVersion === '1.1') {
    return new ServiceError('invalid_request', 'an HTTP/1.1 request must have a Host header');
  }
  return null;
}
