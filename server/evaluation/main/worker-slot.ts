import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import type { EvidenceSettings } from '../../../evidence/settings.ts';
import { packDecisions, type PackedDecisions } from '../../../evidence/packed-decisions.ts';
import { overloaded, shuttingDown, type ServiceError } from '../../../library/errors.ts';
import { forEachAnswer } from '../protocol/answer-batch.ts';
import { createDecisionWaiters } from './decision-waiters.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type {
  AnswerBatch,
  CasesOfSuites,
  FromWorker,
  MountedRuleset,
  ToWorker,
  WorkerStart,
} from '../protocol/protocol.ts';
import type { FleetNews } from '../../../store/fleet/fleet-log.ts';
import { createReloadWaiters } from './reload-waiters.ts';
import type { SlotOptions } from './slot-options.ts';
import type { Task } from './task.ts';
import { sendStart } from './start-message.ts';
import { createThreadEnds } from './thread-ends.ts';
import { createWaitingTasks, type WaitingTasks } from './waiting-tasks.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';
import { refusalAfter, respawnDelayMs, type Death } from './worker-death.ts';

/** Threads that may die one after the other without a single answer before what waits for them is refused. */
const MOST_IDLE_DEATHS = 5;
const LONGEST_FINISH_MS = 5_000;

/** Numbers threads over all slots, so that a session knows exactly which thread holds it. */
let generations = 0;

/**
 * The place of one evaluation worker. When its thread dies or is ended, a new one takes the place, and every task that
 * was not finished is sent to it again, except the job that was the cause.
 */
export class WorkerSlot {
  readonly #options: SlotOptions;
  readonly #place: number;
  readonly #watchdog: Watchdog;
  readonly #tasks: WaitingTasks;
  readonly #outbox: Outbox;
  #thread: Worker | null = null;
  #generation = 0;
  #closed = false;
  /** Threads that died one after the other. */
  #deaths = 0;
  #prepared = 0;
  readonly #ending = createThreadEnds();
  readonly #reloads = createReloadWaiters();
  readonly #decisions = createDecisionWaiters();
  /** Settled when the first thread has started; rejected when it cannot. */
  readonly started: Promise<void>;
  #onFinished: () => void = () => undefined;
  #onStarted: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;

