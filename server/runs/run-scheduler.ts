import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { GraphPlan } from '../../library/graphs/graph.ts';
import { notify, type Store } from '../../store/store.ts';
import { executeRun, type EvaluateNode } from './execute-run.ts';
import type { RunLimits } from './run-limits.ts';
import type { RunQueue } from './run-queue.ts';
import type { RunRecorder } from './run-recorder.ts';
import { ownerOf, type AcceptedRun, type RunRequest } from './run-request.ts';
import {
  acceptInTransaction,
  claimRun,
  expireAllClaims,
  findByKey,
  findOrphans,
  releaseClaim,
  renewClaims,
} from './run-table.ts';
import type { Scheduler } from './scheduler.ts';

interface SchedulerOptions {
  readonly store: Store;
  readonly queue: RunQueue;
  /** The graph as its file is now. Throws ServiceError `graph_not_found` or `invalid_graph`. */
  readonly planOf: (graphId: string, actor: string) => Promise<GraphPlan>;
  readonly evaluate: EvaluateNode;
  readonly recorder: RunRecorder;
  /** Graphs that run at once in this process. */
  readonly concurrency: number;
  /** Limits of one token (default: none). */
  readonly limits?: RunLimits;
  readonly log: Logger;
}

const SWEEP_MS = 1_000;
/** Age at which a pending run of an idle graph is picked up. */
const WAITING_SECONDS = 5;
const POLL_MS = 20;
const NO_LIMITS: RunLimits = { runs: Infinity, bytes: Infinity };

/**
 * Runs graphs: takes reminders from the queue and works until nothing is left, one run of every token in turn. A process that
 * dies loses its claims after the lease, and any other goes on from what its nodes came to.
 */
export class RunScheduler implements Scheduler {
  readonly #options: SchedulerOptions;
  /** Claims of runs under way in this process. */
  readonly #claims = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #unlisten: (() => void) | null = null;
  #active = 0;
  #fetching = false;
  #fetchAgain = false;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Starts to take runs from the queue. What a dead process left is taken up first where that is known. */
  async start(): Promise<void> {
    const { store } = this.#options;
    if (store.exclusive) {
      await expireAllClaims(store);
      await this.#remindOf(await findOrphans(store, 0));
    }
    this.#unlisten = await store.listen('ferrule_runs', () => this.#wake());
    this.#timer = setInterval(() => void this.#sweep(), SWEEP_MS).unref();
    this.#wake();
  }

  async enqueue(request: RunRequest): Promise<AcceptedRun> {
    const { queue, planOf, limits = NO_LIMITS } = this.#options;
    const store = this.#options.store.as(ownerOf(request));
    const existing = await findByKey(store, request);
    if (existing !== null) return existing;
    const plan = await planOf(request.graphId, ownerOf(request));
    return acceptInTransaction(store, request, plan, limits, async (sql) => {
      await queue.send(sql, request.graphId);
      await notify(sql, 'ferrule_runs');
    });
  }

  /** Works on a graph until no attempt of it is left, or another process works on it. */
  async work(graphId: string): Promise<void> {
    while (!this.#stopped && (await this.#runNext(graphId)));
  }

  /** Accepts no more runs, and waits up to this time for current runs to end. */
  async stop(waitMs: number): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    this.#unlisten?.();
    const until = performance.now() + waitMs;
    while (this.#active > 0 && performance.now() < until) await sleep(POLL_MS);
  }

  /** True if one existed. */
  async #runNext(graphId: string | null): Promise<boolean> {
    const { store, evaluate, recorder } = this.#options;
    const claim = await claimRun(store, graphId, randomUUID());
    if (claim === null) return false;
    this.#claims.add(claim.id);
    try {
      await executeRun(claim, store, evaluate, recorder);
    } catch (error) {
      await releaseClaim(store, claim);
      throw error;
    } finally {
      this.#claims.delete(claim.id);
    }
    return true;
  }

  #wake(): void {
    this.#fetchAgain = true;
    if (this.#fetching || this.#stopped) return;
    this.#fetching = true;
    void this.#fetch().finally(() => {
      this.#fetching = false;
      if (this.#fetchAgain && this.#active < this.#options.concurrency) this.#wake();
    });
  }

  async #fetch(): Promise<void> {
    const { queue, concurrency, log } = this.#options;
    try {
      while (this.#fetchAgain && !this.#stopped && this.#active < concurrency) {
        this.#fetchAgain = false;
        const messages = await queue.fetch(concurrency - this.#active);
        for (const { id } of messages) void this.#handle(id);
        this.#fetchAgain ||= messages.length > 0;
      }
    } catch (error) {
      this.#fetchAgain = false;
      log.warn({ problem: messageOf(error) }, 'cannot read the queue');
    }
  }

  /** A message announces work; the tables determine which is next, so that all tokens get their turn. */
  async #handle(id: string): Promise<void> {
    const { queue, log } = this.#options;
    this.#active++;
    try {
      while (!this.#stopped && (await this.#runNext(null)));
      await queue.complete(id);
    } catch (error) {
      log.warn({ problem: messageOf(error) }, 'run interrupted');
      await queue.fail(id).catch(() => undefined);
    } finally {
      this.#active--;
      this.#wake();
    }
  }

  async #sweep(): Promise<void> {
    const { store, log } = this.#options;
    try {
      if (this.#claims.size > 0) await renewClaims(store, [...this.#claims]);
      await this.#remindOf(await findOrphans(store, WAITING_SECONDS));
      this.#wake();
    } catch (error) {
      log.warn({ problem: messageOf(error) }, 'cannot maintain runs');
    }
  }

  async #remindOf(graphs: readonly string[]): Promise<void> {
    for (const graphId of graphs) await this.#options.queue.remind(graphId);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
