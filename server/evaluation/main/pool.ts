import { overloaded } from '../../../library/errors.ts';
import { auditUnavailable } from '../../../evidence/log/worker-log.ts';
import type { EvidenceSettings } from '../../../evidence/settings.ts';
import type { PackedDecisions } from '../../../evidence/packed-decisions.ts';
import {
  factKey,
  type FleetChange,
  type FleetFact,
  type FleetState,
} from '../../../store/fleet/fleet-log.ts';
import { WorkerTotals } from '../../metrics/worker-totals.ts';
import type { Caller } from '../../tokens/caller.ts';
import { RECORDED_KINDS } from '../protocol/job-kinds.ts';
import { JobCosts } from './job-costs.ts';
import type { Found, SessionLog } from '../../sessions/session-log.ts';
import { hashHandle } from './hash-handle.ts';
import { ID_LENGTH, type JobOutcome } from '../protocol/protocol.ts';
import type { CasesOfSuites, MountedRuleset, ProvidedRuleset } from '../protocol/protocol.ts';
import { recordFailure } from './record-failure.ts';
import { refusalOf, SessionRunner } from './session-runner.ts';
import type { JobRequest, Task, TaskResult } from './task.ts';
import type { SlotOptions } from './slot-options.ts';
import { WorkerSlot } from './worker-slot.ts';

interface PoolOptions extends Omit<SlotOptions, 'fleet' | 'totals' | 'costs' | 'onReplaced'> {
  readonly workers: number;
  readonly maxQueue: number;
  readonly sessions: SessionLog;
  readonly sessionTtlMs: number;
  /** Compiles the stock ruleset of this name, or says that it does not compile. Throws ServiceError. */
  readonly bring: (name: string, actor: string) => Promise<ProvidedRuleset>;
}

export interface JobResult {
  readonly status: number;
  readonly body: string;
  /** Metadata of an evaluation's or session's response; for HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Workers for short jobs only. */
const SHARE_OF_SHORT = 0.25;
const LONGEST_WATCH_MS = 50;
const WATCHES_PER_TIMEOUT = 8;

/** The evaluation workers: gives every request to one of them and brings what they ask for. */
export class EvaluationPool {
  /** Counters of the workers. */
  readonly totals = new WorkerTotals();
  /** Threads that were replaced, by cause. */
  readonly restarts = new Map<string, number>();
  readonly #sessions: SessionRunner<WorkerSlot>;
  readonly #options: PoolOptions;
  readonly #costs = new JobCosts();
  readonly #slots: readonly WorkerSlot[];
  readonly #timers: readonly NodeJS.Timeout[];
  /** The shared facts, for threads that are yet to come. */
  readonly #fleet = new Map<string, FleetFact>();
  #fleetSequence = 0;
  #refresh: (() => Promise<void>) | null = null;
  #active = 0;
  #next = 0;

  constructor(options: PoolOptions) {
    this.#options = options;
    const { workers, evaluateTimeoutMs } = options;
    const slotOptions: SlotOptions = {
      ...options,
      fleet: () => ({ facts: [...this.#fleet.values()], sequence: this.#fleetSequence }),
      totals: this.totals,
      costs: this.#costs,
      onReplaced: (cause) => this.restarts.set(cause, (this.restarts.get(cause) ?? 0) + 1),
    };
    this.#slots = Array.from({ length: workers }, (_, place) => new WorkerSlot(slotOptions, place));
    this.#sessions = new SessionRunner({
      log: options.sessions,
      ttlMs: options.sessionTtlMs,
      workerOf: (handle) => this.#slots[hashHandle(handle) % this.#slots.length]!,
      run: (slot, request, session) => this.#run(slot, request, session),
    });
    const every = Math.max(1, Math.min(LONGEST_WATCH_MS, evaluateTimeoutMs / WATCHES_PER_TIMEOUT));
    this.#timers = [setInterval(() => this.#slots.forEach((slot) => slot.watch()), every).unref()];
  }

  /** Settled when every worker has started; rejected when one cannot. */
  async started(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.started));
  }

