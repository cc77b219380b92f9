import { availableParallelism } from 'node:os';
import { isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { closestName } from '../../runtime/values/closest-name.ts';
import { readEvidence } from './read-evidence.ts';
import type { EvidenceConfiguration } from '../../evidence/settings.ts';
import { readConstantsFile, readKey, readMounted, readPreload, readRoot } from './read-rulesets.ts';
import { readAccess, type AccessConfiguration } from './read-access.ts';
import type { Setting } from './setting.ts';
import { SETTINGS, type SettingName, type Values } from './settings.ts';
import { defaultDataDir, IN_MEMORY } from '../../store/data-dir.ts';
import type { StorePlace } from '../../store/open-store.ts';

/** Everything that can be set about a service, read and checked. */
export interface Configuration {
  readonly host: string;
  readonly port: number;
  /** Absolute path of the ruleset to mount, or null: stock. */
  readonly ruleset: string | null;
  /** Absolute path of a ruleset that is tried beside the mounted one, or null. */
  readonly shadowRuleset: string | null;
  /** Decisions that a dry run of a reload is tried on. */
  readonly dryRunRecords: number;
  /** Absolute path of the folder that rulesets of requests live under, or null: none. */
  readonly root: string | null;
  /** Names of rulesets under the root to load at start; `all` for every ruleset. */
  readonly preload: readonly string[] | 'all';
  /** File with values for constants of the mounted ruleset. */
  readonly constants: string | null;
  /** Keys that the language does not know are warnings. */
  readonly lenient: boolean;
  /** The page of the studio is served. */
  readonly studio: boolean;
  readonly workers: number;
  /** `null` to make a random one. */
  readonly apiToken: string | null;
  readonly adminToken: string | null;
  readonly access: AccessConfiguration;
  /** 32 bytes of the Ed25519 key that reloads must be signed with, or null. */
  readonly publicKey: Uint8Array | null;
  readonly evidence: EvidenceConfiguration;
  readonly store: StorePlace;
  /** `null` if the server is in no fleet. */
  readonly fleet: string | null;
  readonly runConcurrency: number;
  readonly defaultDecision: string | null;
  /** Name of the ruleset for AuthZEN on a stock server, or null. */
  readonly authzenRuleset: string | null;
  /** Address of the service for AuthZEN clients, without a trailing slash; null for the request's host. */
  readonly authzenUrl: string | null;
  /** `null` for no gRPC. */
  readonly grpcPort: number | null;
  /** Name of the ruleset for Envoy on a stock server, or null. */
  readonly envoyRuleset: string | null;
  readonly sessionTtlSeconds: number;
  /** Time that a call can wait for its approval and use it. */
  readonly approvalSeconds: number;
  /** Limits of approvals, of one request and of one token. */
  readonly maxApprovalBytes: number;
  readonly maxApprovals: number;
  readonly maxApprovalsBytes: number;
  readonly maxSessions: number;
  readonly maxInputFacts: number;
  readonly maxSessionFacts: number;
  readonly maxSessionBytes: number;
  readonly maxFleetFacts: number;
  readonly maxFleetBytes: number;
  readonly maxTokenSessionsBytes: number;
  readonly maxSessionsBytes: number;
  readonly sessions: 'store' | 'memory';
  readonly sessionTombstoneSeconds: number;
  readonly reloadPersist: boolean;
  readonly reloadMonotonic: boolean;
  readonly maxBodyBytes: number;
  /** Limit for a call, an access request or a run: at most `maxBodyBytes`. */
  readonly maxCallBytes: number;
  readonly maxReloadBytes: number;
  readonly evaluateTimeoutMs: number;
  readonly compileTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly shutdownMs: number;
  readonly maxQueue: number;
  readonly maxQueueBytes: number;
  readonly maxTokenRequests: number;
  readonly maxTokenBytes: number;
  readonly maxConnections: number;
  readonly maxConnectionRequests: number;
  readonly maxConnectionResets: number;
  readonly maxOpenCalls: number;
  readonly maxTokenSubscriptions: number;
  readonly maxSubscriptions: number;
  readonly maxTokenWaits: number;
  readonly maxTokenRuns: number;
  readonly maxTokenRunBytes: number;
  readonly maxTokenProcesses: number;
  readonly maxProcesses: number;
  readonly workerMemoryMb: number;
  readonly logLevel: string;
}

export type ConfigurationResult =
  | { readonly ok: true; readonly configuration: Configuration; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] };

