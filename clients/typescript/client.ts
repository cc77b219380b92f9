/**
 * The client of the service: `import { createClient } from 'ferrule/client'`. It needs `fetch` and nothing else, and has
 * the types of the interface description.
 */
import { OPERATIONS, type Operation } from './api.ts';
import { given, withDefaults } from '../../runtime/values/given.ts';
import { clientEnvironment } from './environment.ts';
import type { CallOptions, ClientOptions } from './options.ts';
import { send } from './send.ts';
import type { AnyDecision, AnyFact, Client } from './typed.ts';

export { ConnectionError, ServiceError } from './errors.ts';
export type { ConnectionFault } from './errors.ts';
export type { CallOptions, ClientOptions } from './options.ts';
export type { AnyDecision, AnyFact, Client } from './typed.ts';
export type * from './api.ts';

/** The options with the service of the environment if they name none; a token of the environment goes to no other. */
function reached(asked: ClientOptions): ClientOptions & { readonly url: string } {
  const options: ClientOptions = given(asked);
  const { url, token } = clientEnvironment();
  if (options.url !== undefined) return { ...options, url: options.url };
  if (url === undefined) throw new TypeError('a client needs `url` or FERRULE_URL');
  return withDefaults({ url, ...(token === undefined ? {} : { token }) }, options);
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * A client of one service. `Facts` and `Decision` are those that `ferrule types` writes. A call rejects with
 * ServiceError when the service refuses, with ConnectionError when no valid response arrives, with
 * TypeError when the request cannot be written, and with the signal's reason when its signal is aborted.
 */
export function createClient<Facts extends AnyFact = AnyFact, Decision extends AnyDecision = AnyDecision>(
  asked: ClientOptions = {},
): Client<Facts, Decision> {
  const options = reached(asked);
  const methods = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => {
    const method = (...taken: readonly unknown[]): Promise<unknown> => {
      const rest = [...taken];
      const parameters = operation.parameters.length === 0 ? {} : (rest.shift() ?? {});
      const body = operation.hasBody ? rest.shift() : undefined;
      const call = (rest.shift() ?? {}) as CallOptions;
      return send(options, operation, parameters as Parameters, body, call);
    };
    return [name, method] as const;
  });
  return Object.fromEntries(methods) as unknown as Client<Facts, Decision>;
}
