import type { Configuration } from '../settings/configuration.ts';
import type { SettingName } from '../settings/settings.ts';

/** A limit on a resource: a number, and the setting that it comes from. */
export interface Limit {
  readonly most: number;
  readonly setting: SettingName;
}

/** Scope of a limit: one token, one connection, or all of them together. */
export type Scope = 'token' | 'connection' | 'all';

/** A resource that requests hold for a while. Scopes without a limit are left out. */
interface ResourceRow {
  /** Plural noun for the error, such as `requests in flight`. */
  readonly noun: string;
  readonly limits: (configuration: Configuration) => Readonly<Partial<Record<Scope, Limit>>>;
}

/** THE table of resources. The limit over all requests of the workers is kept by the pool (SERVICE_MAX_QUEUE). */
export const RESOURCES = {
  requests: {
    noun: 'requests in flight',
    limits: ({ maxTokenRequests, maxConnectionRequests }) => ({
      token: { most: maxTokenRequests, setting: 'SERVICE_MAX_TOKEN_REQUESTS' },
      connection: { most: maxConnectionRequests, setting: 'SERVICE_MAX_CONNECTION_REQUESTS' },
    }),
  },
  bytes: {
    noun: 'bytes held',
    limits: ({ maxTokenBytes, maxQueueBytes }) => ({
      token: { most: maxTokenBytes, setting: 'SERVICE_MAX_TOKEN_BYTES' },
      all: { most: maxQueueBytes, setting: 'SERVICE_MAX_QUEUE_BYTES' },
    }),
  },
  /** Calls of gRPC methods that need no token, such as health. */
  open: {
    noun: 'calls without a token',
    limits: ({ maxOpenCalls }) => ({
      connection: { most: maxOpenCalls, setting: 'SERVICE_MAX_OPEN_CALLS' },
    }),
  },
  subscriptions: {
    noun: 'subscriptions',
    limits: ({ maxTokenSubscriptions, maxSubscriptions }) => ({
      token: { most: maxTokenSubscriptions, setting: 'SERVICE_MAX_TOKEN_SUBSCRIPTIONS' },
      all: { most: maxSubscriptions, setting: 'SERVICE_MAX_SUBSCRIPTIONS' },
    }),
  },
  waits: {
    noun: 'waits for an approval',
    limits: ({ maxTokenWaits }) => ({
      token: { most: maxTokenWaits, setting: 'SERVICE_MAX_TOKEN_WAITS' },
    }),
  },
  processes: {
    noun: 'processes',
    limits: ({ maxTokenProcesses, maxProcesses }) => ({
      token: { most: maxTokenProcesses, setting: 'SERVICE_MAX_TOKEN_PROCESSES' },
      all: { most: maxProcesses, setting: 'SERVICE_MAX_PROCESSES' },
    }),
  },
} as const satisfies Record<string, ResourceRow>;

export type Resource = keyof typeof RESOURCES;

/** Limits of every resource. */
export type Limits = Readonly<Record<Resource, Readonly<Partial<Record<Scope, Limit>>>>>;

export function limitsOf(configuration: Configuration): Limits {
  const rows = Object.entries(RESOURCES) as [Resource, ResourceRow][];
  return Object.fromEntries(rows.map(([name, { limits }]) => [name, limits(configuration)])) as Limits;
}
