import { ServiceError } from '../../library/errors.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

/**
 * Refuses a body that says it is something else than JSON in UTF-8; one that says nothing is taken for JSON.
 * Throws ServiceError.
 */
export function checkMediaType(contentType: string | undefined): void {
  // The value of nearly all clients, without parsing.
  if (contentType === undefined || contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const isUtf8 = charset === undefined || /^"?utf-?8"?$/.test(charset) || /^"?us-ascii"?$/.test(charset);
  if (JSON_TYPE.test(type) && isUtf8) return;
  throw new ServiceError('unsupported_media_type', 'the body must be application/json in UTF-8');
}

/** True if the body is gzip-encoded. Throws ServiceError for any other encoding. */
export function isGzip(contentEncoding: string | undefined): boolean {
  if (contentEncoding === undefined) return false;
  const encoding = contentEncoding.trim().toLowerCase();
  if (encoding === 'gzip' || encoding === 'x-gzip') return true;
  if (encoding === '' || encoding === 'identity') return false;
  throw new ServiceError('unsupported_media_type', 'the body can only be compressed with gzip');
}
