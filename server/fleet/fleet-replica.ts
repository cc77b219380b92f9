import { FerruleError } from '../../runtime/engine/errors.ts';
import type { Store } from '../../store/store.ts';
import { SERVICE_ACTOR } from '../../store/store-as.ts';
import { ServiceError } from '../../library/errors.ts';
import {
  assertInFleet,
  DEFAULT_FLEET_BOUNDS,
  createFleet,
  readChanges,
  readFacts,
  readPosition,
  retractFromFleet,
  type FleetBounds,
  type FleetChange,
  type FleetFact,
  type FleetState,
  type NumberedChange,
} from '../../store/fleet/fleet-log.ts';

/** Holder of a fleet's facts for evaluations. Both may throw FerruleError for an invalid fact. */
export interface FleetSink {
  /** These are all facts of the fleet. */
  readonly reset: (state: FleetState) => void;
  /** `sequence`: number of the last of them, or of none that changed anything. */
  readonly apply: (changes: readonly FleetChange[], sequence: number) => void;
}

/** The facts of the fleet are unknown now: possibly stale facts are never used. */
export class FleetUnavailable extends FerruleError {
  override name = 'FleetUnavailable';
  constructor(why: string) {
    super('fleet_unavailable', `the facts of the fleet are unavailable: ${why}`);
  }
}

/** Called with changes as soon as they are made, even before this member has them. */
export type NoteChanges = (changes: readonly NumberedChange[]) => Promise<void>;

const noted: NoteChanges = () => Promise.resolve();

/** Time that a decision waits for the database. */
const ANSWER_MS = 2_000;
/** Time limit of a change, which can contain many facts. */
const CHANGE_MS = 10_000;
const JOIN_MS = 30_000;

/**
 * One member's copy of the facts of a fleet. Before each use, `fresh` fetches changes from the database. A decision therefore sees every fact whose assertion was
 * acknowledged before the decision was requested, and a member without the database decides nothing. Callers that arrive during a query share the next one.
 */
export class FleetReplica {
  readonly name: string;
  readonly #store: Store;
  readonly #sink: FleetSink;
  readonly #bounds: FleetBounds;
  #applied = 0;
  /** False if a fact was invalid: the copy is then rebuilt with each query until all facts are valid. */
  #isSound = false;
  #turn: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;
  #unlisten: (() => void) | null = null;

  constructor(store: Store, name: string, sink: FleetSink, bounds: FleetBounds = DEFAULT_FLEET_BOUNDS) {
    this.#store = store;
    this.#bounds = bounds;
    this.name = name;
    this.#sink = sink;
  }

  /** Number of the last change that the copy has. */
  get applied(): number {
    return this.#applied;
  }

  /** Loads the existing facts, and follows the fleet from now on. Throws FleetUnavailable. */
  async join(): Promise<void> {
    await reached(
      this.#inTurn(async () => {
        await createFleet(this.#store, this.name);
        await this.#takeAll();
      }),
      JOIN_MS,
    );
    // News is fetched on arrival, so that evaluations have nothing left to fetch.
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

  /**
   * Asserts facts in all members, all or none; returns the changes. Throws FleetUnavailable.
   * @param actor in whose turn, see Store
   */
  assert(
    facts: readonly FleetFact[],
    note: NoteChanges = noted,
    actor = SERVICE_ACTOR,
  ): Promise<readonly NumberedChange[]> {
    const store = this.#store.as(actor);
    return this.#change(() => assertInFleet(store, this.name, facts, this.#bounds), note);
  }

  /**
   * Retracts facts in all members; returns the changes. Throws FleetUnavailable.
   * @param actor in whose turn, see Store
   */
  retract(
    facts: readonly FleetFact[],
    note: NoteChanges = noted,
    actor = SERVICE_ACTOR,
  ): Promise<readonly NumberedChange[]> {
    const store = this.#store.as(actor);
    return this.#change(() => retractFromFleet(store, this.name, facts), note);
  }

  /** Runs a function while no change arrives. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#inTurn(work);
  }

  /** Changes after an abandoned wait are also recorded. */
  async #change(
    make: () => Promise<readonly NumberedChange[]>,
    note: NoteChanges,
  ): Promise<readonly NumberedChange[]> {
    const noting = async (): Promise<readonly NumberedChange[]> => {
      const changes = await make();
      if (changes.length > 0) await note(changes);
      return changes;
    };
    const changes = await reached(noting(), CHANGE_MS);
    await this.fresh();
    return changes;
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
    if (changes === null) {
      await this.#takeAll();
      return;
    }
    this.#isSound = false;
    this.#sink.apply(changes, sequence);
    this.#isSound = true;
    this.#applied = sequence;
  }

  async #takeAll(): Promise<void> {
    const state = await readFacts(this.#store, this.name);
    this.#isSound = false;
    this.#sink.reset(state);
    this.#isSound = true;
    this.#applied = state.sequence;
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
    timer = setTimeout(() => reject(new FleetUnavailable('the database did not respond in time')), mostMs);
  });
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    if (error instanceof ServiceError && error.code !== 'audit_unavailable')
      throw new FleetUnavailable(error.message);
    if (error instanceof FerruleError && error.code === 'fleet_facts_exceeded') throw error;
    if (error instanceof FleetUnavailable || !(error instanceof FerruleError)) throw error;
    // Callers read this who did not bring the fact.
    throw new FleetUnavailable(`a fact does not fit the ruleset: ${error.masked}`);
  } finally {
    clearTimeout(timer);
  }
}
