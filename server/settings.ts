import { z } from 'zod';

/** Reads a text from the environment or the command line; refuses with a message a person can act on. */
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

const text = z.string().min(1, 'must not be empty');
const token = z
  .string()
  .min(1, 'must not be empty; leave it out instead')
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces');

const DAY_SECONDS = 86_400;
const GIBIBYTE = 1024 ** 3;
const MINUTES_10_MS = 600_000;

export interface Setting {
  /** Option of `ferrule serve`, or null: environment only. */
  readonly option: string | null;
  /** Of the value, for help. */
  readonly placeholder: string;
  /** Text as it would be written; null: no value. */
  readonly default: string | null;
  readonly schema: z.ZodType<string | number, string>;
  readonly description: string;
}

/**
 * THE table of settings, in the order in which help and docs/configuration.md list them. All are read in
 * configuration.ts and nowhere else.
 */
export const SETTINGS = {
  SERVICE_HOST: {
    option: 'host',
    placeholder: 'ADDRESS',
    default: '127.0.0.1',
    schema: text,
    description: 'Address to listen on. Without SERVICE_API_TOKEN only a loopback address is accepted.',
  },
  SERVICE_PORT: {
    option: 'port',
    placeholder: 'PORT',
    default: '8080',
    schema: integer(0, 65_535),
    description: 'Port to listen on; 0 takes a free one.',
  },
  SERVICE_RULESET: {
    option: 'ruleset',
    placeholder: 'PATH',
    default: null,
    schema: text,
    description: 'Ruleset (file or folder) to mount: it answers every request, and reload swaps it.',
  },
  SERVICE_RULESET_ROOT: {
    option: 'root',
    placeholder: 'DIR',
    default: null,
    schema: z.string(),
    description:
      'Folder that rulesets named in requests live under. Default: the shipped rulesets. Empty: none, and requests that name one are refused.',
  },
  SERVICE_WORKERS: {
    option: 'workers',
    placeholder: 'N',
    default: null,
    schema: integer(1, 64),
    description: 'Threads that evaluate. Default: the number of cores less one, at least 1 and at most 16.',
  },
  SERVICE_API_TOKEN: {
    option: null,
    placeholder: 'TOKEN',
    default: null,
    schema: token,
    description:
      'Bearer token of every endpoint but /health and /v1/status. Without it a random one is made and printed.',
  },
  SERVICE_ADMIN_TOKEN: {
    option: null,
    placeholder: 'TOKEN',
    default: null,
    schema: token,
    description: 'Token that reload then requires; it is accepted on all other endpoints too.',
  },
  SERVICE_RULESET_PUBKEY: {
    option: null,
    placeholder: 'KEY',
    default: null,
    schema: text,
    description: 'Ed25519 public key, PEM or base64 of its 32 bytes. With a key every reload must be signed.',
  },
  SERVICE_RULESET_PUBKEY_FILE: {
    option: null,
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'File that holds the public key. Not together with SERVICE_RULESET_PUBKEY.',
  },
  DATABASE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must be a URL that begins with postgresql://'),
    description:
      'PostgreSQL that holds runs, shared facts and reloads, for all servers on it. Without it an embedded database is used.',
  },
  SERVICE_DATA_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description:
      'Folder of the embedded database, for one process at a time; `:memory:` keeps nothing. Default: ferrule in the data folder of the user.',
  },
  SERVICE_FLEET: {
    option: 'fleet',
    placeholder: 'NAME',
    default: null,
    schema: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,128}$/, 'must be 1 to 128 of letters, digits, `.`, `_` and `-`'),
    description:
      'Fleet whose facts the mounted ruleset shares with all servers of that name on the database.',
  },
  SERVICE_RUN_CONCURRENCY: {
    option: null,
    placeholder: 'N',
    default: '4',
    schema: integer(1, 256),
    description: 'Graphs that this process runs at once.',
  },
  SERVICE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^https?:\/\//, 'must be a URL that begins with http:// or https://'),
    description: 'Running service that `ferrule run` talks to; `ferrule serve` does not use it.',
  },
  SERVICE_DEFAULT_DECISION: {
    option: null,
    placeholder: 'PATH',
    default: null,
    schema: text,
    description: 'Data API path that `POST /` evaluates, such as `access` or `access/allow`.',
  },
  SERVICE_SESSION_TTL_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '1800',
    schema: integer(1, 30 * DAY_SECONDS),
    description: 'A session that nobody used for this long is ended.',
  },
  SERVICE_MAX_SESSIONS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 1_000_000),
    description: 'Sessions held at once; the next is refused with 503 session_limit_exceeded.',
  },
  SERVICE_MAX_SESSION_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(0, 1_000_000),
    description: 'Facts held by one session; the next is refused with 409 session_facts_exceeded.',
  },
  SERVICE_MAX_BODY_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '8388608',
    schema: integer(1, GIBIBYTE),
    description: 'Largest request body, in bytes received; beyond it 413.',
  },
  SERVICE_MAX_RELOAD_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '5242880',
    schema: integer(1, GIBIBYTE),
    description: 'Largest body of a reload, in bytes received; beyond it 413.',
  },
  SERVICE_EVALUATE_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '1000',
    schema: integer(1, MINUTES_10_MS),
    description: 'An evaluation that runs longer is ended with 503 evaluation_timeout.',
  },
  SERVICE_COMPILE_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '30000',
    schema: integer(1, MINUTES_10_MS),
    description: 'A compilation that runs longer is ended with 503 evaluation_timeout.',
  },
  SERVICE_REQUEST_TIMEOUT_MS: {
    option: null,
    placeholder: 'MS',
    default: '30000',
    schema: integer(100, MINUTES_10_MS),
    description: 'A request that has not arrived whole after this long is cut off with 408.',
  },
  SERVICE_SHUTDOWN_MS: {
    option: null,
    placeholder: 'MS',
    default: '10000',
    schema: integer(0, MINUTES_10_MS),
    description: 'Time for requests under way to finish after SIGTERM or SIGINT.',
  },
  SERVICE_MAX_QUEUE: {
    option: null,
    placeholder: 'N',
    default: '4096',
    schema: integer(1, 1_000_000),
    description: 'Requests under way at once; the next is refused with 503 overloaded.',
  },
  SERVICE_MAX_QUEUE_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '268435456',
    schema: integer(1, 64 * GIBIBYTE),
    description: 'Bytes of request bodies held at once; beyond it 503 overloaded.',
  },
  SERVICE_WORKER_MEMORY_MB: {
    option: null,
    placeholder: 'MB',
    default: '1024',
    schema: integer(64, 65_536),
    description: 'Heap of one evaluation worker; one that needs more is replaced.',
  },
  SERVICE_LOG_LEVEL: {
    option: null,
    placeholder: 'LEVEL',
    default: 'info',
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    }),
    description: 'Least level that is logged: trace, debug, info, warn, error, fatal or silent.',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** The settings that have no option, as `ferrule serve --help` lists them. */
export function describeEnvironment(): string {
  const rows = (Object.entries(SETTINGS) as [string, Setting][]).filter(([, { option }]) => option === null);
  const lines = rows.map(([name, row]) => `  ${name}=${row.placeholder}\n      ${describeSetting(row)}`);
  return ['Settings of the environment:', ...lines].join('\n');
}

/** What a setting is for, and its default. */
export function describeSetting({ description, default: fallback }: Setting): string {
  return fallback === null ? description : `${description} Default: ${fallback}.`;
}
