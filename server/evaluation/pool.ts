import { overloaded, ServiceError } from '../errors.ts';
import { factKey, type FleetChange, type FleetFact } from '../fleet/fleet-log.ts';
import type { JobOutcome, JobSession, MountedRuleset, ProvidedRuleset } from './protocol.ts';
import { hashSessionId, SessionRegistry } from './session-registry.ts';
import type { JobRequest, Task, TaskResult } from './task.ts';
import { WorkerSlot, type SlotOptions } from './worker-slot.ts';

export interface PoolOptions extends Omit<SlotOptions, 'fleet'> {
  readonly workers: number;
  readonly maxQueue: number;
  readonly maxSessions: number;
  readonly sessionTtlSeconds: number;
  /** Compiles the stock ruleset of this name, or says that it does not compile. Throws ServiceError. */
  readonly bring: (name: string) => Promise<ProvidedRuleset>;
}

export interface JobResult {
  readonly status: number;
  readonly body: string;
}

const SWEEP_MS = 5_000;
const LONGEST_WATCH_MS = 50;
const WATCHES_PER_TIMEOUT = 8;
const LARGEST_ID = 0x7fffffff;

/** The evaluation workers: gives every request to one of them and brings what they ask for. */
export class EvaluationPool {
  readonly sessions: SessionRegistry;
  readonly #options: PoolOptions;
  readonly #slots: readonly WorkerSlot[];
  readonly #timers: readonly NodeJS.Timeout[];
  /** The shared facts, for threads that are yet to come. */
  readonly #fleet = new Map<string, FleetFact>();
  #refresh: (() => Promise<void>) | null = null;
  #lastId = 0;
  #active = 0;
  #next = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { workers, sessionTtlSeconds, maxSessions, evaluateTimeoutMs } = options;
    this.#slots = Array.from(
      { length: workers },
      () => new WorkerSlot({ ...options, fleet: () => [...this.#fleet.values()] }),
    );
    this.sessions = new SessionRegistry({
      ttlMs: sessionTtlSeconds * 1000,
      most: maxSessions,
      now: options.now,
      onEnd: (id) => this.#slotOf(id).end(id),
    });
    const every = Math.max(1, Math.min(LONGEST_WATCH_MS, evaluateTimeoutMs / WATCHES_PER_TIMEOUT));
    this.#timers = [
      setInterval(() => this.#slots.forEach((slot) => slot.watch()), every).unref(),
      setInterval(() => this.sessions.sweep(), SWEEP_MS).unref(),
    ];
  }

  /** Settled when every worker has started; rejected when one can not. */
  async started(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.started));
  }

  /** Requests under way. */
  get active(): number {
    return this.#active;
  }

  /** Has a worker do it. Throws ServiceError for a refusal. */
  async submit(request: JobRequest): Promise<JobResult> {
    if (this.#active >= this.#options.maxQueue) throw overloaded();
    this.#active++;
    try {
      if (this.#refresh !== null) await this.#refresh();
      let { session } = request;
      for (;;) {
        const { outcome } =
          session === null
            ? await this.#run(this.#leastBusy(), request, null)
            : await this.#inSession(session, request);
        if (outcome.kind !== 'redirect') return this.#resultOf(outcome);
        ({ session } = outcome);
      }
    } finally {
      this.#active--;
    }
  }

  /** Ends a session after what is under way on it. Whether there was one. */
  endSession(id: string): Promise<boolean> {
    return this.sessions.inTurn(id, async () => this.sessions.find(id) !== null && this.sessions.end(id));
  }

  /** First phase of a reload: every worker loads the version. Answers what went wrong, or null. */
  async prepare(ruleset: MountedRuleset): Promise<string | null> {
    const problems = await Promise.all(this.#slots.map((slot) => slot.prepare(ruleset)));
    return problems.find((problem) => problem !== null) ?? null;
  }

  /** Second phase, in one tick: every request from here on is answered by this version. */
  swap(ruleset: MountedRuleset): void {
    for (const slot of this.#slots) slot.swap(ruleset);
  }

  /** Everything that is submitted from here on waits until the shared facts are up to date. */
  refreshWith(refresh: () => Promise<void>): void {
    this.#refresh = refresh;
  }

  /** These are all shared facts. */
  resetFleet(facts: readonly FleetFact[]): void {
    this.#fleet.clear();
    for (const fact of facts) this.#fleet.set(factKey(fact), fact);
    for (const slot of this.#slots) slot.share(facts, []);
  }

  applyFleet(change: FleetChange): void {
    if (change.kind === 'assert') this.#fleet.set(factKey(change), change);
    else this.#fleet.delete(factKey(change));
    for (const slot of this.#slots) slot.share(null, [change]);
  }

  discard(version: number): void {
    for (const slot of this.#slots) slot.discard(version);
  }

  /** Ends the thread of a worker as a crash would. */
  kill(index: number): void {
    this.#slots[index]?.kill();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  #inSession(id: string, request: JobRequest): Promise<TaskResult> {
    return this.sessions.inTurn(id, () => this.#takeTurn(id, request));
  }

  async #takeTurn(id: string, request: JobRequest): Promise<TaskResult> {
    const record = this.sessions.find(id);
    const reserved = record === null && request.kind === 'evaluate' && this.sessions.reserve(id);
    const session = (generation: number): JobSession =>
      record === null
        ? { id, ruleset: null, full: !reserved, restore: null }
        : {
            id,
            ruleset: record.ruleset,
            full: false,
            restore: record.heldBy === generation ? null : record.journal,
          };
    try {
      const result = await this.#run(this.#slotOf(id), request, session);
      const { outcome, holds, generation } = result;
      if (record !== null && holds) record.heldBy = generation;
      if (outcome.kind === 'answer' && outcome.change !== null) {
        this.sessions.apply(id, outcome.change, generation);
      }
      return result;
    } finally {
      if (reserved) this.sessions.release(id);
    }
  }

  /** Runs a job, bringing the ruleset that it turns out to need. */
  async #run(slot: WorkerSlot, request: JobRequest, session: Task['session']): Promise<TaskResult> {
    const first = await this.#once(slot, request, session, null);
    const { outcome } = first;
    if (outcome.kind !== 'needs') return first;
    const brought = await this.#options.bring(outcome.ruleset);
    return this.#once(slot, request, session, brought);
  }

  #once(
    slot: WorkerSlot,
    request: JobRequest,
    session: Task['session'],
    brought: ProvidedRuleset | null,
  ): Promise<TaskResult> {
    this.#lastId = this.#lastId === LARGEST_ID ? 1 : this.#lastId + 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      slot.run({ id, request, brought, session, deaths: 0, resolve, reject });
    });
  }

  #resultOf(outcome: JobOutcome): JobResult {
    if (outcome.kind === 'answer') return outcome;
    // A ruleset that was brought is there: only files that change all the time lead to another detour.
    if (outcome.kind !== 'refused') throw overloaded();
    const { refusal, log } = outcome;
    if (log !== null) this.#options.log.error({ problem: log }, 'a job failed unexpectedly');
    throw new ServiceError(refusal.code, refusal.detail, refusal.field, refusal.issues);
  }

  #slotOf(session: string): WorkerSlot {
    return this.#slots[hashSessionId(session) % this.#slots.length]!;
  }

  /** The worker with the fewest tasks; of equals the next in turn. */
  #leastBusy(): WorkerSlot {
    const { length } = this.#slots;
    this.#next = (this.#next + 1) % length;
    let best = this.#slots[this.#next]!;
    for (let i = 1; i < length && best.load > 0; i++) {
      const slot = this.#slots[(this.#next + i) % length]!;
      if (slot.load < best.load) best = slot;
    }
    return best;
  }
}
