import { canonicalJson } from '../canonical-json.ts';
import { ServiceError } from '../errors.ts';
import { sha256Hex } from './sha256.ts';

/**
 * Identity of a request, or of a part of it, by value: the order of members does not count. Throws ServiceError
 * `validation_error` for a value without a canonical form (RFC 8785), such as half a surrogate pair.
 *
 * @param field the part that is named in the error; null for the whole request
 */
export function requestDigest(value: unknown, field: string | null = null): string {
  try {
    return sha256Hex(canonicalJson(value));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ServiceError('validation_error', `${field ?? 'request'}: ${error.message}`, field);
  }
}