  /** Warms up every worker on these cases, between its jobs. */
  warmUp(cases: CasesOfSuites): void {
    for (const slot of this.#slots) slot.warmUp(cases);
  }

  /** Bytes that may still be added to all sessions. */
  get sessionRoom(): number {
    return this.#options.sessions.room(null);
  }

  /** Number of sessions; null if other servers also have some. */
  get sessions(): number | null {
    return this.#options.sessions.size();
  }

  /** Workers. */
  get size(): number {
    return this.#slots.length;
  }

  /** Requests under way. */
  get active(): number {
    return this.#active;
  }

  /** Runs the request on a worker. Throws ServiceError for a refusal. */
  async submit(request: JobRequest): Promise<JobResult> {
    if (this.#active >= this.#options.maxQueue) throw overloaded();
    if (this.#options.audit?.isFull === true && RECORDED_KINDS.has(request.kind)) throw auditUnavailable();
    this.#active++;
    try {
      if (this.#refresh !== null) await this.#refresh();
      return await this.#do(request);
    } finally {
      this.#active--;
    }
  }

  /** The entry with this id of this owner. Throws ServiceError `store_unavailable`. */
  findSession(owner: string, id: string): Promise<Found> {
    return this.#sessions.find(owner, id);
  }

  /** Ends a session after its running operations. Returns the session. Throws ServiceError `store_unavailable`. */
  endSession(owner: string, id: string): Promise<Found['kind']> {
    return this.#sessions.end(owner, id);
  }

  /** First phase of a reload: every worker loads the version. Returns the problem, or null. */
  async prepare(ruleset: MountedRuleset): Promise<string | null> {
    const problems = await Promise.all(this.#slots.map((slot) => slot.prepare(ruleset)));
    return problems.find((problem) => problem !== null) ?? null;
  }

  /** Keys that workers sign and mask with from here on; threads that are yet to come begin with them. */
  rekey(evidence: EvidenceSettings): void {
    for (const slot of this.#slots) slot.rekey(evidence);
  }

  /** Recent decisions of each worker. */
  recent(): Promise<readonly PackedDecisions[]> {
    return Promise.all(this.#slots.map((slot) => slot.recent()));
  }

  /** Second phase, in one tick: this version decides every later request. */
  swap(ruleset: MountedRuleset): void {
    for (const slot of this.#slots) slot.swap(ruleset);
  }

  /** Everything that is submitted from here on waits until the shared facts are up to date. */
  refreshWith(refresh: () => Promise<void>): void {
    this.#refresh = refresh;
  }

  /** These are all shared facts. */
  resetFleet({ facts, sequence }: FleetState): void {
    this.#fleet.clear();
    for (const fact of facts) this.#fleet.set(factKey(fact), fact);
    this.#fleetSequence = sequence;
    for (const slot of this.#slots) slot.share({ facts, changes: [], sequence });
  }

  /** The shared facts after these changes, which the fleet counts up to `sequence`. */
  applyFleet(changes: readonly FleetChange[], sequence: number): void {
    for (const change of changes) {
      if (change.kind === 'assert') this.#fleet.set(factKey(change), change);
      else this.#fleet.delete(factKey(change));
    }
    this.#fleetSequence = sequence;
    for (const slot of this.#slots) slot.share({ facts: null, changes, sequence });
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
    await this.#sessions.close();
  }

  /** Runs it in its session. Every promise on the way adds to the cost of a request. */
  async #do(request: JobRequest): Promise<JobResult> {
    let { session } = request;
    for (;;) {
      let outcome: JobOutcome;
      try {
        if (session === null) ({ outcome } = await this.#run(this.#leastBusy(request.caller), request, null));
        else outcome = await this.#sessions.run(session, request);
      } catch (error) {
        return await recordFailure(this.#options.audit, request, error);
      }
      if (outcome.kind !== 'redirect') return this.#resultOf(outcome, session !== null);
      ({ session } = outcome);
    }
  }

  /** Runs a job, bringing the ruleset that it turns out to need. */
  #run(slot: WorkerSlot, request: JobRequest, session: Task['session']): Promise<TaskResult> {
    const give = (brought: Task['brought'], resolve: Task['resolve'], reject: Task['reject']): void =>
      slot.run({ id: 0, expectedMs: 0, request, brought, session, deaths: 0, resolve, reject });
    const again = async (ruleset: string): Promise<TaskResult> => {
      const brought = await this.#options.bring(ruleset, request.caller.actor);
      return new Promise((resolve, reject) => give(brought, resolve, reject));
    };
    return new Promise((resolve, reject) => {
      const done = (result: TaskResult): void =>
        resolve(result.outcome.kind === 'needs' ? again(result.outcome.ruleset) : result);
      give(null, done, reject);
    });
  }

  #resultOf(outcome: JobOutcome, isOfSession: boolean): JobResult {
    if (outcome.kind === 'answer') return answered(outcome, isOfSession);
    // A loaded ruleset exists now: only constantly changing files need another round.
    if (outcome.kind !== 'refused') throw overloaded();
    if (outcome.log !== null) this.#options.log.error({ problem: outcome.log }, 'a job failed unexpectedly');
    throw refusalOf(outcome);
  }

  /** The worker with the fewest tasks; of equals the next in turn. Some are kept free of long jobs. */
  #leastBusy({ actor }: Caller): WorkerSlot {
    const all = this.#slots.length;
    const kept = this.#costs.isLong(actor) ? Math.min(all - 1, Math.ceil(all * SHARE_OF_SHORT)) : 0;
    const length = all - kept;
    this.#next = (this.#next + 1) % length;
    let best = this.#slots[this.#next]!;
    for (let i = 1; i < length && best.load > 0; i++) {
      const slot = this.#slots[(this.#next + i) % length]!;
      if (slot.load < best.load) best = slot;
    }
    return best;
  }
}

function answered(
  { status, body, mark, change }: Extract<JobOutcome, { readonly kind: 'answer' }>,
  isOfSession: boolean,
): JobResult {
  if (mark === null && !isOfSession) return { status, body };
  const headers: Record<string, string> = {};
  if (mark !== null) {
    headers['ferrule-decision-id'] = mark.slice(0, ID_LENGTH);
    headers['ferrule-ruleset-hash'] = mark.slice(ID_LENGTH);
  }
  if (isOfSession) {
    const isNew = change !== null && 'created' in change;
    headers['ferrule-session'] = isNew ? 'created' : 'existing';
  }
  return { status, body, headers };
}
