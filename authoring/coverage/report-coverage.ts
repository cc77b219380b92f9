import { folderOf, joinedPath } from '../../library/joined-path.ts';
import type { Span } from '../../compiler/diagnostics/position.ts';
import type { InfixCondition } from '../../compiler/infix-condition.ts';
import type { Rule } from '../../compiler/ruleset.ts';
import type { Literal } from '../../compiler/values.ts';
import { literalForm } from '../../compiler/check/scope/literals.ts';
import { conditionText, infixAt, placeOf, textAt } from '../../library/explain/condition-text.ts';
import { isSumsRule, isUnknownSumsRule } from '../../library/budgets/sums-rules.ts';
import type { Collector, Counted } from './collect.ts';
import {
  outcomesOf,
  type CellCoverage,
  type ConditionCoverage,
  type Coverage,
  type Part,
  type RuleCoverage,
  type RulesetCoverage,
  type Totals,
} from './coverage.ts';
import { listCoverable, type ListedCondition } from './list-conditions.ts';

const PERCENT = 100;

/** Counts of collectors, each under the path of its ruleset. */
export function reportCoverage(collectors: ReadonlyMap<string, Collector>): Coverage {
  const rulesets = [...collectors].map(([path, collector]) => reportRuleset(path, collector));
  const totals = rulesets.map((one) => one.totals).reduce(addTotals, NOTHING);
  const all = [totals.rules, totals.conditions, totals.branches, totals.cells, totals.boundaries].reduce(add);
  const percent = all.total === 0 ? null : (all.covered / all.total) * PERCENT;
  return { version: 1, rulesets, totals, percent };
}

const NONE: Part = { covered: 0, total: 0 };
const NOTHING: Totals = { rules: NONE, conditions: NONE, branches: NONE, cells: NONE, boundaries: NONE };

function add(a: Part, b: Part): Part {
  return { covered: a.covered + b.covered, total: a.total + b.total };
}

function addTotals(a: Totals, b: Totals): Totals {
  return {
    rules: add(a.rules, b.rules),
    conditions: add(a.conditions, b.conditions),
    branches: add(a.branches, b.branches),
    cells: add(a.cells, b.cells),
    boundaries: add(a.boundaries, b.boundaries),
  };
}

/** Number of counts that are not zero. A count that cannot differ (null) is ignored. */
function partOf(counts: readonly (number | null)[]): Part {
  const counted = counts.filter((count) => count !== null);
  return { covered: counted.filter((count) => count > 0).length, total: counted.length };
}

function reportRuleset(path: string, collector: Collector): RulesetCoverage {
  const folder = /\.ya?ml$/.test(path) ? folderOf(path) : path;
  const { checked } = collector.explainable;
  const rules = checked.rules
    .filter((rule) => !isUnknownSumsRule(rule, checked))
    .map((rule) => reportRule(folder, collector, rule));
  const conditions = rules.flatMap((rule) => rule.conditions);
  const cells = rules.flatMap((rule) => rule.cells);
  const bounds = [...conditions, ...cells].flatMap(({ boundaries }) => boundaries);
  const outcomes = (all: Parameters<typeof outcomesOf>[0][]): Part => partOf(all.flatMap(outcomesOf));
  const totals: Totals = {
    rules: partOf(rules.map(({ fired }) => fired)),
    conditions: outcomes(conditions),
    branches: partOf(rules.flatMap(({ branches }) => branches.map(({ passed }) => passed))),
    cells: outcomes(cells),
    boundaries: partOf(bounds.flatMap(({ on, under, over }) => [on, under, over])),
  };
  return { ruleset: path, rules, totals };
}

function reportRule(folder: string, collector: Collector, rule: Rule): RuleCoverage {
  const { explainable } = collector;
  const { conditions, branches, cells } = listCoverable(rule, explainable.texts, explainable.document);
  const { file, line, column } = placeOf(explainable, rule.at);
  const placed = (at: Span): { line: number; column: number } => {
    const place = placeOf(explainable, at);
    return { line: place.line, column: place.column };
  };
  return {
    rule: `${rule.module}::${rule.name}`,
    file: joinedPath(folder, file),
    ...{ line, column },
    fired: collector.fired.get(rule) ?? 0,
    nearest: isSumsRule(rule) ? ['  no step exceeded it'] : (collector.nearest.get(rule) ?? []),
    conditions: writtenOnce(rule, conditions).map(({ infix, ...one }): ConditionCoverage => {
      const { of, value, isFollowed } = one;
      const at = infix?.at ?? one.at;
      const counts = reportCounts(collector.conditions.get(of));
      const isPlain = of.kind === 'test' || infix !== null;
      // A condition that lowering complements holds where the condition as written fails.
      const isTurned = infix !== null && one.isInverted !== infix.isNegated;
      return {
        ...placed(at),
        text: isPlain ? textAt(explainable, at) : conditionText(explainable, of).text,
        ...(value === null ? {} : { of: infix === null ? literalForm(value) : literalText(value) }),
        ...(isFollowed ? { followed: true } : {}),
        ...(isTurned && value !== null ? { in: true } : {}),
        ...counts,
        ...(isTurned ? { held: counts.failed, failed: counts.held } : {}),
      };
    }),
    branches: branches.map(({ branch, at }) => ({
      ...placed(at),
      passed: collector.branches.get(branch) ?? 0,
    })),
    cells: cells.map(({ of }) => ({
      ...{ line, column },
      input: of.input,
      text: textAt(explainable, of.at),
      ...reportCounts(collector.cells.get(of)),
    })),
  };
}

type Written = ListedCondition & { readonly infix: InfixCondition | null };

/** Each condition of a short rule once, however many constraints it was lowered to; values of its lists are apart. */
function writtenOnce(rule: Rule, conditions: readonly ListedCondition[]): readonly Written[] {
  const seen = new Set<InfixCondition>();
  return conditions.flatMap((one): readonly Written[] => {
    const infix = infixAt(rule, one.at);
    if (infix === null) return [{ ...one, infix }];
    if (one.value === null && seen.has(infix)) return [];
    seen.add(infix);
    return [{ ...one, infix }];
  });
}

/** A value as infix conditions write it. */
const literalText = ({ type, value }: Literal): string =>
  type === 'STRING' || type === 'SYMBOL' ? JSON.stringify(value) : literalForm({ type, value } as Literal);

function reportCounts(counted: Counted | undefined): Pick<CellCoverage, 'held' | 'failed' | 'boundaries'> {
  const { held = 0, failed = 0, bounds = [] } = counted ?? {};
  return {
    held,
    failed,
    boundaries: bounds.map(({ bound, on, under, over, side }) => ({
      bound,
      on,
      under: side === 'under' ? under : null,
      over: side === 'over' ? over : null,
    })),
  };
}
