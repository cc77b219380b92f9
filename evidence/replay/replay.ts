import type { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { writeJson } from '../../library/json.ts';
import { refusalOf } from '../../library/refusal.ts';
import type { LogRecord } from './log-records.ts';
import { FleetMemories } from './fleet-memories.ts';
import { Memories } from './memories.ts';
import type { Clock, Version, Versions } from './versions.ts';

/** Outcome as in records: a decision or an error. */
export type Outcome =
  | {
      readonly decision: string | null;
      readonly reason: string | null;
      readonly rule_trace: readonly string[];
      readonly module_trace: readonly string[];
      readonly metadata: Readonly<Record<string, string>>;
      /** Left out when there are none. */
      readonly obligations?: readonly unknown[];
    }
  | { readonly error: { readonly code: string; readonly detail: string } };

/** Which records are looked at; changes of facts are followed whatever this says. */
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
      const { input: facts, host_input: hostFacts = [], time_zones: zones = process.versions.tz } = record;
      if (engine.ruleset.zones === true && zones !== process.versions.tz) notes.otherTimeZones++;
      yield { record, version, engine, facts, hostFacts, recorded };
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

export interface GivenFacts extends Pick<Replayable, 'facts' | 'hostFacts'> {
  /** A document beside them; records hold the facts that theirs became. */
  readonly input?: unknown;
}

/** Outcome of an engine on these facts. */
export function evaluateAgain(engine: Engine, { facts, hostFacts, input = null }: GivenFacts): Outcome {
  try {
    const result = engine.evaluate({ scoped: true, facts, hostFacts, input });
    const { decision, reason, ruleTrace, moduleTrace, metadata } = result;
    const outcome = { decision, reason, rule_trace: ruleTrace, module_trace: moduleTrace, metadata };
    return { ...outcome, ...withObligations(result.obligations) };
  } catch (error) {
    if (!(error instanceof FerruleError)) throw error;
    const { code, message: detail } = refusalOf(error);
    return { error: { code, detail } };
  }
}

/** True if two outcomes are exactly the same. */
export function isSame(a: Outcome, b: Outcome): boolean {
  return writeJson(ordered(a)) === writeJson(ordered(b));
}

function withObligations(obligations: readonly unknown[] | undefined): {
  readonly obligations?: readonly unknown[];
} {
  return obligations === undefined ? {} : { obligations };
}

/** The type, and the properties by name. */
function orderedObligation(obligation: unknown): unknown {
  const { type, properties } = obligation as { readonly type: string; readonly properties: object };
  return [type, Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1))];
}

/** Metadata is a map: the order of its keys means nothing. */
function ordered(outcome: Outcome): unknown {
  if ('error' in outcome) return [outcome.error.code, outcome.error.detail];
  const { decision, reason, rule_trace, module_trace, metadata, obligations = [] } = outcome;
  const owed = obligations.map(orderedObligation);
  return [decision, reason, rule_trace, module_trace, Object.entries(metadata).sort(), owed];
}
