import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Audit } from '../../../evidence/audit.ts';
import type { EvidenceKeys } from '../../../evidence/keys.ts';
import type { Archive } from '../../../evidence/replay/archive.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import type { Configuration } from '../../settings/configuration.ts';
import { bundleFile } from '../../../library/node/package-root.ts';
import { IN_MEMORY } from '../../../store/data-dir.ts';
import { VERSION } from '../../../library/version.ts';
import { FairSupply } from '../../../library/queues/fair-supply.ts';
import { LoadLog } from '../../metrics/load-log.ts';
import { Shadow } from './shadow.ts';
import { casesOfSuites } from './cases-of-suites.ts';
import { CompilerThread } from './compiler-thread.ts';
import { limitsOfMemory } from './limits-of-memory.ts';
import { MountedEngine } from './mounted-engine.ts';
import { EvaluationPool } from './pool.ts';
import { preload } from './preload.ts';
import type { CasesOfSuites, ProvidedRuleset } from '../protocol/protocol.ts';
import { spawnAhead, type ThreadSource } from './spawn-ahead.ts';

const SECOND_MS = 1_000;
const MEBIBYTE = 1024 ** 2;
/** Engines of sessions take at most this part of a worker's heap. */
const ENGINES_A_WORKER = 3;
/** Bodies of decisions that are kept in memory, to try a new version on them. */
const RECENT_BYTES = 64 * MEBIBYTE;
/** Folder of the archive in the folder of data. */
const RULESETS = 'rulesets';
/** Folder of compiled rulesets, there too. */
const COMPILED = 'compiled';