const MOST_DEFAULT_WORKERS = 16;
const PREFIX = 'SERVICE_';
/** Characters of a token below which it may be guessed. */
const SHORT_TOKEN = 16;
const MEBIBYTE = 1024 ** 2;
/** A session takes at most this part of its worker's heap: its engine needs several times the bytes of its facts. */
const SESSIONS_A_WORKER = 16;

/**
 * Reads the settings: options of the command line (named as in the table) over the environment over defaults. Returns
 * every problem found, one line each.
 */
export function readConfiguration(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string | undefined>> = {},
): ConfigurationResult {
  const problems: string[] = [];
  const values = readValues(environment, options, problems);
  const root = readRoot(values.SERVICE_RULESET_ROOT, problems);
  const ruleset = readMounted('SERVICE_RULESET', values, problems);
  const shadowRuleset = readMounted('SERVICE_SHADOW_RULESET', values, problems);
  if (shadowRuleset !== null && ruleset === null) {
    problems.push('SERVICE_SHADOW_RULESET: needs SERVICE_RULESET, which it is compared with');
  }
  const preload = readPreload(values, root, problems);
  const constants = readConstantsFile(values, problems);
  const publicKey = readKey(values, problems);
  const evidence = readEvidence(values, publicKey, problems);
  const { access, apiToken, adminToken } = readAccess(values, values.SERVICE_ISSUER as string, problems);
  const guarded = apiToken !== null || access.tokensFile !== null || access.jwt !== null;
  if (!guarded && !isLoopback(String(values.SERVICE_HOST))) {
    problems.push(
      'SERVICE_HOST: without SERVICE_API_TOKEN only a loopback address such as 127.0.0.1 is accepted',
    );
  }
  if (values.SERVICE_FLEET !== null && values.SERVICE_RULESET === null) {
    problems.push('SERVICE_FLEET: needs SERVICE_RULESET, whose engine shares the facts');
  }
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    warnings: [
      ...unknownSettings(environment),
      ...shortTokens({ apiToken, adminToken }),
      ...evidence.warnings,
    ],
    configuration: {
      host: values.SERVICE_HOST as string,
      port: values.SERVICE_PORT as number,
      ruleset,
      shadowRuleset,
      dryRunRecords: values.SERVICE_DRY_RUN_RECORDS as number,
      root,
      preload,
      constants,
      lenient: values.SERVICE_LENIENT === 'true',
      studio: values.SERVICE_STUDIO === 'true',
      workers: (values.SERVICE_WORKERS as number | null) ?? defaultWorkers(),
      apiToken,
      adminToken,
      access,
      publicKey,
      evidence,
      store: {
        databaseUrl: values.DATABASE_URL as string | null,
        dataDir: readDataDir(values.SERVICE_DATA_DIR, environment),
      },
      fleet: values.SERVICE_FLEET as string | null,
      runConcurrency: values.SERVICE_RUN_CONCURRENCY as number,
      defaultDecision: values.SERVICE_DEFAULT_DECISION as string | null,
      authzenRuleset: values.SERVICE_AUTHZEN_RULESET as string | null,
      authzenUrl: values.SERVICE_AUTHZEN_URL as string | null,
      grpcPort: values.SERVICE_GRPC_PORT as number | null,
      envoyRuleset: values.SERVICE_ENVOY_RULESET as string | null,
      sessionTtlSeconds: values.SERVICE_SESSION_TTL_SECONDS as number,
      approvalSeconds: values.SERVICE_APPROVAL_SECONDS as number,
      maxApprovalBytes: values.SERVICE_MAX_APPROVAL_BYTES as number,
      maxApprovals: values.SERVICE_MAX_APPROVALS as number,
      maxApprovalsBytes: values.SERVICE_MAX_APPROVALS_BYTES as number,
      maxSessions: values.SERVICE_MAX_SESSIONS as number,
      maxInputFacts: values.SERVICE_MAX_INPUT_FACTS as number,
      maxSessionFacts: values.SERVICE_MAX_SESSION_FACTS as number,
      maxSessionBytes: Math.min(
        values.SERVICE_MAX_SESSION_BYTES as number,
        ((values.SERVICE_WORKER_MEMORY_MB as number) * MEBIBYTE) / SESSIONS_A_WORKER,
      ),
      maxFleetFacts: values.SERVICE_MAX_FLEET_FACTS as number,
      maxFleetBytes: Math.min(
        values.SERVICE_MAX_FLEET_BYTES as number,
        ((values.SERVICE_WORKER_MEMORY_MB as number) * MEBIBYTE) / SESSIONS_A_WORKER,
      ),
      maxTokenSessionsBytes: values.SERVICE_MAX_TOKEN_SESSIONS_BYTES as number,
      maxSessionsBytes: values.SERVICE_MAX_SESSIONS_BYTES as number,
      sessions: values.SERVICE_SESSIONS as 'store' | 'memory',
      sessionTombstoneSeconds: values.SERVICE_SESSION_TOMBSTONE_SECONDS as number,
      reloadPersist: values.SERVICE_RELOAD_PERSIST === 'true',
      reloadMonotonic: values.SERVICE_RELOAD_MONOTONIC === 'true',
      maxBodyBytes: values.SERVICE_MAX_BODY_BYTES as number,
      maxCallBytes: values.SERVICE_MAX_CALL_BYTES as number,
      maxReloadBytes: values.SERVICE_MAX_RELOAD_BYTES as number,
      evaluateTimeoutMs: values.SERVICE_EVALUATE_TIMEOUT_MS as number,
      compileTimeoutMs: values.SERVICE_COMPILE_TIMEOUT_MS as number,
      requestTimeoutMs: values.SERVICE_REQUEST_TIMEOUT_MS as number,
      shutdownMs: values.SERVICE_SHUTDOWN_MS as number,
      maxQueue: values.SERVICE_MAX_QUEUE as number,
      maxQueueBytes: values.SERVICE_MAX_QUEUE_BYTES as number,
      maxTokenRequests: values.SERVICE_MAX_TOKEN_REQUESTS as number,
      maxTokenBytes: values.SERVICE_MAX_TOKEN_BYTES as number,
      maxConnections: values.SERVICE_MAX_CONNECTIONS as number,
      maxConnectionRequests: values.SERVICE_MAX_CONNECTION_REQUESTS as number,
      maxConnectionResets: values.SERVICE_MAX_CONNECTION_RESETS as number,
      maxOpenCalls: values.SERVICE_MAX_OPEN_CALLS as number,
      maxTokenSubscriptions: values.SERVICE_MAX_TOKEN_SUBSCRIPTIONS as number,
      maxSubscriptions: values.SERVICE_MAX_SUBSCRIPTIONS as number,
      maxTokenRuns: values.SERVICE_MAX_TOKEN_RUNS as number,
      maxTokenRunBytes: values.SERVICE_MAX_TOKEN_RUN_BYTES as number,
      maxTokenWaits: values.SERVICE_MAX_TOKEN_WAITS as number,
      maxTokenProcesses: values.SERVICE_MAX_TOKEN_PROCESSES as number,
      maxProcesses: values.SERVICE_MAX_PROCESSES as number,
      workerMemoryMb: values.SERVICE_WORKER_MEMORY_MB as number,
      logLevel: values.SERVICE_LOG_LEVEL as string,
    },
  };
}

