import { FerruleError } from '../../runtime/engine/errors.ts';
import { refusalOf } from '../../library/refusal.ts';
import { parseJson } from '../../library/json.ts';
import type { EvaluationPool, JobResult } from '../evaluation/main/pool.ts';
import type { Store } from '../../store/store.ts';
import type { FoundFact } from './found-fact.ts';
import { factKey, type FleetBounds } from '../../store/fleet/fleet-log.ts';
import { FleetReplica, type FleetSink, type NoteChanges } from './fleet-replica.ts';
import { SERVICE_CALLER, type Caller } from '../tokens/caller.ts';

/** Called with the changes, each with its number and its record. */
export type NoteChange = (
  changes: readonly { readonly sequence: number; readonly record: string }[],
) => Promise<void>;

/** A request about facts of the fleet. */
interface FleetCall {
  readonly body: Buffer;
  readonly gzip: boolean;
  readonly caller: Caller;
}

/** A fleet as a server is a member of it: its facts are in the engine that is mounted in every worker. */
export class FleetService {
  readonly #replica: FleetReplica;
  readonly #pool: EvaluationPool;

  private constructor(replica: FleetReplica, pool: EvaluationPool) {
    this.#replica = replica;
    this.#pool = pool;
  }

  /** Throws ServiceError `fleet_unavailable`. From then on the workers answer nothing that may be stale. */
  static async join(
    store: Store,
    name: string,
    pool: EvaluationPool,
    bounds: FleetBounds,
  ): Promise<FleetService> {
    const sink: FleetSink = {
      reset: (facts) => pool.resetFleet(facts),
      apply: (changes, sequence) => pool.applyFleet(changes, sequence),
    };
    const replica = new FleetReplica(store, name, sink, bounds);
    await refusing(replica.join());
    const service = new FleetService(replica, pool);
    pool.refreshWith(() => service.fresh());
    return service;
  }

  get name(): string {
    return this.#replica.name;
  }

  /** Number of the last change that this server has. */
  get applied(): number {
    return this.#replica.applied;
  }

  /** See FleetReplica. */
  fresh(): Promise<void> {
    return refusing(this.#replica.fresh());
  }

  /** A worker validates, all members get it. Whether it is new. Throws ServiceError. */
  async assertFact({ body, gzip, caller }: FleetCall, note: NoteChange): Promise<boolean> {
    const fact = parseJson((await this.#ask('read-fleet-fact', body, gzip, caller)).body) as FoundFact;
    const made = await refusing(this.#replica.assert([fact], noting([fact], note), caller.actor));
    return made.length === 1;
  }

  /** A worker finds the matches, all members lose them. How many there were. */
  async retract({ body, gzip, caller }: FleetCall, note: NoteChange): Promise<number> {
    const found = await this.#ask('match-fleet-facts', body, gzip, caller);
    const facts = parseJson(found.body) as readonly FoundFact[];
    const made = await refusing(this.#replica.retract(facts, noting(facts, note), caller.actor));
    return made.length;
  }

  query({ body, gzip, caller }: FleetCall): Promise<JobResult> {
    return this.#ask('query-fleet-facts', body, gzip, caller);
  }

  /** Runs a function while no change arrives. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#replica.exclusively(work);
  }

  leave(): void {
    this.#replica.leave();
  }

  #ask(
    kind: 'match-fleet-facts' | 'query-fleet-facts' | 'read-fleet-fact',
    body: Buffer,
    gzip: boolean,
    { actor }: Caller,
  ): Promise<JobResult> {
    return this.#pool.submit({
      // Every token may use the ruleset of the fleet; the turn is the caller's.
      caller: { ...SERVICE_CALLER, actor },
      kind,
      body,
      context: gzip ? { gzip } : null,
      session: null,
      origin: null,
    });
  }
}

/** Each change with what a worker wrote of it. */
function noting(facts: readonly FoundFact[], note: NoteChange): NoteChanges {
  const records = new Map(facts.map((fact) => [factKey(fact), fact.record]));
  return (changes) =>
    note(
      changes.flatMap((change) => {
        const record = records.get(factKey(change)) ?? null;
        return record === null ? [] : [{ sequence: change.sequence, record }];
      }),
    );
}

/** Errors of the library, as the service returns them. */
async function refusing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof FerruleError ? refusalOf(error) : error;
  }
}
