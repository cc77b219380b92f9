import type { Socket } from 'node:net';
import { errorAnswer } from '../requests/answer.ts';
import { ServiceError } from '../../library/errors.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

/** Responds to a connection with invalid or too slow HTTP, and closes it. */
export function clientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (socket.destroyed) return;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const { status, body } = errorAnswer(clientRefusal(error.code), 'plain');
  socket.end(
    [
      `HTTP/1.1 ${status} ${REASONS[status] ?? ''}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    // Close at once, without reading further data, so that the connection does not stay half open.
    () => socket.destroy(),
  );
}

function clientRefusal(code: string | undefined): ServiceError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('headers_too_large', 'the request header is too large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ServiceError('request_timeout', 'the request did not arrive in time');
  }
  return new ServiceError('invalid_request', 'the request is not valid HTTP');
}

/** The refusal for an error of the HTTP framework. */
export function frameworkError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'FST_ERR_BAD_URL')
    return new ServiceError('invalid_request', 'the address is not a valid URL');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new ServiceError('unsupported_media_type', 'the body must be application/json in UTF-8');
  }
  return new ServiceError('internal_error', 'the request could not be handled');
}
