import { randomBytes } from 'node:crypto';
import { overloaded, ServiceError } from '../../../library/errors.ts';
import type { Found, SessionLog } from '../../sessions/session-log.ts';
import type { SessionHead } from '../../../store/sessions/session-head.ts';
import { KeyedMutex } from '../../sessions/keyed-mutex.ts';
import type { JobOutcome, JobSession } from '../protocol/protocol.ts';
import { restoreParts } from './restore-parts.ts';
import type { JobRequest, TaskResult } from './task.ts';

/** The worker that a session is on. */
interface SessionWorker {
  /** Numbers its thread. */
  readonly generation: number;
  /** It may forget the session of this handle. */
  readonly end: (handle: string) => void;
}

interface SessionRunnerOptions<W extends SessionWorker> {
  readonly log: SessionLog;
  readonly ttlMs: number;
  readonly workerOf: (handle: string) => W;
  /** Runs a job on a worker. Throws ServiceError. */
  readonly run: (worker: W, request: JobRequest, session: JobSession) => Promise<TaskResult>;
}

/** Known location of a session's engine. */
interface Holding {
  readonly handle: string;
  /** Generation of the worker thread that has it; 0: none. */
  generation: number;
  /** Number of the last entry that it has there. */
  at: number;
  /** Reading of the clock, in milliseconds. */
  usedAt: number;
  /** Threads that died one after the other making it, and when the last did. */
  deaths: number;
  diedAt: number;
}

/** End of a turn: an outcome to return once it is stored, or a retry. */
type Turn = { readonly outcome: JobOutcome; readonly isKept: Promise<boolean> } | null;

/** Other servers may be faster this many times. */
const MOST_TURNS = 200;
/** A session is not tried for a while when this many threads died making its engine. */
const MOST_DEATHS = 2;
const REST_MS = 60_000;
const SWEEP_MS = 5_000;
const HANDLE_BYTES = 12;
const KEPT = Promise.resolve(true);

/**
 * Operations on sessions: the log supplies the state, the worker of the session gets the entries that its engine
 * lacks and does the job, the outcome is added to the log, and then it is returned.
 */
