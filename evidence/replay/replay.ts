import type { Engine } from '../../runtime/engine.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { withObligations, type Outcome } from '../../library/compare/outcome.ts';
import type { Clock, Version } from '../../library/compare/version.ts';
import type { LogRecord } from './log-records.ts';
import { FleetMemories } from './fleet-memories.ts';
import { Memories } from './memories.ts';
import type { Versions } from './versions.ts';

/** Filter of the records to replay. Changes of facts are always followed. */
export interface Selection {
  /** RFC 3339. */
  readonly since: string | null;
  /** Name of the ruleset. */
  readonly ruleset: string | null;
  /** The first ones, up to a limit. */
  readonly limit: number;
}

/** A record that can be evaluated again. */
export interface Replayable {
  readonly record: LogRecord;
  readonly version: Version;
  /** Holds what was held. */
  readonly engine: Engine;
  readonly facts: readonly FactInput[];
  /** Host facts, before them. */
  readonly hostFacts: readonly FactInput[];
  /** The parts of the document that rules read, in addition to the facts; null if there is none. */
  readonly input: unknown;
  /** It was a decision that counts, on sums among the host facts. */
  readonly counts: boolean;
  readonly recorded: Outcome;
}

/** How many records were left out and why, and of how many something is to be known. */
export interface ReplayNotes {
  /** Their facts are not in the log. */
  withoutFacts: number;
  /** The facts of the session or fleet cannot be rebuilt. */
  withoutMemory: number;
  /** Values of theirs are masked. */
  masked: number;
  /** No archive has the version that decided. */
  withoutRuleset: number;
  /** Made again, although their rules ask for local times and the time zone data is not that of then. */
  otherTimeZones: number;
}

export function noNotes(): ReplayNotes {
  return { withoutFacts: 0, withoutMemory: 0, masked: 0, withoutRuleset: 0, otherTimeZones: 0 };
}

/** Errors that depend on the ruleset and the facts alone. */
const REPEATABLE: ReadonlySet<string> = new Set(['evaluation_failed', 'scope_error', 'validation_error']);

/**
 * The records that can be evaluated again, in order of time, each with memory and clock as they were: valid until the
 * next is read. Counts the others.
 *
 * @param records reads them from the first on, as often as it is called
 */
export function* replayable(
  records: () => Iterable<LogRecord>,
  versions: Pick<Versions, 'get'>,
  clock: Clock,
  { since, ruleset, limit }: Selection,
  notes: ReplayNotes,
): Generator<Replayable> {
  const memories = new Memories();
  const fleets = new FleetMemories(records);
  let count = 0;
  for (const record of records()) {
    const version = record.ruleset_hash === undefined ? null : versions.get(record.ruleset_hash);
    clock.ms = record.clock ?? clock.ms;
    if (record.kind === 'facts') memories.change(record, version);
    const recorded = outcomeOf(record);
    if (recorded === null || (since !== null && record.time < since)) continue;
    if (ruleset !== null && record.ruleset !== ruleset) continue;
    if (count++ === limit) return;
    const held = record.fleet === undefined ? memories : fleets;
    const engine = version === null ? null : held.engineOf(record, version);
    if (version === null) notes.withoutRuleset++;
    else if (record.masked === true) notes.masked++;
    else if (record.input === undefined) notes.withoutFacts++;
    else if (engine === null) notes.withoutMemory++;
    else {
      const { input: facts, host_input: hostFacts = [], document: input = null } = record;
      const { time_zones: zones = process.versions.tz } = record;
      if (engine.ruleset.zones === true && zones !== process.versions.tz) notes.otherTimeZones++;
      const counts = record.budgets !== undefined;
      yield { record, version, engine, facts, hostFacts, input, counts, recorded };
    }
  }
}

/** Outcome; null for other records, and for errors that need not recur. */
export function outcomeOf({ kind, error, ...record }: LogRecord): Outcome | null {
  if (kind === 'error') {
    const isRepeatable =
      error !== undefined && REPEATABLE.has(error.code) && record.ruleset_hash !== undefined;
    return isRepeatable ? { error } : null;
  }
  if (kind !== 'decision') return null;
  const { decision = null, reason = null, rule_trace = [], module_trace = [], metadata = {} } = record;
  return { decision, reason, rule_trace, module_trace, metadata, ...withObligations(record.obligations) };
}
