import { FerruleError } from '../../runtime/errors.ts';
import type { Store } from '../store/store.ts';
import { ServiceError } from '../errors.ts';
import {
  assertInFleet,
  createFleet,
  readChanges,
  readFacts,
  readPosition,
  retractFromFleet,
  type FleetChange,
  type FleetFact,
} from './fleet-log.ts';

/** What holds the facts of a fleet for evaluations. Both may throw FerruleError for a fact that does not fit. */
export interface FleetSink {
  /** These are all facts of the fleet. */
  readonly reset: (facts: readonly FleetFact[]) => void;
  readonly apply: (change: FleetChange) => void;
}

/** The facts of the fleet cannot be known now: nothing is answered from what may be stale. */
export class FleetUnavailable extends FerruleError {
  constructor(why: string) {
    super('fleet_unavailable', `the facts of the fleet cannot be known: ${why}`);
  }
}

/** How long a decision waits for the database. */
const ANSWER_MS = 2_000;
/** How long a change may take, which may be one of many facts. */
const CHANGE_MS = 10_000;
const JOIN_MS = 30_000;

/**
 * One member's copy of the facts of a fleet. Before anything is answered from the copy, `fresh` asks the database
 * whether there is news: so a decision rests on every fact whose assertion was answered before the decision was asked
 * for, and a member that cannot ask answers nothing. Callers that come while one question is under way share the next.
 */
export class FleetReplica {
  readonly name: string;
  readonly #store: Store;
  readonly #sink: FleetSink;
  #applied = 0;
  /** False when a fact did not fit: then the copy is made anew with each question until all facts do. */
  #isSound = false;
  #turn: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;
  #unlisten: (() => void) | null = null;

  constructor(store: Store, name: string, sink: FleetSink) {
    this.#store = store;
    this.name = name;
    this.#sink = sink;
  }

  /** Number of the last change that the copy has. */
  get applied(): number {
    return this.#applied;
  }

  /** Takes the facts that are there, and follows the fleet from now on. Throws FleetUnavailable. */
  async join(): Promise<void> {
    await reached(
      this.#inTurn(async () => {
        await createFleet(this.#store, this.name);
        await this.#takeAll();
      }),
      JOIN_MS,
    );
    // News is fetched when it comes, so that nothing is left to fetch when an evaluation asks.
    this.#unlisten = await this.#store.listen('ferrule_fleet', (payload) => {
      if (payload === null || payload === this.name) this.fresh().catch(() => undefined);
    });
  }

  leave(): void {
    this.#unlisten?.();
  }

  /** Settled when the copy has every change that was made before this call. Throws FleetUnavailable. */
  fresh(): Promise<void> {
    this.#next ??= this.#inTurn(() => {
      // From here on callers come too late for this question: they need the next one.
      this.#next = null;
      return this.#catchUp();
    });
    return reached(this.#next, ANSWER_MS);
  }

  /** Asserts facts in all members, all or none; answers how many are new. Throws FleetUnavailable. */
  async assert(facts: readonly FleetFact[]): Promise<number> {
    const count = await reached(assertInFleet(this.#store, this.name, facts), CHANGE_MS);
    await this.fresh();
    return count;
  }

  /** Retracts facts in all members; answers how many were there. Throws FleetUnavailable. */
  async retract(facts: readonly FleetFact[]): Promise<number> {
    const count = await reached(retractFromFleet(this.#store, this.name, facts), CHANGE_MS);
    await this.fresh();
    return count;
  }

  /** Does something while no change comes in. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  async #catchUp(): Promise<void> {
    const { sequence, pruned } = await readPosition(this.#store, this.name);
    if (sequence === this.#applied && this.#isSound) return;
    // A database that was set back has another history.
    if (!this.#isSound || pruned > this.#applied || sequence < this.#applied) {
      await this.#takeAll();
      return;
    }
    const changes = await readChanges(this.#store, this.name, this.#applied, sequence);
    this.#isSound = false;
    for (const change of changes) this.#sink.apply(change);
    this.#isSound = true;
    this.#applied = sequence;
  }

  async #takeAll(): Promise<void> {
    const { facts, sequence } = await readFacts(this.#store, this.name);
    this.#isSound = false;
    this.#sink.reset(facts);
    this.#isSound = true;
    this.#applied = sequence;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

/** The outcome, unless the database is away or takes too long. */
async function reached<T>(work: Promise<T>, mostMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FleetUnavailable('the database does not answer in time')), mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof ServiceError) throw new FleetUnavailable(error.message);
    if (error instanceof FleetUnavailable || !(error instanceof FerruleError)) throw error;
    throw new FleetUnavailable(`a fact does not fit the ruleset: ${error.message}`);
  } finally {
    clearTimeout(timer);
  }
}
