import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ServiceError, shuttingDown } from '../../library/errors.ts';
import type { GraphPlan } from '../../library/graphs/graph.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import type { Store } from '../../store/store.ts';
import { allowsGraph } from '../tokens/graph-patterns.ts';
import { holdsRuns } from '../../store/open-store.ts';
import { beforeDeadline } from '../../library/before-deadline.ts';
import { acceptRun } from './accept-run.ts';
import type { EvaluateNode } from './execute-run.ts';
import { RunQueue } from './run-queue.ts';
import type { RunRow } from './run-record.ts';
import type { RunRecorder } from './run-recorder.ts';
import { graphOfRun, ownerOf, type AcceptedRun, type RunRequest } from './run-request.ts';
import { RunScheduler } from './run-scheduler.ts';
import type { RunLimits } from './run-limits.ts';
import type { RunReader } from './seen-runs.ts';
import { listRuns, readRun, type RunFilter, type RunPage } from './run-table.ts';

interface RunsOptions {
  readonly store: LazyStore;
  readonly planOf: (graphId: string, actor: string) => Promise<GraphPlan>;
  readonly evaluate: EvaluateNode;
  readonly recorder: RunRecorder;
  readonly concurrency: number;
  readonly limits: RunLimits;
  /** Milliseconds in which the database must respond, opening included; Infinity for any time. */
  readonly databaseMs: number;
  readonly log: Logger;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
const RELEASE_MS = 1_000;

/** The refusal of a missing run. */
function runNotFound(): ServiceError {
  return new ServiceError('run_not_found', 'no such run');
}

/** Runs as the service and the command line see them. The database is opened with the first of them. */
export class Runs {
  readonly #options: RunsOptions;
  #opening: Promise<{ readonly queue: RunQueue; readonly scheduler: RunScheduler }> | null = null;
  #starting: Promise<void> | null = null;
  #closed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  /** Opens the database and runs what is pending there. Throws ServiceError `store_unavailable`. */
  start(): Promise<void> {
    this.#starting ??= this.#open()
      .then(({ scheduler }) => scheduler.start())
      .catch((error: unknown) => {
        // The next one tries again.
        this.#starting = null;
        throw error;
      });
    return this.#starting;
  }

  /**
   * Like `accept`, for a service, which also processes the run.
   * @throws ServiceError; `store_unavailable` if the database is not ready in time. If it was open, the run may have been
   * accepted.
   */
  async enqueue(request: RunRequest, origin: string | null): Promise<AcceptedRun> {
    const began = performance.now();
    await this.#inTime(() => this.start());
    const left = this.#options.databaseMs - (performance.now() - began);
    await this.#checkGraph(request);
    return this.#recorded(request, await this.#inTime(() => this.#accept(request), left), origin);
  }

  /** Returns once the run is in the database, and recorded. `origin`: the caller. Throws ServiceError. */
  async accept(request: RunRequest, origin: string | null): Promise<AcceptedRun> {
    await this.#checkGraph(request);
    return this.#recorded(request, await this.#accept(request), origin);
  }

  /** A name that is not a graph leaves no database behind. An earlier run of a key is found without its graph. */
  async #checkGraph(request: RunRequest): Promise<void> {
    const { planOf, store } = this.#options;
    if (request.idempotencyKey === null || !holdsRuns(store.place))
      await planOf(request.graphId, ownerOf(request));
  }

  async #accept(request: RunRequest): Promise<AcceptedRun> {
    const { scheduler } = await this.#open();
    return acceptRun(scheduler, request);
  }

  async #recorded(request: RunRequest, accepted: AcceptedRun, origin: string | null): Promise<AcceptedRun> {
    const { planOf, recorder } = this.#options;
    const plan = await planOf(request.graphId, ownerOf(request)).catch(() => null);
    await recorder.accepted(origin, request, accepted, plan);
    return accepted;
  }

  /** Works on a graph here and now, see RunScheduler. */
  async work(graphId: string): Promise<void> {
    await (await this.#open()).scheduler.work(graphId);
  }

  /**
   * The latest attempt of a run that the reader sees, or the requested one. Throws ServiceError `run_not_found`; those of
   * others are not found either.
   */
  async read(reader: RunReader, runId: string, attempt: number | null): Promise<RunRow> {
    const graphId = graphOfRun(runId);
    if (graphId === null || !allowsGraph(reader, graphId)) throw runNotFound();
    const row = await this.#inTime(async () =>
      readRun(await this.#for(reader.actor), reader, graphId, attempt),
    );
    if (row === null) throw runNotFound();
    return row;
  }

  /** Runs that the reader of the filter sees, newest first. */
  async list(filter: RunFilter): Promise<RunPage> {
    return this.#inTime(async () => listRuns(await this.#for(filter.reader.actor), filter));
  }

  #inTime<T>(work: () => Promise<T>, ms = this.#options.databaseMs): Promise<T> {
    return beforeDeadline(ms, work, () => {
      return new ServiceError('store_unavailable', 'the database is not ready; try again shortly');
    });
  }

  /** The store in the turn of an actor. */
  async #for(actor: string): Promise<Store> {
    return (await this.#options.store.open()).as(actor);
  }

  /** Like `start`, retried until it succeeds. For pending runs of earlier processes, without a waiting caller. */
  async startInTheEnd(): Promise<void> {
    for (let wait = FIRST_RETRY_MS; !this.#closed; wait = Math.min(2 * wait, LONGEST_RETRY_MS)) {
      // Errors are in the log.
      if (
        await this.start().then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(wait, undefined, { ref: false });
    }
  }

  /** Accepts no more runs, and gives up a database that is being opened; current runs can end within the given time. */
  async stop(waitMs: number): Promise<void> {
    this.#closed = true;
    this.#options.store.giveUp();
    const opened = (await this.#opening?.catch(() => null)) ?? null;
    await opened?.scheduler.stop(waitMs);
  }

  /** After the workers have ended: what is under way is given back. */
  async close(): Promise<void> {
    await this.stop(RELEASE_MS);
    const opened = (await this.#opening?.catch(() => null)) ?? null;
    await opened?.queue.close();
  }

  #open(): Promise<{ readonly queue: RunQueue; readonly scheduler: RunScheduler }> {
    if (this.#closed) return Promise.reject(shuttingDown());
    this.#opening ??= this.#openAll();
    return this.#opening;
  }

  async #openAll(): Promise<{ readonly queue: RunQueue; readonly scheduler: RunScheduler }> {
    const { store: lazy, ...options } = this.#options;
    try {
      const store = await lazy.open();
      const queue = await RunQueue.open(store, options.log);
      return { queue, scheduler: new RunScheduler({ ...options, store, queue }) };
    } catch (error) {
      // The next one tries again.
      this.#opening = null;
      throw error;
    }
  }
}