export class SessionRunner<W extends SessionWorker> {
  readonly #options: SessionRunnerOptions<W>;
  readonly #mutex = new KeyedMutex();
  readonly #holdings = new Map<string, Holding>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: SessionRunnerOptions<W>) {
    this.#options = options;
    this.#timer = setInterval(() => this.#sweep(), Math.min(SWEEP_MS, options.ttlMs)).unref();
  }

  /** Runs a job in a session of its caller. Throws ServiceError. */
  async run(id: string, request: JobRequest): Promise<JobOutcome> {
    const { actor } = request.caller;
    for (let i = 0; i < MOST_TURNS; i++) {
      const turn = await this.#mutex.run(nameOf(actor, id), () => this.#takeTurn(actor, id, request));
      if (turn !== null && (await turn.isKept)) return turn.outcome;
    }
    throw overloaded();
  }

  /** The session with this id. */
  find(owner: string, id: string): Promise<Found> {
    return this.#mutex.run(nameOf(owner, id), () => this.#options.log.find(owner, id));
  }

  /** Ends a session after its running operations. Returns the session. */
  end(owner: string, id: string): Promise<Found['kind']> {
    return this.#mutex.run(nameOf(owner, id), async () => {
      const found = await this.#options.log.find(owner, id);
      if (found.kind === 'live') await this.#options.log.end(found.head);
      this.#forget(nameOf(owner, id));
      return found.kind;
    });
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return this.#options.log.close();
  }

  async #takeTurn(owner: string, id: string, request: JobRequest): Promise<Turn> {
    const { log, workerOf } = this.#options;
    const found = await log.find(owner, id);
    const name = nameOf(owner, id);
    if (found.kind !== 'live') {
      this.#forget(name);
      const handle = randomBytes(HANDLE_BYTES).toString('base64url');
      const job = {
        id,
        handle,
        state: found.kind,
        ruleset: '',
        sequence: 0,
        room: log.room(owner),
        restore: null,
      };
      return this.#finish(owner, request, job, null, await this.#options.run(workerOf(handle), request, job));
    }
    const { head } = found;
    const holding = this.#holdingOf(name, head.handle);
    const isReady = await this.#prepare(holding, head, request);
    if (!isReady) return null;
    const { handle, ruleset, sequence } = head;
    const job: JobSession = {
      id,
      handle,
      state: 'live',
      ruleset,
      sequence,
      room: log.room(owner),
      restore: null,
    };
    const result = await this.#options.run(workerOf(handle), request, job);
    note(holding, result);
    if (result.outcome.kind === 'lost') {
      holding.generation = 0;
      return null;
    }
    const turn = this.#finish(owner, request, job, head, result);
    // Concurrent changes of others are known only when it is stored.
    if (!log.exclusive) await turn?.isKept.catch(() => undefined);
    return turn;
  }

  /** Sends the worker its missing entries. Returns false if the session has been replaced. */
  async #prepare(holding: Holding, head: SessionHead, request: JobRequest): Promise<boolean> {
    const { log, workerOf, run } = this.#options;
    const worker = workerOf(head.handle);
    const isHeld = holding.generation === worker.generation && holding.at <= head.sequence;
    if (isHeld && holding.at === head.sequence) return true;
    if (holding.deaths >= MOST_DEATHS && performance.now() - holding.diedAt < REST_MS) throw tooLarge();
    const restore = await log.read(head, isHeld ? holding.at : null);
    if (restore === null) return false;
    const { caller } = request;
    const { id, handle, ruleset } = head;
    const job: JobRequest = {
      caller,
      kind: 'restore-session',
      body: null,
      context: null,
      session: id,
      origin: null,
    };
    try {
      for (const { sequence, ...part } of restoreParts(restore, head.sequence)) {
        const session = { id, handle, state: 'live', ruleset, sequence, room: 0, restore: part } as const;
        const result = await run(worker, job, session);
        note(holding, result);
        if (result.outcome.kind === 'lost') holding.generation = 0;
        if (result.outcome.kind === 'refused') throw refusalOf(result.outcome);
        if (result.outcome.kind !== 'answer') return false;
      }
    } catch (error) {
      holding.generation = 0;
      if (isDeath(error)) {
        holding.deaths++;
        holding.diedAt = performance.now();
      }
      throw error;
    }
    holding.deaths = 0;
    return true;
  }

  /** Keeps what came of a job. */
  #finish(
    owner: string,
    { kind }: JobRequest,
    { id, handle }: JobSession,
    head: SessionHead | null,
    { outcome, at, generation }: TaskResult,
  ): Turn {
    const { log } = this.#options;
    if (outcome.kind !== 'answer' || outcome.change === null) {
      return { outcome, isKept: head === null || kind === 'restore-session' ? KEPT : log.settled(head) };
    }
    const { change } = outcome;
    const name = nameOf(owner, id);
    let isKept: Promise<boolean>;
    if ('created' in change) {
      note(this.#holdingOf(name, handle), { at, generation });
      isKept = log.create({ owner, id, handle, ruleset: change.created });
    } else if (head !== null) {
      isKept = log.append(head, change);
    } else {
      return null;
    }
    // An engine that has what is not kept must be made again.
    const lose = (): void => {
      const holding = this.#holdings.get(name);
      if (holding?.handle === handle) holding.generation = 0;
    };
    isKept.then((kept) => kept || lose(), lose);
    return { outcome, isKept };
  }

  #holdingOf(name: string, handle: string): Holding {
    let holding = this.#holdings.get(name);
    if (holding?.handle !== handle) {
      this.#forget(name);
      holding = { handle, generation: 0, at: 0, usedAt: 0, deaths: 0, diedAt: 0 };
      this.#holdings.set(name, holding);
    }
    holding.usedAt = performance.now();
    return holding;
  }

  #forget(name: string): void {
    const holding = this.#holdings.get(name);
    if (holding === undefined) return;
    this.#holdings.delete(name);
    this.#options.workerOf(holding.handle).end(holding.handle);
  }

  /** Sessions that are unused, or that other servers have ended. */
  #sweep(): void {
    const before = performance.now() - this.#options.ttlMs;
    for (const [name, { usedAt }] of this.#holdings) if (usedAt < before) this.#forget(name);
  }
}

/** Notes where the engine is now. */
function note(holding: Holding, { at, generation }: Pick<TaskResult, 'at' | 'generation'>): void {
  holding.generation = at === null ? 0 : generation;
  holding.at = at ?? 0;
}

/** The refusal of a worker as an error. */
export function refusalOf({ refusal }: Extract<JobOutcome, { readonly kind: 'refused' }>): ServiceError {
  return new ServiceError(refusal.code, refusal.detail, refusal.field, refusal.issues);
}

/** Deaths of threads over a session differ from refusals of a rule, which are outcomes. */
function isDeath(error: unknown): boolean {
  return (
    error instanceof ServiceError &&
    (error.code === 'evaluation_limit' || error.code === 'evaluation_timeout')
  );
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'evaluation_limit',
    'the session is too large for its worker and can only be ended',
  );
}

function nameOf(owner: string, id: string): string {
  return `${owner}\n${id}`;
}
