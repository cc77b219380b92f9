import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Audit } from '../../evidence/audit.ts';
import type { EvidenceKeys } from '../../evidence/keys.ts';
import type { Archive } from '../../evidence/replay/archive.ts';
import type { SessionLog } from '../../sessions/session-log.ts';
import type { Configuration } from '../../settings/configuration.ts';
import { bundleFile } from '../../package-root.ts';
import { IN_MEMORY } from '../../store/data-dir.ts';
import { VERSION } from '../../version.ts';
import { LoadLog } from '../load-log.ts';
import { Shadow } from '../shadow.ts';
import { casesOfSuites } from './cases-of-suites.ts';
import { CompilerThread } from './compiler-thread.ts';
import { MountedEngine } from './mounted-engine.ts';
import { EvaluationPool } from './pool.ts';
import { preload } from './preload.ts';
import type { CasesOfSuites, ProvidedRuleset } from './protocol.ts';
import { RulesetSupply } from './ruleset-supply.ts';

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
  /** Null: no candidate is tried. */
  readonly shadow: Shadow | null;
  /** Told of rulesets that are loaded. */
  readonly loads: LoadLog;
  readonly pool: EvaluationPool;
  /** Null: stock. */
  readonly mounted: MountedEngine | null;
  /** Names of the rulesets that are loaded at the start. */
  readonly tried: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts them. Throws ServiceError for a ruleset to be mounted that does not compile. */
export async function startEvaluation(
  configuration: Configuration,
  sessions: SessionLog,
  audit: Audit | null,
  keys: EvidenceKeys,
  log: Logger,
): Promise<Evaluation> {
  const { root, lenient, constants, maxBodyBytes, maxReloadBytes, publicKey } = configuration;
  const { workerMemoryMb: memoryMb } = configuration;
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
      cache: cacheOf(configuration),
    },
    timeoutMs: configuration.compileTimeoutMs,
    memoryMb,
    log,
  };
  const compiler = new CompilerThread(options);
  // What decides nothing is no version that anybody asks for again.
  const tryingOptions = { ...options, start: { ...options.start, archive: null } };
  const texts = new CompilerThread(tryingOptions);
  const trials = new CompilerThread(tryingOptions);
  const loads = new LoadLog(log, () => keys.settings.token !== null);
  const started = performance.now();
  try {
    const mounted =
      configuration.ruleset === null
        ? null
        : new MountedEngine(await compiler.ask<'mount'>({ kind: 'mount', path: configuration.ruleset }));
    if (mounted !== null) loads.loaded(mounted.current.details, performance.now() - started, null);
    const preloaded = await preload(configuration, compiler, loads, log);
    const cases = await casesOfSuites(
      configuration,
      mounted?.current.ruleset.hash ?? null,
      preloaded,
      compiler,
    );
    const { shadowRuleset } = configuration;
    const shadow = shadowRuleset === null ? null : new Shadow(shadowRuleset, trials, log);
    await shadow?.read();
    const pool = startPool(
      configuration,
      compiler,
      mounted,
      preloaded,
      cases,
      shadow,
      sessions,
      audit,
      keys,
      loads,
      log,
    );
    const close = async (): Promise<void> =>
      void (await Promise.all([pool.close(), compiler.close(), texts.close(), trials.close()]));
    try {
      await pool.started();
      const tried = mounted === null ? preloaded.map(({ name }) => name) : [mounted.current.ruleset.name];
      return { compiler, texts, trials, shadow, loads, pool, mounted, tried, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await Promise.all([compiler.close(), trials.close()]);
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

/** Whoever keeps nothing keeps no compiled rulesets. */
function cacheOf({ store: { dataDir } }: Configuration): string | null {
  return dataDir === IN_MEMORY ? null : join(dataDir, COMPILED);
}

function startPool(
  configuration: Configuration,
  compiler: CompilerThread,
  mounted: MountedEngine | null,
  preloaded: readonly ProvidedRuleset[],
  cases: CasesOfSuites,
  shadow: Shadow | null,
  sessions: SessionLog,
  audit: Audit | null,
  keys: EvidenceKeys,
  loads: LoadLog,
  log: Logger,
): EvaluationPool {
  const supply = new RulesetSupply(async (name) => {
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
    file: bundleFile('evaluation-worker.js'),
    start: {
      root,
      preloaded,
      cases,
      maxInputFacts,
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
    evaluateTimeoutMs: configuration.evaluateTimeoutMs,
    memoryMb: configuration.workerMemoryMb,
    log,
    now: () => performance.now(),
    workers: configuration.workers,
    maxQueue: configuration.maxQueue,
    sessions,
    sessionTtlMs: configuration.sessionTtlSeconds * SECOND_MS,
    bring: (name) => supply.bring(name),
  });
}
