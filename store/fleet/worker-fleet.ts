import { FerruleError } from '../../runtime/engine/errors.ts';
import type { Engine } from '../../runtime/engine.ts';
import { ServiceError } from '../../library/errors.ts';
import { applyShared, resetShared } from './fleet-facts.ts';
import { factKey, type FleetFact } from './fleet-log.ts';
import type { HeldFleet } from '../../library/held.ts';
import type { FleetNews } from './fleet-log.ts';

/**
 * The shared facts that this worker received, apart from any engine: a version of the ruleset that they do not
 * fit must not lose them for the next.
 */
export class WorkerFleet {
  /** In the order in which they were asserted. */
  readonly #facts = new Map<string, FleetFact>();
  #problem: string | null = null;
  readonly #name: string | null;
  #sequence = 0;

  /** @param name null without a fleet */
  constructor(name: string | null) {
    this.#name = name;
  }

  /** Facts of a fleet in the engine; null without a fleet. */
  get held(): HeldFleet | null {
    return this.#name === null ? null : { kind: 'fleet', name: this.#name, sequence: this.#sequence };
  }

  /** Why the facts of the engine are not those of the fleet, or null. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Throws ServiceError when the engine does not hold the facts of the fleet. */
  check(): void {
    if (this.#problem === null) return;
    throw new ServiceError(
      'fleet_unavailable',
      `a fact of the fleet does not fit the ruleset: ${this.#problem}`,
    );
  }

  /** Puts the facts into an engine that has none. Throws FerruleError for one that does not fit. */
  fill(engine: Engine): void {
    resetShared(engine, [...this.#facts.values()]);
  }

  /** Makes this prefilled engine the deciding one. */
  adopt(): void {
    this.#problem = null;
  }

  /** Takes what has become of the shared facts into the engine. */
  follow({ facts, changes, sequence }: FleetNews, engine: Engine): void {
    this.#sequence = sequence;
    if (facts !== null) {
      this.#facts.clear();
      for (const fact of facts) this.#facts.set(factKey(fact), fact);
      this.#attempt(() => this.fill(engine));
    }
    for (const change of changes) {
      const { kind, template, data } = change;
      if (kind === 'assert') this.#facts.set(factKey(change), { template, data });
      else this.#facts.delete(factKey(change));
      if (this.#problem === null) this.#attempt(() => applyShared(engine, change));
      // The fact that did not fit may be the one that went.
      else this.#attempt(() => this.fill(engine));
    }
  }

  #attempt(work: () => void): void {
    try {
      work();
      this.#problem = null;
    } catch (error) {
      if (!(error instanceof FerruleError)) throw error;
      this.#problem = error.message;
    }
  }
}
