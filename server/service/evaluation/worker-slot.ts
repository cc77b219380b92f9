import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EvidenceSettings } from '../../evidence/settings.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import { overloaded, shuttingDown, type ServiceError } from '../../errors.ts';
import { FairQueue } from './fair-queue.ts';
import { forEachAnswer } from './answer-batch.ts';
import {
  RUNNING_JOB,
  type AnswerBatch,
  type FleetNews,
  type FromWorker,
  type MountedRuleset,
  type ProvidedRuleset,
  type ToWorker,
  type WorkerStart,
} from './protocol.ts';
import type { SlotOptions } from './slot-options.ts';
import { packTasks, type Task } from './task.ts';
import { refusalAfter, type Death } from './worker-death.ts';

/** A reload that waits for this slot. */
interface Waiter {
  readonly ruleset: MountedRuleset;
  readonly done: (problem: string | null) => void;
  /** Threads that died before they answered. */
  deaths: number;
}

/** Threads that may die one after the other without a single answer before what waits for them is refused. */
const MOST_IDLE_DEATHS = 5;
/**
 * With so many tasks a message does not wait for the end of the tick: when many connections bring something at once, the
 * worker is at the first of them while the HTTP thread still reads the last.
 */
const MOST_WAITING = 32;
const LONGEST_FINISH_MS = 5_000;
const FIRST_RESPAWN_MS = 50;
const LONGEST_RESPAWN_MS = 5_000;

/** Numbers threads over all slots, so that a session knows exactly which thread holds it. */
let generations = 0;

/**
 * The place of one evaluation worker. When its thread dies or is ended, a new one takes the place, and every task that
 * was not answered is given to it again, except the one that was the cause.
 */
export class WorkerSlot {
  readonly #options: SlotOptions;
  readonly #place: number;
  readonly #running = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #pending = new Map<number, Task>();
  #outbox: Task[] = [];
  /** Long jobs that wait for the one that the thread has: never more than one is ahead of a short job. */
  readonly #held = new FairQueue<Task>();
  #long = 0;
  /** When the thread was given something to do, or last answered. */
  #busySince = 0;
  #ended: string[] = [];
  #thread: Worker | null = null;
  #generation = 0;
  #scheduled = false;
  #closed = false;
  /** The watchdog's last look: which job was running, and since when it is known to be. */
  #watched = { id: 0, since: 0 };
  #death: Death = 'unknown';
  #deaths = 0;
  /** The job that the watchdog ended the thread for. */
  #stuck = 0;
  #prepared = 0;
  #waiters: Waiter[] = [];
  /** Who waits for what was decided last. */
  readonly #asked: ((decisions: readonly RecentDecision[]) => void)[] = [];
  /** Settled when the first thread has started; rejected when it cannot. */
  readonly started: Promise<void>;
  #onFinished: () => void = () => undefined;
  #onStarted: { readonly resolve: () => void; readonly reject: (error: Error) => void } | null = null;

  /** @param place its number, from 0 */
  constructor(options: SlotOptions, place: number) {
    this.#options = options;
    this.#place = place;
    this.started = new Promise((resolve, reject) => {
      this.#onStarted = { resolve, reject };
    });
    this.#spawn();
  }

  /** Numbers the thread that is here now. */
  get generation(): number {
    return this.#generation;
  }

  /** Tasks that are not answered. */
  get load(): number {
    return this.#pending.size + this.#held.size;
  }

  run(task: Task): void {
    if (this.#closed) {
      task.reject(shuttingDown());
      return;
    }
    const { actor } = task.request.caller;
    if (this.#options.costs.isLong(actor)) {
      if (this.#long !== 0) {
        this.#held.push(actor, task);
        return;
      }
      this.#long = task.id;
    }
    this.#give(task);
  }

