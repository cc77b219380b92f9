import { z } from 'zod';
import { ACCESS_SETTINGS } from './access-settings.ts';
import { DOOR_SETTINGS } from './door-settings.ts';
import { EVIDENCE_SETTINGS } from './evidence-settings.ts';
import { integer, text, token, boolean } from './setting-values.ts';

const DAY_SECONDS = 86_400;
const GIBIBYTE = 1024 ** 3;
const MINUTES_10_MS = 600_000;

export interface Setting {
  /** Option of `ferrule serve`, or null: environment only. */
  readonly option: string | null;
  /** Of the value, for help; empty: the option takes none and means `true`. */
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
  SERVICE_SHADOW_RULESET: {
    option: null,
    placeholder: 'PATH',
    default: null,
    schema: text,
    description:
      'Ruleset that is tried on every decision of the mounted one; it answers nothing, and where it differs is counted and logged.',
  },
  SERVICE_DRY_RUN_RECORDS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 100_000),
    description:
      'Last decisions of a mounted server that a dry run of a reload is tried on, kept in memory: at most 64 MiB of bodies.',
  },
  SERVICE_RULESET_ROOT: {
    option: 'root',
    placeholder: 'DIR',
    default: null,
    schema: z.string(),
    description:
      'Folder that rulesets named in requests live under. Default: the shipped rulesets. Empty: none, and requests that name one are refused.',
  },
  SERVICE_CONSTANTS: {
    option: 'constants',
    placeholder: 'FILE',
    default: null,
    schema: text,
    description: 'YAML file with values for constants of SERVICE_RULESET.',
  },
  SERVICE_LENIENT: {
    option: 'lenient',
    placeholder: '',
    default: 'false',
    schema: z.enum(['true', 'false'], { error: 'must be true or false' }),
    description:
      'With true, keys of rulesets that the language does not know are warnings instead of errors.',
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
  ...ACCESS_SETTINGS,
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
  ...EVIDENCE_SETTINGS,
  DATABASE_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z.string().regex(/^postgres(ql)?:\/\//, 'must be a URL that begins with postgresql://'),
    description:
      'PostgreSQL that holds sessions, runs, shared facts and reloads, for all servers on it. Without it they are embedded.',
  },
  SERVICE_DATA_DIR: {
    option: null,
    placeholder: 'DIR',
    default: null,
    schema: text,
    description:
      'Folder of the embedded stores, for one server at a time; `:memory:` keeps nothing. Default: ferrule in the data folder of the user.',
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
  SERVICE_AUTHZEN_RULESET: {
    option: null,
    placeholder: 'NAME',
    default: null,
    schema: text,
    description: 'Ruleset under the root that answers AuthZEN; a mounted ruleset answers it itself.',
  },
  SERVICE_AUTHZEN_URL: {
    option: null,
    placeholder: 'URL',
    default: null,
    schema: z
      .string()
      .regex(
        /^https:\/\/[^\s?#]*[^\s?#/]$/,
        'must be a URL that begins with https:// and ends without a slash',
      ),
    description:
      'URL that AuthZEN clients know the service by. Default: the scheme it listens with and the host of the request.',
  },
  ...DOOR_SETTINGS,
  SERVICE_SESSION_TTL_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '1800',
    schema: integer(1, 30 * DAY_SECONDS),
    description: 'A session that nobody used for this long is ended.',
  },
  SERVICE_APPROVAL_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '900',
    schema: integer(1, 30 * DAY_SECONDS),
    description: 'An approval that was not answered and used for this long has expired.',
  },
  SERVICE_MAX_SESSIONS: {
    option: null,
    placeholder: 'N',
    default: '1000',
    schema: integer(0, 1_000_000),
    description: 'Sessions of one token held at once; the next is refused with 503 session_limit_exceeded.',
  },
  SERVICE_MAX_INPUT_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(1, 1_000_000),
    description: 'Facts that the `input:` of a ruleset may make of one document.',
  },
  SERVICE_MAX_SESSION_FACTS: {
    option: null,
    placeholder: 'N',
    default: '10000',
    schema: integer(0, 1_000_000),
    description: 'Facts held by one session; the next is refused with 409 session_facts_exceeded.',
  },
  SERVICE_MAX_SESSION_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '16777216',
    schema: integer(1, GIBIBYTE),
    description:
      'Bytes of the facts of one session as they were sent, never more than a sixteenth of SERVICE_WORKER_MEMORY_MB; the next is refused with 409 session_facts_exceeded.',
  },
  SERVICE_MAX_SESSIONS_BYTES: {
    option: null,
    placeholder: 'BYTES',
    default: '268435456',
    schema: integer(1, 1024 * GIBIBYTE),
    description:
      'Bytes of the facts of all sessions as they were sent; the next is refused with 503 session_limit_exceeded.',
  },
  SERVICE_SESSIONS: {
    option: null,
    placeholder: 'WHERE',
    default: 'store',
    schema: z.enum(['store', 'memory'], { error: 'must be store or memory' }),
    description:
      'Where sessions are kept: `store` is DATABASE_URL, else SERVICE_DATA_DIR; with `memory` they end with the process.',
  },
  SERVICE_SESSION_TOMBSTONE_SECONDS: {
    option: null,
    placeholder: 'SECONDS',
    default: '86400',
    schema: integer(0, 365 * DAY_SECONDS),
    description:
      'For so long the id of a session that expired or was ended is answered 404 session_expired, and not taken for a new one.',
  },
  SERVICE_RELOAD_PERSIST: {
    option: null,
    placeholder: 'BOOLEAN',
    default: 'true',
    schema: boolean,
    description:
      'Whether a mounted server, after a restart on the same files, serves what was reloaded last.',
  },
  SERVICE_RELOAD_MONOTONIC: {
    option: null,
    placeholder: 'BOOLEAN',
    default: 'true',
    schema: boolean,
    description:
      'With a public key: whether the number in `# version: N` of signed rulesets must not go down.',
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
