/** The service that a command talks to as a client: FERRULE_URL and FERRULE_TOKEN. */
import { usageError } from './command.ts';

/**
 * Address of the service, or null if unset. SERVICE_URL is its older name. Throws a usage error for an invalid address of
 * HTTP.
 */
export function serviceUrl(): string | null {
  const { FERRULE_URL: url, SERVICE_URL: older } = process.env;
  const [name, given] = url ? ['FERRULE_URL', url] : ['SERVICE_URL', older];
  if (given === undefined || given === '') return null;
  if (!/^https?:\/\//.test(given) || !URL.canParse(given))
    throw usageError(`${name} must be a URL that begins with http:// or https://`);
  return given;
}

/**
 * Token that the command presents. A service's own SERVICE_API_TOKEN may do everything, so that no client presents it.
 * Throws a usage error if it is unset.
 *
 * @param needing what needs the token
 */
export function serviceToken(needing: string): string {
  const token = process.env['FERRULE_TOKEN'];
  if (token === undefined || token === '') throw usageError(`${needing} needs a token in FERRULE_TOKEN`);
  return token;
}
