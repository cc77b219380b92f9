import type { Logger } from 'pino';
import type { Configuration } from '../configuration.ts';
import { bundleFile } from '../package-root.ts';
import { VERSION } from '../version.ts';
import { CompilerThread } from './compiler-thread.ts';
import { MountedEngine } from './mounted-engine.ts';
import { EvaluationPool } from './pool.ts';
import { RulesetSupply } from './ruleset-supply.ts';

/** The threads that compile and evaluate. */
export interface Evaluation {
  readonly compiler: CompilerThread;
  readonly pool: EvaluationPool;
  /** Null: stock. */
  readonly mounted: MountedEngine | null;
  readonly close: () => Promise<void>;
}

/** Starts them. Throws ServiceError for a ruleset to be mounted that does not compile. */
export async function startEvaluation(configuration: Configuration, log: Logger): Promise<Evaluation> {
  const { root, maxBodyBytes, maxReloadBytes, publicKey, workerMemoryMb: memoryMb } = configuration;
  const compiler = new CompilerThread({
    file: bundleFile('compile-worker.js'),
    start: { root, maxBodyBytes, maxReloadBytes, publicKey },
    timeoutMs: configuration.compileTimeoutMs,
    memoryMb,
    log,
  });
  try {
    const mounted =
      configuration.ruleset === null
        ? null
        : new MountedEngine(await compiler.ask<'mount'>({ kind: 'mount', path: configuration.ruleset }));
    const pool = startPool(configuration, compiler, mounted, log);
    const close = async (): Promise<void> => void (await Promise.all([pool.close(), compiler.close()]));
    try {
      await pool.started();
      return { compiler, pool, mounted, close };
    } catch (error) {
      await close();
      throw error;
    }
  } catch (error) {
    await compiler.close();
    throw error;
  }
}

function startPool(
  configuration: Configuration,
  compiler: CompilerThread,
  mounted: MountedEngine | null,
  log: Logger,
): EvaluationPool {
  const supply = new RulesetSupply((name) => compiler.ask<'provide'>({ kind: 'provide', name }));
  const { root, maxSessionFacts, maxBodyBytes, defaultDecision } = configuration;
  return new EvaluationPool({
    file: bundleFile('evaluation-worker.js'),
    start: { root, maxSessionFacts, maxBodyBytes, defaultDecision, version: VERSION },
    mounted: () => mounted?.current.ruleset ?? null,
    evaluateTimeoutMs: configuration.evaluateTimeoutMs,
    memoryMb: configuration.workerMemoryMb,
    log,
    now: () => performance.now(),
    workers: configuration.workers,
    maxQueue: configuration.maxQueue,
    maxSessions: configuration.maxSessions,
    sessionTtlSeconds: configuration.sessionTtlSeconds,
    bring: (name) => supply.bring(name),
  });
}