function readValues(
  environment: Readonly<Record<string, string | undefined>>,
  options: Readonly<Record<string, string | undefined>>,
  problems: string[],
): Values {
  const values: Record<string, string | number | null> = {};
  for (const [name, row] of Object.entries(SETTINGS) as [SettingName, Setting][]) {
    const option = row.option === null ? undefined : options[row.option];
    const given = option ?? environment[name] ?? row.default;
    values[name] = null;
    if (given === null) continue;
    const parsed = row.schema.safeParse(given);
    if (parsed.success) values[name] = parsed.data;
    else
      problems.push(`${option === undefined ? name : `--${row.option}`}: ${parsed.error.issues[0]?.message}`);
  }
  return values as Values;
}

function readDataDir(
  value: string | number | null,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  if (value === null) return defaultDataDir(environment);
  return value === IN_MEMORY ? IN_MEMORY : resolve(String(value));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || /^127(\.\d{1,3}){3}$/.test(host) || (isIPv6(host) && host === '::1');
}

function defaultWorkers(): number {
  return Math.min(Math.max(1, availableParallelism() - 1), MOST_DEFAULT_WORKERS);
}

function shortTokens({
  apiToken,
  adminToken,
}: Readonly<Record<'apiToken' | 'adminToken', string | null>>): string[] {
  const tokens = { SERVICE_API_TOKEN: apiToken, SERVICE_ADMIN_TOKEN: adminToken };
  return Object.entries(tokens)
    .filter(([, token]) => token !== null && token.length < SHORT_TOKEN)
    .map(([name]) => `${name} has fewer than ${SHORT_TOKEN} characters and can be guessed`);
}

/** A misspelt setting would be silently without effect: say so. */
export function unknownSettings(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = Object.keys(SETTINGS);
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .map((name) => {
      const meant = closestName(name, known);
      return `${name} is not a setting${meant === null ? '' : `; did you mean ${meant}?`}`;
    });
}