  #give(task: Task): void {
    if (this.#pending.size === 0) this.#busySince = this.#options.now();
    this.#pending.set(task.id, task);
    this.#outbox.push(task);
    if (this.#outbox.length < MOST_WAITING) this.#schedule();
    else this.#flush();
  }

  /** The thread may forget the session of this handle. */
  end(handle: string): void {
    this.#ended.push(handle);
    this.#schedule();
  }

  /** Loads a version without using it. Answers what went wrong, or null. A thread that dies meanwhile is replaced first. */
  prepare(ruleset: MountedRuleset): Promise<string | null> {
    return new Promise((done) => {
      this.#waiters.push({ ruleset, done, deaths: 0 });
      this.#post({ kind: 'prepare', ruleset });
    });
  }

  /** What the thread decided last; nothing of one that dies before it has told. */
  recent(): Promise<readonly RecentDecision[]> {
    if (this.#thread === null) return Promise.resolve([]);
    this.#post({ kind: 'recent' });
    return new Promise((resolve) => this.#asked.push(resolve));
  }

  /** From here on these keys are in force. */
  rekey(evidence: EvidenceSettings): void {
    this.#post({ kind: 'keys', evidence });
  }

  #tell(decisions: readonly RecentDecision[]): void {
    for (const resolve of this.#asked.splice(0)) resolve(decisions);
  }

  /** From here on the prepared version answers. */
  swap(ruleset: MountedRuleset): void {
    if (this.#prepared !== ruleset.version) this.#post({ kind: 'prepare', ruleset });
    this.#post({ kind: 'swap', version: ruleset.version });
  }

  /** Jobs that are posted from here on see these shared facts. A new thread begins with them anyway. */
  share(news: FleetNews): void {
    this.#post({ kind: 'fleet', ...news });
  }

  discard(version: number): void {
    this.#post({ kind: 'discard', version });
  }

  /** Ends the thread if its job runs for too long. */
  watch(): void {
    const id = Atomics.load(this.#running, RUNNING_JOB);
    const now = this.#options.now();
    if (id === 0 || id !== this.#watched.id) {
      this.#watched = { id, since: now };
    } else if (now - this.#watched.since > this.#options.evaluateTimeoutMs) {
      this.#watched = { id: 0, since: now };
      this.#stuck = id;
      this.#death = 'timeout';
      void this.#thread?.terminate();
    }
  }

  /** Ends the thread as a crash would; another takes its place. */
  kill(): void {
    void this.#thread?.terminate();
  }

  /** Ends the thread for good. Tasks that are not answered are refused. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#tell([]);
    this.#refuseAll(shuttingDown());
    for (const { ruleset } of this.#waiters) this.#settle(ruleset.version, 'the service is shutting down');
    await this.#finish();
    await this.#thread?.terminate();
  }

  /** Has the thread close its log, for as long as that may take. */
  async #finish(): Promise<void> {
    if (this.#options.evidence().log === null || this.#thread === null) return;
    const finished = new Promise<void>((resolve) => (this.#onFinished = resolve));
    this.#post({ kind: 'finish' });
    await Promise.race([finished, sleep(LONGEST_FINISH_MS, undefined, { ref: false })]);
  }

  #spawn(): void {
    const { file, start, evidence, mounted, fleet, memoryMb } = this.#options;
    const generation = ++generations;
    this.#generation = generation;
    this.#prepared = 0;
    this.#death = 'unknown';
    Atomics.store(this.#running, RUNNING_JOB, 0);
    const thread = new Worker(file, {
      workerData: {
        ...start,
        evidence: evidence(),
        running: this.#running,
        counters: this.#options.totals.begin(generation),
        place: this.#place,
        mounted: mounted(),
        fleet: fleet(),
      } satisfies WorkerStart,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Neither the settings nor the tokens of the service are any business of a worker.
      env: {},
      argv: [],
      execArgv: [],
    });
    this.#thread = thread;
    thread.on('message', (message: FromWorker) => {
      if (this.#generation === generation) this.#receive(message);
    });
    thread.on('error', (error: Error & { readonly code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') this.#death = 'memory';
      this.#options.log.error({ code: error.code, problem: error.message }, 'evaluation worker failed');
    });
    thread.on('exit', () => {
      this.#options.totals.end(generation);
      if (this.#generation === generation) this.#replace();
    });
    for (const { ruleset } of this.#waiters) this.#post({ kind: 'prepare', ruleset });
    this.#outbox = [...this.#pending.values()];
    if (this.#outbox.length > 0) this.#schedule();
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
        return this.#settle(message.version, message.problem);
      case 'answers':
        return this.#answer(message.answers);
      case 'finished':
        return this.#onFinished();
      case 'recent':
        return this.#tell(message.decisions);
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
    const { ids, records } = answers;
    const now = this.#options.now();
    const last = this.#pending.get(ids.at(-1) ?? 0);
    if (last !== undefined)
      this.#options.costs.note(last.request.caller.actor, ids.length, now - this.#busySince);
    this.#busySince = now;
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
      const task = this.#pending.get(id);
      this.#forget(id);
      task?.resolve({ outcome, at, generation });
    });
  }

  /** What was done is not recorded: nothing of it is answered, and the thread that did it is replaced. */
  #withhold({ ids }: AnswerBatch, generation: number, error: ServiceError): void {
    for (const id of ids) {
      const task = this.#pending.get(id);
      this.#forget(id);
      task?.reject(error);
    }
    if (this.#generation === generation) this.kill();
  }

  /** The task has its answer; the next long one may come. */
  #forget(id: number): void {
    this.#pending.delete(id);
    if (id !== this.#long) return;
    const next = this.#held.shift();
    this.#long = next?.id ?? 0;
    if (next !== undefined) this.#give(next);
  }

  #settle(version: number, problem: string | null): void {
    const mine = this.#waiters.filter(({ ruleset }) => ruleset.version === version);
    this.#waiters = this.#waiters.filter(({ ruleset }) => ruleset.version !== version);
    for (const { done } of mine) done(problem);
  }

  /** The thread is gone: answers the task that was the cause, and has a new thread do the others. */
  #replace(): void {
    this.#thread = null;
    this.#generation = 0;
    this.#tell([]);
    if (this.#closed) return;
    const { log } = this.#options;
    const running = this.#death === 'timeout' ? this.#stuck : Atomics.load(this.#running, RUNNING_JOB);
    const culprit = this.#pending.get(running);
    this.#options.onReplaced(this.#death);
    log.warn({ cause: this.#death, job: culprit?.request.kind }, 'evaluation worker replaced');
    if (culprit !== undefined) this.#blame(culprit);
    this.#onStarted?.reject(new Error('an evaluation worker could not be started'));
    for (const waiter of this.#waiters) {
      if (++waiter.deaths === MOST_IDLE_DEATHS)
        this.#settle(waiter.ruleset.version, 'the workers fail to load it');
    }
    const wait = this.#deaths === 0 ? 0 : Math.min(FIRST_RESPAWN_MS * 2 ** this.#deaths, LONGEST_RESPAWN_MS);
    if (culprit === undefined || this.#death === 'unknown') this.#deaths++;
    if (this.#deaths > MOST_IDLE_DEATHS) this.#refuseAll(overloaded());
    if (wait === 0) this.#spawn();
    else setTimeout(() => this.#closed || this.#spawn(), wait).unref();
  }

  #refuseAll(refusal: ServiceError): void {
    for (const task of [...this.#pending.values(), ...this.#held.clear()]) task.reject(refusal);
    this.#pending.clear();
    this.#long = 0;
  }

  #blame(task: Task): void {
    task.deaths++;
    const { costs, evaluateTimeoutMs } = this.#options;
    if (this.#death === 'timeout') costs.note(task.request.caller.actor, 1, evaluateTimeoutMs);
    const refusal = refusalAfter(this.#death, task.deaths, evaluateTimeoutMs);
    if (refusal === null) return;
    this.#forget(task.id);
    task.reject(refusal);
  }

  #post(message: ToWorker): void {
    this.#thread?.postMessage(message);
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    // After the poll phase: what came in over the connections in this tick goes out together.
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const thread = this.#thread;
    if (thread === null) return;
    const tasks = this.#outbox.filter(({ id }) => this.#pending.has(id));
    this.#outbox = [];
    const ended = this.#ended;
    this.#ended = [];
    if (tasks.length === 0 && ended.length === 0) return;
    const jobs = packTasks(tasks, this.#options.evidence().log !== null);
    // Tasks that waited for one compilation share its outcome: it is sent once.
    const provided = new Set<ProvidedRuleset>();
    for (const { brought } of tasks) if (brought !== null) provided.add(brought);
    const message: ToWorker = { kind: 'jobs', jobs, provided: [...provided], ended };
    thread.postMessage(message, [jobs.bytes.buffer as ArrayBuffer]);
  }
}