  /** @param place its number, from 0 */
  constructor(options: SlotOptions, place: number) {
    this.#options = options;
    this.#place = place;
    this.#watchdog = createWatchdog(options.now, options.evaluateTimeoutMs);
    this.#outbox = createOutbox({
      thread: () => this.#thread,
      waiting: () => this.#tasks,
      log: () => options.evidence().log,
    });
    this.#tasks = createWaitingTasks({
      costs: options.costs,
      give: (task) => this.#outbox.add(task),
    });
    this.started = new Promise((resolve, reject) => {
      this.#onStarted = { resolve, reject };
    });
    this.#spawn();
  }

  /** Numbers the thread that is here now. */
  get generation(): number {
    return this.#generation;
  }

  /** Unfinished tasks. */
  get load(): number {
    return this.#tasks.size();
  }

  run(task: Task): void {
    if (this.#closed) {
      task.reject(shuttingDown());
      return;
    }
    this.#tasks.add(task);
  }

  /** The thread may forget the session of this handle. */
  end(handle: string): void {
    this.#outbox.end(handle);
  }

  /** Loads a version without using it. Returns the problem, or null. A thread that dies meanwhile is replaced first. */
  prepare(ruleset: MountedRuleset): Promise<string | null> {
    this.#post({ kind: 'prepare', ruleset });
    return this.#reloads.wait(ruleset);
  }

  /** Recent decisions of the thread; none if it dies before it reports them. */
  recent(): Promise<PackedDecisions> {
    if (this.#thread === null) return Promise.resolve(packDecisions([]));
    this.#post({ kind: 'recent' });
    return this.#decisions.wait();
  }

  /** From here on these keys are in force. */
  rekey(evidence: EvidenceSettings): void {
    this.#post({ kind: 'keys', evidence });
  }

  /** From here on the prepared version decides. */
  swap(ruleset: MountedRuleset): void {
    if (this.#prepared !== ruleset.version) this.#post({ kind: 'prepare', ruleset });
    this.#post({ kind: 'swap', version: ruleset.version });
  }

  /** Jobs that are posted from here on see these shared facts. A new thread begins with them anyway. */
  share(news: FleetNews): void {
    this.#post({ kind: 'fleet', ...news });
  }

  /** Warms up the thread on these cases, between its jobs. */
  warmUp(cases: CasesOfSuites): void {
    this.#post({ kind: 'warm-up', cases });
  }

  discard(version: number): void {
    this.#post({ kind: 'discard', version });
  }

  /** Ends the thread if its job runs for too long. */
  watch(): void {
    if (this.#watchdog.isStuck()) this.kill();
  }

  /** Ends the thread as a crash would; another takes its place, soon even if this one does not end. */
  kill(): void {
    const generation = this.#generation;
    if (this.#thread !== null) this.#ending.end(this.#thread, () => this.#gone(generation));
  }

  /** Ends the thread permanently. Unfinished tasks are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#decisions.settleAll();
    this.#tasks.refuseAll(shuttingDown());
    this.#reloads.settleAll('the service is shutting down');
    await this.#finish();
    if (this.#thread !== null) await this.#ending.ended(this.#thread);
  }

  /** Lets the thread close its log, without a time limit. */
  async #finish(): Promise<void> {
    if (this.#options.evidence().log === null || this.#thread === null) return;
    const finished = new Promise<void>((resolve) => (this.#onFinished = resolve));
    this.#post({ kind: 'finish' });
    await Promise.race([finished, sleep(LONGEST_FINISH_MS, undefined, { ref: false })]);
  }

  #spawn(): void {
    const { start, evidence, mounted, cases, fleet } = this.#options;
    const generation = ++generations;
    this.#generation = generation;
    this.#prepared = 0;
    this.#watchdog.begin();
    const thread = this.#options.thread();
    this.#thread = thread;
    sendStart<WorkerStart>(thread, {
      ...start,
      evidence: evidence(),
      running: this.#watchdog.running,
      counters: this.#options.totals.begin(generation),
      place: this.#place,
      mounted: mounted(),
      cases: cases(),
      fleet: fleet(),
    });
    thread.on('message', (message: FromWorker) => {
      if (this.#generation === generation) this.#receive(message);
    });
    thread.on('error', (error: Error & { readonly code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#watchdog.note('memory');
      this.#options.log.error({ code: error.code, problem: error.message }, 'evaluation worker failed');
    });
    thread.on('exit', () => this.#gone(generation));
    for (const ruleset of this.#reloads.rulesets()) this.#post({ kind: 'prepare', ruleset });
    this.#outbox.refill(this.#tasks.all());
  }

  #receive(message: FromWorker): void {
    const { audit, log, onDecided, totals } = this.#options;
    switch (message.kind) {
      case 'ready':
        return this.#onStarted?.resolve();
      case 'series':
        return totals.learn(this.#generation, message.series);
      case 'prepared':
        this.#prepared = message.problem === null ? message.version : 0;
        return this.#reloads.settle(message.version, message.problem);
      case 'answers':
        return this.#answer(message.answers);
      case 'returned':
        this.#outbox.begin(message.turn);
        return this.#tasks.takeBack(message.ids);
      case 'finished':
        return this.#onFinished();
      case 'recent':
        return this.#decisions.settle(message.decisions);
      case 'decided':
        return onDecided(message.decisions);
      case 'checkpoint':
        return audit?.witness(message.note);
      case 'warning':
        log.error({ problem: message.problem }, 'decision log');
    }
  }

  #answer(answers: AnswerBatch): void {
    const generation = this.#generation;
    const { records } = answers;
    this.#options.costs.noteAll(answers, (id) => this.#tasks.inFlight(id)?.request.caller.actor);
    const kept = records === null ? null : (this.#options.audit?.hand(records) ?? null);
    if (kept === null) this.#deliver(answers, generation);
    else
      kept.then(
        () => this.#deliver(answers, generation),
        (error: ServiceError) => this.#withhold(answers, generation, error),
      );
  }

  #deliver(answers: AnswerBatch, generation: number): void {
    this.#deaths = 0;
    forEachAnswer(answers, (id, { outcome, at }) => {
      const task = this.#tasks.inFlight(id);
      this.#tasks.forget(id);
      task?.resolve({ outcome, at, generation });
    });
  }

  /** The results could not be recorded: they are not returned, and the thread is replaced. */
  #withhold({ ids }: AnswerBatch, generation: number, error: ServiceError): void {
    for (const id of ids) {
      const task = this.#tasks.inFlight(id);
      this.#tasks.forget(id);
      task?.reject(error);
    }
    if (this.#generation === generation) this.kill();
  }

  #gone(generation: number): void {
    this.#options.totals.end(generation);
    if (this.#generation === generation) this.#replace();
  }

  /** The thread died: refuses the task that was the cause, and gives the others to a new thread. */
  #replace(): void {
    this.#thread = null;
    this.#generation = 0;
    this.#decisions.settleAll();
    if (this.#closed) return;
    const { log } = this.#options;
    const { death, job } = this.#watchdog.verdict();
    const culprit = this.#tasks.inFlight(job);
    this.#options.onReplaced(death);
    log.warn({ cause: death, job: culprit?.request.kind }, 'evaluation worker replaced');
    if (culprit !== undefined) this.#blame(culprit, death);
    this.#onStarted?.reject(new Error('an evaluation worker could not be started'));
    this.#reloads.threadDied(MOST_IDLE_DEATHS);
    const wait = respawnDelayMs(this.#deaths);
    if (culprit === undefined || death === 'unknown') this.#deaths++;
    if (this.#deaths > MOST_IDLE_DEATHS) this.#tasks.refuseAll(overloaded());
    if (wait === 0) this.#spawn();
    else setTimeout(() => this.#closed || this.#spawn(), wait).unref();
  }

  #blame(task: Task, death: Death): void {
    task.deaths++;
    const { costs, evaluateTimeoutMs } = this.#options;
    if (death === 'timeout') costs.note(task.request.caller.actor, 1, evaluateTimeoutMs);
    const refusal = refusalAfter(death, task.deaths, evaluateTimeoutMs);
    if (refusal === null) return;
    this.#tasks.forget(task.id);
    task.reject(refusal);
  }

  #post(message: ToWorker): void {
    this.#thread?.postMessage(message);
  }
}