/** The threads that compile and evaluate. */
export interface Evaluation {
  /** Compiles what decisions, reloads and runs wait for. */
  readonly compiler: CompilerThread;
  /** Compiles the texts of callers, which nothing else waits for. */
  readonly texts: CompilerThread;
  /** Compares what was decided with what another ruleset would have. */
  readonly trials: CompilerThread;
  /** `null` if no candidate is tried. */
  readonly shadow: Shadow | null;
  /** Called for loaded rulesets. */
  readonly loads: LoadLog;
  readonly pool: EvaluationPool;
  /** `null` for a stock server. */
  readonly mounted: MountedEngine | null;
  /** Names of the rulesets that are loaded at the start. */
  readonly tried: readonly string[];
  /** Runs the cases of these rulesets on the workers until their code is hot. For services that already take requests. */
  readonly warmUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Threads that load their code while the service opens its stores. */
interface EvaluationThreads {
  readonly compiler: CompilerThread;
  readonly texts: CompilerThread;
  readonly trials: CompilerThread;
  readonly workers: ThreadSource;
  /** Ends all but the workers that were taken. */
  readonly close: () => Promise<void>;
}

/** Spawns what the start waits for. */
export function spawnThreads(configuration: Configuration, log: Logger): EvaluationThreads {
  const { root, lenient, constants, maxBodyBytes, maxReloadBytes, publicKey } = configuration;
  const { workerMemoryMb: memoryMb, ruleset, preload: wanted, workers: count } = configuration;
  const limits = { maxBodyBytes, maxReloadBytes };
  const options = {
    file: bundleFile('compile-worker.js'),
    start: {
      root,
      lenient,
      constants,
      ...limits,
      publicKey,
      archive: archiveOf(configuration),
      archived: archiveOf(configuration)?.folder ?? null,
      cache: cacheOf(configuration),
    },
    timeoutMs: configuration.compileTimeoutMs,
    memoryMb,
    log,
  };
  const compiler = new CompilerThread(options);
  if (ruleset !== null || wanted.length > 0) compiler.begin();
  // A ruleset that decides nothing is not a version that a rollback needs.
  const tryingOptions = { ...options, start: { ...options.start, archive: null } };
  const texts = new CompilerThread(tryingOptions);
  const trials = new CompilerThread(tryingOptions);
  const workers = spawnAhead(
    bundleFile('evaluation-worker.js'),
    {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Neither the settings nor the tokens of the service are any business of a worker.
      env: {},
      argv: [],
      execArgv: [],
    },
    count,
  );
  const close = async (): Promise<void> =>
    void (await Promise.all([compiler.close(), texts.close(), trials.close(), workers.close()]));
  return { compiler, texts, trials, workers, close };
}

/** Starts the evaluation. Throws ServiceError for a ruleset to be mounted that does not compile; the threads are closed then. */
export async function startEvaluation(
  configuration: Configuration,
  threads: EvaluationThreads,
  sessions: SessionLog,
  audit: Audit | null,
  keys: EvidenceKeys,
  log: Logger,
): Promise<Evaluation> {
  const { compiler, texts, trials } = threads;
  const loads = new LoadLog(log, () => keys.settings.token !== null);
  const started = performance.now();
  let cases: CasesOfSuites | null = null;
  try {
    const mounted =
      configuration.ruleset === null
        ? null
        : new MountedEngine(await compiler.ask<'mount'>({ kind: 'mount', path: configuration.ruleset }));
    if (mounted !== null) loads.loaded(mounted.current.details, performance.now() - started, null);
    const preloaded = await preload(configuration, compiler, loads, log);
    const { shadowRuleset } = configuration;
    const shadow = shadowRuleset === null ? null : new Shadow(shadowRuleset, trials, log);
    await shadow?.read();
    const hash = mounted?.current.ruleset.hash ?? null;
    const pool = startPool(
      configuration,
      threads,
      mounted,
      preloaded,
      () => cases,
      shadow,
      sessions,
      audit,
      keys,
      loads,
      log,
    );
    const close = async (): Promise<void> => void (await Promise.all([pool.close(), threads.close()]));
    try {
      await pool.started();
    } catch (error) {
      await pool.close();
      throw error;
    }
    const tried = mounted === null ? preloaded.map(({ name }) => name) : [mounted.current.ruleset.name];
    const warmUp = async (): Promise<void> => {
      cases = await casesOfSuites(configuration, hash, preloaded, compiler);
      pool.warmUp(cases);
    };
    return { compiler, texts, trials, shadow, loads, pool, mounted, tried, warmUp, close };
  } catch (error) {
    await threads.close();
    throw error;
  }
}

/** Versions are kept for those who want to repeat a decision: who records or attests none keeps none. */
function archiveOf({ evidence, store }: Configuration): Archive | null {
  const { token, log } = evidence.settings;
  const most = evidence.maxRulesets;
  if (token === null && log === null) return null;
  if (store.dataDir !== IN_MEMORY) return { folder: join(store.dataDir, RULESETS), most };
  const files = log?.files ?? null;
  return files === null ? null : { folder: join(files.folder, RULESETS), most };
}

/** Without a data folder, compiled rulesets are not stored. */
function cacheOf({ store: { dataDir } }: Configuration): string | null {
  return dataDir === IN_MEMORY ? null : join(dataDir, COMPILED);
}

function startPool(
  configuration: Configuration,
  { compiler, workers }: EvaluationThreads,
  mounted: MountedEngine | null,
  preloaded: readonly ProvidedRuleset[],
  cases: () => CasesOfSuites | null,
  shadow: Shadow | null,
  sessions: SessionLog,
  audit: Audit | null,
  keys: EvidenceKeys,
  loads: LoadLog,
  log: Logger,
): EvaluationPool {
  const supply = new FairSupply(async (name) => {
    const started = performance.now();
    const provided = await compiler.ask<'provide'>({ kind: 'provide', name });
    const { details } = provided;
    if (details !== null) loads.loaded(details, performance.now() - started, null);
    return provided;
  });
  const {
    root,
    maxInputFacts,
    maxSessionFacts,
    maxSessionBytes,
    maxBodyBytes,
    defaultDecision,
    authzenRuleset,
    approvalSeconds,
  } = configuration;
  const maxEngineBytes = (configuration.workerMemoryMb * MEBIBYTE) / ENGINES_A_WORKER;
  return new EvaluationPool({
    thread: workers.take,
    start: {
      root,
      preloaded,
      limits: { inputFacts: maxInputFacts, ...limitsOfMemory(configuration.workerMemoryMb) },
      maxSessionFacts,
      maxSessionBytes,
      maxEngineBytes,
      maxBodyBytes,
      defaultDecision,
      authzenRuleset,
      approvalSeconds,
      version: VERSION,
      fleetName: configuration.fleet,
      // A stock server swaps no ruleset.
      recent: mounted === null ? 0 : configuration.dryRunRecords,
      recentBytes: RECENT_BYTES / configuration.workers,
      isShadowed: shadow !== null,
    },
    evidence: () => keys.settings,
    audit,
    onDecided: (decisions) => shadow?.offer(decisions),
    mounted: () => mounted?.current.ruleset ?? null,
    cases,
    evaluateTimeoutMs: configuration.evaluateTimeoutMs,
    log,
    now: () => performance.now(),
    workers: configuration.workers,
    maxQueue: configuration.maxQueue,
    sessions,
    sessionTtlMs: configuration.sessionTtlSeconds * SECOND_MS,
    bring: (name, actor) => supply.bring(name, actor),
  });
}
