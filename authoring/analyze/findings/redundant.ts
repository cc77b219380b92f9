import type { Rule } from '../../../compiler/ruleset.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { firesAfter } from '../effects.ts';
import { partText, valueText } from '../../../library/constants/expression-key.ts';
import type { Atom, FactTerm, Formula } from '../formula/formula.ts';
import { matchesAmong } from '../formula/instantiate.ts';
import { isCell, isConstant, type Scope } from '../formula/scope.ts';
import type { Way } from '../formula/ways.ts';
import { aboutRule, nameOf } from './finding.ts';
import { emptyState, assume, find, type State } from '../solve/state.ts';

/** Finds rules whose effect another rule has whenever they fire. Unproved pairs are not reported. */
export function findRedundant(context: AnalysisContext, unreachable: ReadonlySet<Rule>): Findings {
  const findings: RawFinding[] = [];
  const gone = new Set<Rule>();
  for (const group of alike(context.explainable.checked.rules.filter((rule) => !unreachable.has(rule)))) {
    for (const rule of group.toReversed()) {
      const other = group.find((one) => one !== rule && !gone.has(one) && covers(context, one, rule));
      if (other === undefined) continue;
      gone.add(rule);
      findings.push(
        aboutRule('redundant-rule', rule, `${nameOf(other)} does the same whenever it fires`, [other]),
      );
    }
  }
  return { findings, unknown: [] };
}

/** Rules with the same right side but for the names of variables. */
function alike(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    const key = partText(rule.then, () => '?');
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** True if `other` has fired or fires with the same effect whenever `rule` fires. */
function covers(context: AnalysisContext, other: Rule, rule: Rule): boolean {
  const { explainable, evidence } = context;
  if (context.isOutOfTime()) return false;
  if (evidence.outcomes.some(({ fired }) => fired.has(rule) && !fired.has(other))) return false;
  if (!firesAfter(explainable.checked, other, rule)) return false;
  const ways = context.waysOf(rule);
  if (ways === null) return false;
  const without = [{ elements: other.when, scope: new Map(), isShallow: true }];
  return ways.every(
    (way) =>
      !way.isPartial &&
      hasSameEffect(context, way, rule, other) &&
      context.look([way], without).kind === 'none',
  );
}

/** True if every way in which `other` matches the facts of a match of `rule` leads to the same effect. */
function hasSameEffect({ reading }: AnalysisContext, way: Way, rule: Rule, other: Rule): boolean {
  const state = emptyState();
  for (const atom of certain(way.said)) if (atom.kind === 'same') assume(state, atom);
  const wanted = partText(rule.then, (name) => termText(state, way.facts, way.scope, name));
  return matchesAmong(other.when, way.facts, reading).every(
    (scope) => partText(other.then, (name) => termText(state, way.facts, scope, name)) === wanted,
  );
}

function certain(formula: Formula): readonly Atom[] {
  if (formula.kind === 'all') return formula.of.flatMap(certain);
  return formula.kind === 'some' ? [] : [formula];
}

function termText(state: State, facts: readonly FactTerm[], scope: Scope, name: string): string {
  const term = scope.get(name);
  if (term === undefined) return `local ${name}`;
  if (isConstant(term)) return `value ${term.type} ${valueText(term.value)}`;
  return isCell(term) ? `cell ${find(state, term).id}` : `fact ${facts.indexOf(term)}`;
}
