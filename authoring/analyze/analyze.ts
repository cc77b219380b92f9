import type { LoadModule } from '../../library/load-module.ts';
import type { PassedCompilation } from '../../compiler/compile.ts';
import type { Rule } from '../../compiler/ruleset.ts';
import { isSumsRule } from '../../library/budgets/sums-rules.ts';
import { readComparedSlots } from '../../library/constants/compared-slots.ts';
import { slotConstants } from '../../library/explain/flips/slot-values.ts';
import type { DefaultInfo } from '../../runtime/description.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
} from '../../library/explain/explainable-ruleset.ts';
import { placeOf } from '../../library/explain/condition-text.ts';
import type { Analysis, Findings, Finding, RawFinding } from './analysis.ts';
import { findBudgetKey } from './findings/budget-key.ts';
import { findBudgetUse } from './findings/budget-use.ts';
import { findConflict } from './findings/conflict.ts';
import { findFails } from './findings/fails.ts';
import { findIdleInput } from './findings/idle-input.ts';
import { findJoins } from './findings/joins.ts';
import { findClosing, findOpening } from './findings/missing.ts';
import { findLoop } from './findings/loop.ts';
import { findOutcome } from './findings/outcome.ts';
import { findReach } from './findings/reach.ts';
import { findRedundant } from './findings/redundant.ts';
import { findShell } from './findings/shell.ts';
import { findShadow } from './findings/shadow.ts';
import { findUnused } from './findings/unused.ts';
import { FINDING_CODES } from './codes.ts';
import { createContext } from './context.ts';
import { createEvidence } from './evidence.ts';
import type { Request } from '../../library/suite/request.ts';
import { idleMatcher } from './idle-matcher.ts';
import { applyIgnores } from './ignores.ts';

export interface AnalyzeOptions {
  /** Requests to begin with, those of test cases for instance: what they show need not be searched. */
  readonly requests?: readonly Request[];
  /** Milliseconds that searching may take. */
  readonly budgetMs?: number;
  /** The clock of the evaluations, in milliseconds. */
  readonly now?: number;
}

const USUAL_BUDGET_MS = 60_000;
export const DENY: DefaultInfo = { action: 'deny', reason: null };

/**
 * Analyses a ruleset. A claim that something can be was evaluated; a claim that something never is was decided for all
 * facts. Claims that are neither proved nor refuted are reported as unknown.
 */
export function analyze(
  compilation: PassedCompilation,
  load: LoadModule,
  options: AnalyzeOptions = {},
): Analysis {
  const { requests = [], budgetMs = USUAL_BUDGET_MS, now = Date.now() } = options;
  const until = performance.now() + budgetMs;
  const explainable = createExplainableRuleset(compilation, load);
  const failing = findFails(explainable, now);
  if (failing !== null) return onlyFails(compilation, explainable, failing);
  const otherwise = explainable.compiled.default ?? DENY;
  const evidence = createEvidence(explainable, otherwise);
  for (const request of requests) evidence.attempt(request);
  const matcher = idleMatcher(explainable, now);
  const context = createContext(explainable, evidence, { now, until, texts: textsOf(explainable), matcher });
  const reach = findReach(context);
  const shadow = findShadow(context, reach.unreachable);
  const impossible = new Set([...reach.unreachable, ...shadow.shadowed]);
  const results: readonly Findings[] = [
    reach,
    shadow,
    findRedundant(context, reach.unreachable),
    findOutcome(context, otherwise.action, impossible),
    findLoop(context),
    findUnused(context),
    findIdleInput(context, requests),
    findConflict(context, reach.unreachable),
    findJoins(context),
    findClosing(context),
    findOpening(context, now),
    findShell(compilation),
    findBudgetKey(context),
    findBudgetUse(context, reach.unreachable),
  ];
  const found = results.flatMap(({ findings }) => findings).map((one) => place(explainable, one));
  const { findings, ignored } = applyIgnores(found, compilation.sources);
  return {
    version: 1,
    ruleset: explainable.checked.name,
    decide: explainable.checked.decide,
    findings: findings.toSorted(bySeverity),
    unknown: results.flatMap(({ unknown }) => unknown),
    ignored,
    rules: writtenIn(explainable.checked.rules).length,
    seen_firing: writtenIn([...evidence.firedBy.keys()]).length,
    seen_deciding: writtenIn([...evidence.wonBy.keys()]).length,
    cut_short: context.isOutOfTime(),
  };
}

/** Report of a ruleset of which no evaluation shows anything. */
function onlyFails(
  compilation: PassedCompilation,
  explainable: ExplainableRuleset,
  failing: RawFinding,
): Analysis {
  const { findings, ignored } = applyIgnores([place(explainable, failing)], compilation.sources);
  const { name, decide, rules } = explainable.checked;
  return {
    ...{ version: 1, ruleset: name, decide, findings, unknown: [], ignored },
    rules: writtenIn(rules).length,
    ...{ seen_firing: 0, seen_deciding: 0, cut_short: false },
  };
}

/** Rules without those that match the sums of budgets. */
const writtenIn = (rules: readonly Rule[]): readonly Rule[] => rules.filter((rule) => !isSumsRule(rule));

function place(explainable: ExplainableRuleset, { at, ...finding }: RawFinding): Finding {
  return { ...finding, severity: FINDING_CODES[finding.code].severity, ...placeOf(explainable, at) };
}

function bySeverity(a: Finding, b: Finding): number {
  if (a.severity !== b.severity) return a.severity === 'warning' ? -1 : 1;
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line;
}

/** The texts that rules compare slots with. */
export function textsOf({ checked }: ExplainableRuleset): readonly string[] {
  const constants = slotConstants(readComparedSlots([checked]));
  const texts = checked.templates.flatMap(({ name, slots }) =>
    slots.flatMap((slot) => (slot.list ? [] : constants.valuesOf(name, slot))),
  );
  return [...new Set(texts.filter((value): value is string => typeof value === 'string' && value !== ''))];
}
