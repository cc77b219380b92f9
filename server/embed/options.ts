import type { FastifyRequest } from 'fastify';
import type { SettingName } from '../settings/settings.ts';
import type { Caller } from '../tokens/caller.ts';

/** Settings of what the application has, and not the service: the socket and the log. */
export const SETTINGS_OF_HOSTS = [
  'SERVICE_HOST',
  'SERVICE_LOG_LEVEL',
  'SERVICE_PORT',
  'SERVICE_REQUEST_TIMEOUT_MS',
  'SERVICE_TLS_CERT_FILE',
  'SERVICE_TLS_KEY_FILE',
  'SERVICE_TLS_CLIENT_CA_FILE',
] as const satisfies readonly SettingName[];

/**
 * Settings of the service, named and written as in the environment of `ferrule serve`, which is not read. Those that are
 * none, and those of the socket and of the log, which the application has, are refused.
 */
export type EmbeddedSettings = {
  readonly [Name in `SERVICE_${string}` | 'DATABASE_URL']?: string | undefined;
};

export interface EmbedOptions {
  readonly settings?: EmbeddedSettings;
  /**
   * Returns the sender of a request of the application with its permissions; null refuses it. Replaces bearer tokens:
   * those of the settings are not used.
   */
  readonly authenticate?: (request: FastifyRequest) => Caller | null | Promise<Caller | null>;
}
