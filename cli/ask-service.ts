/** Requests of commands that are clients of a service. */
import { GateServiceError, serviceClient, type ServiceClient } from '../agents/gate/service-client.ts';
import { parseJson } from '../library/json.ts';
import { visible } from '../library/shown-text.ts';
import { CommandError, usageError } from './command.ts';
import { serviceToken, serviceUrl } from './service-access.ts';

/**
 * Sends a request to the service at FERRULE_URL. Throws a usage error without an address or a token, and CommandError for a
 * refusal and for no response.
 *
 * @param needing the command, for the error without a token
 */
export async function askService(
  needing: string,
  request: (client: ServiceClient) => Promise<unknown>,
): Promise<unknown> {
  const url = serviceUrl();
  if (url === null) throw usageError('FERRULE_URL is not set: expected the URL of the service');
  const token = serviceToken(needing);
  try {
    return await request(serviceClient(url, token, fetch, parseJson));
  } catch (error) {
    if (error instanceof GateServiceError) throw new CommandError(`${error.code}: ${visible(error.message)}`);
    throw new CommandError('no response from the service at FERRULE_URL');
  }
}
