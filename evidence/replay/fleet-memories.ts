import type { Engine } from '../../runtime/engine.ts';
import type { FleetChange } from '../../store/fleet/fleet-log.ts';
import { writeJson } from '../../library/json.ts';
import { WorkerFleet } from '../../store/fleet/worker-fleet.ts';
import { factDigest, hashDigests } from '../fact-hash.ts';
import { templatesOf } from '../hash-facts.ts';
import type { LogRecord } from './log-records.ts';
import type { Version } from '../../library/compare/version.ts';

interface NumberedChange {
  readonly sequence: number;
  readonly change: FleetChange;
}

/** Facts of a fleet, as far as they were rebuilt under one version. */
interface Memory {
  readonly engine: Engine;
  readonly facts: WorkerFleet;
  /** Changes that were made. */
  done: number;
  sequence: number;
}

/**
 * Facts of fleets, rebuilt from the records of changes. A member may decide on a change before the member that made
 * it has recorded it, so all changes are read before the first of a fleet's decisions is looked at.
 */
export class FleetMemories {
  readonly #records: () => Iterable<LogRecord>;
  #changes: ReadonlyMap<string, readonly NumberedChange[]> | null = null;
  /** By fleet and version. */
  readonly #memories = new Map<string, Memory>();
  readonly #digests = new WeakMap<object, Buffer>();

  /** @param records reads all of them, in order of time */
  constructor(records: () => Iterable<LogRecord>) {
    this.#records = records;
  }

  /** The engine that a record was decided on; null when its memory cannot be rebuilt. */
  engineOf(
    { fleet = '', fleet_sequence: sequence = 0, memory_hash: hash }: LogRecord,
    version: Version,
  ): Engine | null {
    this.#changes ??= readChanges(this.#records());
    const memory = this.#open(fleet, sequence, version);
    const changes = this.#changes.get(fleet) ?? [];
    const end = firstAfter(changes, sequence, memory.done);
    const next = changes.slice(memory.done, end).map(({ change }) => change);
    memory.facts.follow({ facts: null, changes: next, sequence }, memory.engine);
    memory.done = end;
    memory.sequence = sequence;
    if (memory.facts.problem !== null) return null;
    const templateOf = templatesOf(memory.engine);
    const digests = memory.engine.mapFacts(this.#digests, (fact) => factDigest(fact, templateOf));
    return hashDigests(digests) === hash ? memory.engine : null;
  }

  /** Members need not be equally far: who was slower is followed from the beginning. */
  #open(fleet: string, sequence: number, version: Version): Memory {
    const name = `${version.hash} ${fleet}`;
    const known = this.#memories.get(name);
    if (known !== undefined && known.sequence <= sequence) return known;
    const memory = { engine: version.createEngine(), facts: new WorkerFleet(fleet), done: 0, sequence: 0 };
    this.#memories.set(name, memory);
    return memory;
  }
}

/** The changes of every fleet in order. Of equal numbers, which a database that was set back gives again, the last counts. */
function readChanges(records: Iterable<LogRecord>): ReadonlyMap<string, readonly NumberedChange[]> {
  const fleets = new Map<string, Map<number, FleetChange>>();
  for (const { kind, fleet, fleet_sequence: sequence, operation } of records) {
    if (kind !== 'facts' || fleet === undefined || sequence === undefined) continue;
    if (operation === undefined || 'end' in operation) continue;
    const changes = fleets.get(fleet) ?? new Map<number, FleetChange>();
    fleets.set(fleet, changes);
    changes.set(
      sequence,
      'retract' in operation
        ? { kind: 'retract', template: operation.retract, data: writeJson(operation.filter) }
        : { kind: 'assert', template: operation.template, data: writeJson(operation.data) },
    );
  }
  return new Map(
    [...fleets].map(([fleet, changes]) => [
      fleet,
      [...changes]
        .map(([sequence, change]) => ({ sequence, change }))
        .sort((a, b) => a.sequence - b.sequence),
    ]),
  );
}

function firstAfter(changes: readonly NumberedChange[], sequence: number, from: number): number {
  let end = from;
  while ((changes[end]?.sequence ?? Infinity) <= sequence) end++;
  return end;
}
