/**
 * The door of the package to applications of Fastify: `import { ferrule } from 'ferrule/server'`, then
 * `app.register(ferrule, { prefix: '/policy', settings })`. The service responds below the prefix and ends with the
 * application.
 */
import type { FastifyInstance } from 'fastify';
import { readConfiguration, unknownSettings, type Configuration } from '../settings/configuration.ts';
import { missingPackage } from '../../library/missing-package.ts';
import { startService } from '../service.ts';
import { hostedFront } from './hosted-front.ts';
import { hostedLog } from './hosted-log.ts';
import { SETTINGS_OF_HOSTS, type EmbedOptions } from './options.ts';

export type { Caller } from '../tokens/caller.ts';
export type { Role } from '../tokens/roles.ts';
export type { EmbeddedSettings, EmbedOptions } from './options.ts';

/**
 * A plugin of Fastify 5. Rejects, before the application is ready, with an error that lists what is wrong with the
 * settings, says why the ruleset cannot be mounted, or names the package to install.
 */
export async function ferrule(
  host: FastifyInstance,
  { settings = {}, authenticate }: EmbedOptions,
): Promise<void> {
  const { configuration, warnings } = readSettings(settings ?? {}, (authenticate ?? null) !== null);
  const log = hostedLog(host.log);
  for (const warning of warnings) log.warn(warning);
  try {
    const front = hostedFront(host, authenticate ?? undefined);
    const service = await startService(configuration, configuration.apiToken ?? '', log, front);
    // Not `onClose`, which waits for all responses: the service ends calls that wait for an approval.
    host.addHook('preClose', () => service.close());
  } catch (error) {
    const missing = missingPackage(error);
    throw missing === null ? error : new Error(`ferrule: ${missing}`, { cause: error });
  }
}

function readSettings(
  settings: NonNullable<EmbedOptions['settings']>,
  knowsCallers: boolean,
): { readonly configuration: Configuration; readonly warnings: readonly string[] } {
  const problems = [
    ...unknownSettings(settings),
    ...SETTINGS_OF_HOSTS.filter((name) => settings[name] !== undefined).map(
      (name) => `${name}: is set by the application, which listens and logs`,
    ),
  ];
  const read = readConfiguration(settings);
  if (!read.ok) problems.push(...read.problems);
  else if (!knowsCallers && !isGuarded(read.configuration)) {
    problems.push('SERVICE_API_TOKEN: without a token, the option authenticate must say who sends a request');
  } else if (problems.length === 0) return read;
  throw new Error(`ferrule: the settings are wrong\n${problems.map((line) => `  ${line}`).join('\n')}`);
}

function isGuarded({ apiToken, access }: Configuration): boolean {
  return apiToken !== null || access.tokensFile !== null || access.jwt !== null;
}
