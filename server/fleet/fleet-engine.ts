/** The door of the library to fleets: `import { FleetEngine, openFleetStore } from 'ferrule/fleet'`. */
import type { EngineDescription, EvaluateOptions } from '../../runtime/engine/engine-options.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import type { FactData, FactFilter } from '../../runtime/facts/fact-filter.ts';
import type { FactInput, FactOutput } from '../../runtime/facts/read-facts.ts';
import { Engine, type EngineOptions, type ReloadResult } from '../../library/node/engine.ts';
import { writeJson } from '../../library/json.ts';
import type { Store } from '../../store/store.ts';
import { applyShared, resetShared, toFleetFact } from '../../store/fleet/fleet-facts.ts';
import { DEFAULT_FLEET_BOUNDS } from '../../store/fleet/fleet-log.ts';
import { FleetReplica, type FleetSink } from './fleet-replica.ts';

export type { Store } from '../../store/store.ts';
export { FleetUnavailable } from './fleet-replica.ts';
export { openFleetStore, type FleetStoreOptions } from './fleet-store.ts';

interface FleetOptions extends EngineOptions {
  /** Name of the fleet: members of one name on one database share their facts. */
  readonly fleet: string;
  /** The database, see `openFleetStore`. The caller closes it, after the last member has left. */
  readonly store: Store;
  /** Most facts of the fleet; the next is refused with `fleet_facts_exceeded` (default: 10,000). */
  readonly maxFacts?: number;
  /** Most bytes of the data of its facts, as JSON (default: 16 MiB). */
  readonly maxBytes?: number;
}

/**
 * An engine whose facts of fleet templates are those of all members. Facts of other templates are its own. Everything
 * that rests on shared facts is asynchronous, because the database is queried first; if it does not respond, the
 * operation throws FerruleError `fleet_unavailable`.
 */
export class FleetEngine {
  readonly #engine: Engine;
  readonly #replica: FleetReplica;

  private constructor(engine: Engine, { store, fleet, maxFacts, maxBytes }: FleetOptions) {
    this.#engine = engine;
    const sink: FleetSink = {
      reset: ({ facts }) => resetShared(engine, facts),
      apply: (changes) => changes.forEach((change) => applyShared(engine, change)),
    };
    const { facts, bytes } = DEFAULT_FLEET_BOUNDS;
    this.#replica = new FleetReplica(store, fleet, sink, {
      facts: maxFacts ?? facts,
      bytes: maxBytes ?? bytes,
    });
  }

  /** Compiles and loads a file or folder of YAML, and joins the fleet with the facts that it has. */
  static async fromRules(path: string, options: FleetOptions): Promise<FleetEngine> {
    return FleetEngine.#join(await Engine.fromRules(path, options), options);
  }

  /** The same for YAML that is at hand. */
  static async fromSources(
    sources: Parameters<typeof Engine.fromSources>[0],
    options: FleetOptions,
  ): Promise<FleetEngine> {
    return FleetEngine.#join(await Engine.fromSources(sources, options), options);
  }

  static async #join(engine: Engine, options: FleetOptions): Promise<FleetEngine> {
    const member = new FleetEngine(engine, options);
    await member.#replica.join();
    return member;
  }

  /** Asserts one fact: in all members when its template is a fleet template. True when it is new. */
  async assertFact(template: string, data: Readonly<Record<string, unknown>>): Promise<boolean> {
    return (await this.assertFacts([{ template, data }])) === 1;
  }

  /**
   * Asserts facts, all or none; how many are new. Throws ValidationError. Facts of fleet templates and others may not
   * be mixed: they do not come in at one moment.
   */
  async assertFacts(facts: readonly FactInput[]): Promise<number> {
    if (!facts.some(({ template }) => this.#isShared(template))) return this.#engine.assertFacts(facts);
    const read = facts.map(({ template, data }) => toFleetFact(this.#engine, template, data));
    return (await this.#replica.assert(read)).length;
  }

  /** The facts of a template that pass the filter, of all members when it is a fleet template. */
  async query(template: string, filter?: FactFilter): Promise<FactData[]> {
    await this.#replica.fresh();
    return this.#engine.query(template, filter);
  }

  async count(template: string, filter?: FactFilter): Promise<number> {
    await this.#replica.fresh();
    return this.#engine.count(template, filter);
  }

  /** Retracts the facts that `query` would answer, in all members when it is a fleet template; how many. */
  async retract(template: string, filter?: FactFilter): Promise<number> {
    if (!this.#isShared(template)) return this.#engine.retract(template, filter);
    const matches = await this.query(template, filter);
    const facts = matches.map((data) => ({ template, data: writeJson(data) }));
    return (await this.#replica.retract(facts)).length;
  }

  /** A scoped evaluation on the shared facts, the engine's own, and those given; see `Engine.evaluate`. */
  async evaluate(
    options: Omit<Extract<EvaluateOptions, { scoped: true }>, 'scoped'> = {},
  ): Promise<EvaluationResult> {
    await this.#replica.fresh();
    return this.#engine.evaluate({ ...options, scoped: true });
  }

  /** All facts in working memory, the shared ones included. */
  async facts(): Promise<FactOutput[]> {
    await this.#replica.fresh();
    return this.#engine.facts();
  }

  /** See `Engine.reloadRules`; concerns this member only. Shared facts that do not fit refuse the reload. */
  reloadRules(from: string | { readonly yaml: string }): Promise<ReloadResult> {
    return this.#replica.exclusively(() => this.#engine.reloadRules(from));
  }

  describe(): EngineDescription {
    return this.#engine.describe();
  }

  /** Follows the fleet no longer. The facts stay with the others. */
  leave(): void {
    this.#replica.leave();
  }

  #isShared(template: string): boolean {
    return this.#engine.ruleset.templates.get(template)?.info.scope === 'fleet';
  }
}
