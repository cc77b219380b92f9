import { writeJson } from '../json.ts';
import type { Engine } from '../../runtime/engine.ts';
import { evaluateAgain, isSame, type GivenFacts, type Outcome } from './outcome.ts';
import type { Version } from './version.ts';

/** Effect of a version change: changed decisions and their counts. */
export interface Comparison {
  /** Records that were compared. */
  count: number;
  /** Decisions that are exactly the same. */
  same: number;
  /** The same decision, by other rules or for another reason. */
  otherReasons: number;
  /** Kinds of change, the most frequent first. */
  readonly changes: Change[];
}

/** A decision, or `error:` and the code. */
export interface Change {
  readonly before: string;
  readonly after: string;
  count: number;
  /** Rules that fired before and no longer do, and the other way round, with how often. */
  readonly rulesBefore: Record<string, number>;
  readonly rulesAfter: Record<string, number>;
  /** The record with the shortest facts. */
  example: ChangeExample;
}

export interface ChangeExample {
  readonly decision_id: string | null;
  /** Facts, or an object of `facts` and the document `input`. */
  readonly input: unknown;
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Candidate that decides instead of the recorded version. */
export type Candidate = Pick<Version, 'engine' | 'createEngine'>;
/** The new decision, with the recorded one. */
export interface Compared extends GivenFacts {
  readonly record: {
    readonly decision_id?: string | undefined;
    readonly fleet?: string | undefined;
    readonly input?: unknown;
    /** The parts of the document that rules read, in addition to the facts. */
    readonly document?: unknown;
  };
  /** Holds what was held. */
  readonly engine: Engine;
  readonly recorded: Outcome;
}

/** Evaluates records under another version. @param see is given each record's outcome under it */
export function compareWith(
  candidate: Candidate,
  records: Iterable<Compared>,
  see: (compared: Compared, after: Outcome) => void = () => {},
): Comparison {
  const comparison: Comparison = { count: 0, same: 0, otherReasons: 0, changes: [] };
  const kinds = new Map<string, { readonly change: Change; length: number }>();
  for (const replayed of records) {
    const after = evaluateUnder(candidate, replayed);
    const { recorded: before } = replayed;
    see(replayed, after);
    comparison.count++;
    if (isSame(before, after)) comparison.same++;
    else if (decisionOf(before) === decisionOf(after)) comparison.otherReasons++;
    else note(kinds, replayed, after);
  }
  comparison.changes.push(...[...kinds.values()].map(({ change }) => change));
  comparison.changes.sort((a, b) => b.count - a.count);
  return comparison;
}

/** The candidate on what was held and given. */
function evaluateUnder(candidate: Candidate, given: Compared): Outcome {
  const { engine, record } = given;
  if (engine.size === 0) return evaluateAgain(candidate.engine, given);
  const held = candidate.createEngine();
  try {
    if (record.fleet === undefined) held.assertHostFacts(engine.facts());
    else held.assertShared(engine.facts());
  } catch {
    const detail = 'the stored facts do not fit the ruleset';
    return { error: { code: 'session_ruleset_mismatch', detail } };
  }
  return evaluateAgain(held, given);
}

function note(
  kinds: Map<string, { readonly change: Change; length: number }>,
  { record, recorded }: Compared,
  after: Outcome,
): void {
  const before = decisionOf(recorded);
  const key = `${before} ${decisionOf(after)}`;
  const input =
    record.document === undefined ? record.input : { facts: record.input, input: record.document };
  const { length } = writeJson(input);
  const example = { decision_id: record.decision_id ?? null, input, before: recorded, after };
  let kind = kinds.get(key);
  if (kind === undefined) {
    const change = { before, after: decisionOf(after), count: 0, rulesBefore: {}, rulesAfter: {}, example };
    kind = { change, length };
    kinds.set(key, kind);
  } else if (length < kind.length) {
    kind.change.example = example;
    kind.length = length;
  }
  kind.change.count++;
  const [old, now] = [new Set(rulesOf(recorded)), new Set(rulesOf(after))];
  for (const rule of old) if (!now.has(rule)) count(kind.change.rulesBefore, rule);
  for (const rule of now) if (!old.has(rule)) count(kind.change.rulesAfter, rule);
}

function count(counts: Record<string, number>, rule: string): void {
  counts[rule] = (counts[rule] ?? 0) + 1;
}

/** A decision, or `error:` and the code. */
export function decisionOf(outcome: Outcome): string {
  return 'error' in outcome ? `error:${outcome.error.code}` : String(outcome.decision);
}

function rulesOf(outcome: Outcome): readonly string[] {
  return 'error' in outcome ? [] : outcome.rule_trace;
}
