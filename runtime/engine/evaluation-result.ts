import type { DefaultInfo, Obligation } from '../description.ts';
import type { RuleRecord } from '../abi.ts';
import type { IdMaker } from './decision-id.ts';
import type { RuleFired } from './engine-events.ts';
import type { BudgetUse } from './budget-uses.ts';
import {
  factsOf,
  metadataFrom,
  reasonOf,
  scopeFrom,
  writeFacts,
  writeFirings,
  type EndFact,
  type Firing,
  type FiringLog,
} from './firing.ts';
import type { Matcher } from './matcher.ts';
import { missingIn } from './missing.ts';

/** Result of an evaluation. */
export interface EvaluationResult {
  /** The winning action, else the engine's default decision. */
  decision: string | null;
  reason: string | null;
  /** Every firing in order as `module::rule`. */
  ruleTrace: string[];
  /** Modules in the order in which they first fired. */
  moduleTrace: string[];
  /** Whole microseconds. */
  durationUs: number;
  /** Duties of the caller, of all firings with the winning action; unset if there are none. */
  obligations?: readonly Obligation[];
  /**
   * Paths that the rule that decided names and that are missing in the document, of another type or unreadable; unset
   * if that rule is not one that fires unless its condition is certainly false, or if there are none.
   */
  missing?: readonly string[];
  /** Every firing, if `include` requests them. */
  firings?: readonly Firing[];
  /** All facts at the end, if `include` requests them. */
  facts?: readonly EndFact[];
  /** The uses of budgets, if `counts` requests them. */
  uses?: readonly BudgetUse[];
  /** Metadata of the rule that decided; empty for the default decision. */
  metadata: Readonly<Record<string, string>>;
  attestationToken: string | null;
  /** UUID of version 7, made when it is first read. Not an own field: it is neither copied nor written as JSON. */
  readonly decisionId: string;
}

/** Source of an evaluation's identifier; kept beside the result, so that unread identifiers cost nothing. */
export interface Identification {
  readonly makeId: IdMaker;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

class Result implements EvaluationResult {
  /** Source of the identifier, until it is made. */
  #id: Identification | string;
  decision: string | null;
  reason: string | null;
  ruleTrace: string[];
  moduleTrace: string[];
  durationUs: number;
  metadata: Readonly<Record<string, string>>;
  attestationToken: string | null;

  constructor(
    identification: Identification,
    decision: string | null,
    reason: string | null,
    ruleTrace: string[],
    moduleTrace: string[],
    metadata: Readonly<Record<string, string>>,
  ) {
    this.#id = identification;
    this.decision = decision;
    this.reason = reason;
    this.ruleTrace = ruleTrace;
    this.moduleTrace = moduleTrace;
    this.durationUs = 0;
    this.metadata = metadata;
    this.attestationToken = null;
  }

  get decisionId(): string {
    const id = this.#id;
    return typeof id === 'string' ? id : (this.#id = id.makeId(id.now()));
  }
}

/** Reasons of the default decision: when no rule fired, and when those that fired have no action. */
export const NOTHING_FIRED = 'default decision (no rules fired)';
export const NOTHING_DECIDED = 'default decision (no rule decided)';
const NO_METADATA: Readonly<Record<string, string>> = Object.freeze({});

function defaultReason({ reason }: DefaultInfo, fired: number): string {
  return reason ?? (fired === 0 ? NOTHING_FIRED : NOTHING_DECIDED);
}

/**
 * Writes down the outcome of the evaluation that just ran.
 *
 * @param winner the rule that decided; null: none did
 * @param count of firings
 * @param moduleCount of modules with a firing
 * @param otherwise the decision when no rule decided
 * @param document of the evaluation; null: none
 */
export function writeResult(
  matcher: Matcher,
  winner: RuleRecord | null,
  count: number,
  moduleCount: number,
  otherwise: DefaultInfo,
  identification: Identification,
  document: unknown,
): EvaluationResult {
  const { trace, modules, match, obliged } = matcher.outcome;
  // This array and the next are of the right length from the start: pushing would copy them as they grow.
  const ruleTrace = new Array<string>(count);
  for (let i = 0; i < count; i++) ruleTrace[i] = trace[i]!.name;
  const reason = winner === null ? defaultReason(otherwise, count) : reasonOf(winner, match, matcher);
  const moduleTrace = new Array<string>(moduleCount);
  for (let i = 0; i < moduleCount; i++) moduleTrace[i] = modules[i]!;
  const result: EvaluationResult = new Result(
    identification,
    winner === null ? otherwise.action : winner.action,
    reason,
    ruleTrace,
    moduleTrace,
    winner === null ? NO_METADATA : metadataFrom(winner, match, matcher),
  );
  if (obliged.length > 0) addObligations(result, matcher);
  if (winner !== null && winner.named.length > 0 && document !== null)
    addMissing(result, winner, match, document);
  return result;
}

function addMissing(
  result: EvaluationResult,
  { named }: RuleRecord,
  match: unknown,
  document: unknown,
): void {
  const missing = missingIn(named, document, () => (match === null ? [] : factsOf(match)));
  if (missing.length > 0) result.missing = missing;
}

function addObligations(result: EvaluationResult, { outcome, winningObligations }: Matcher): void {
  if (winningObligations === null || outcome.winner === null) return;
  const obligations = winningObligations(outcome.obliged, outcome.winner.action!);
  if (obligations !== null) result.obligations = obligations;
}

/** Optional parts of a result. */
export const INCLUDABLE = ['firings', 'facts'] as const;
export type Included = (typeof INCLUDABLE)[number];

/** Adds the requested parts to the result of the evaluation that just ran. */
export function addIncluded(
  result: EvaluationResult,
  matcher: Matcher,
  log: FiringLog,
  include: readonly Included[],
): void {
  if (include.includes('firings')) result.firings = writeFirings(matcher, log);
  if (include.includes('facts')) result.facts = writeFacts(matcher, log);
}

/** The firings of the evaluation that just ran, in order, as subscribers receive them. */
export function firedRules(matcher: Matcher, log: FiringLog): RuleFired[] {
  const { trace, count } = matcher.outcome;
  return trace.slice(0, count).map((rule, i) => ({
    kind: 'fired',
    rule: rule.name,
    action: rule.action,
    log: rule.log,
    notify: rule.notify,
    attestation: rule.attestation,
    scope: scopeFrom(rule, log.matches[i], matcher),
  }));
}
