/** Rules that load and are probably not meant so; and templates of which only negated comparisons are mentioned. */
import { flatten, normalForm, type Formula } from './formula.ts';
import { mentionedIn, mentionsDocument } from './mentions.ts';
import type { LoweredRule } from './context.ts';
import type { ResolvedLeft } from './resolved-rule.ts';
import { partsOf, type Binding, type QuantifierValue, type Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import type { Span } from '../diagnostics/position.ts';

/** Reports names of which conditions say only what they are not: one of two readings opens. */
export function checkNegatedOnly(rule: LoweredRule, left: ResolvedLeft): void {
  const positive = new Set<Binding>();
  const negative = new Set<Binding>();
  const mention = (value: QuantifierValue): void => {
    for (const name of mentionedIn({ kind: 'quantifier', value, isNegated: false, at: value.at }))
      positive.add(name);
  };
  const visit = (condition: Resolved, isNegated: boolean): void => {
    if (condition.kind === 'not') visit(condition.operand, !isNegated);
    else if (condition.kind === 'and' || condition.kind === 'or')
      for (const operand of condition.operands) visit(operand, isNegated);
    else if (condition.kind === 'quantifier') mention(condition);
    else {
      const formula: Formula = {
        kind: 'atom',
        expression: condition,
        isNegated,
        whenMissing: 'unknown',
        isGuarded: false,
        at: condition.at,
      };
      for (const name of mentionedIn(formula)) (isNegated ? negative : positive).add(name);
    }
  };
  for (const condition of left.if) visit(condition, false);
  for (const { value } of left.let) mention(value);
  for (const name of negative) {
    const isImplied = name.kind === 'fact' && name.isImplied;
    if (isImplied && !positive.has(name)) failRule(rule, 'short-only-negated', name.at, { name: name.name });
  }
}

/** Reports templates that no conjunct relates to the rest of the rule, which fires for every combination then. */
export function warnUnrelated(
  rule: LoweredRule,
  left: ResolvedLeft,
  formulas: readonly Formula[],
  at: Span,
): void {
  const document = 'the document' as const;
  const groups = new Map<Binding | typeof document, Set<Binding | typeof document>>();
  const relate = (names: readonly (Binding | typeof document)[]): void => {
    const merged = new Set(names);
    for (const name of names) for (const other of groups.get(name) ?? []) merged.add(other);
    for (const name of merged) groups.set(name, merged);
  };
  // Authors who list several names in `for` mean every combination.
  relate(left.for.length > 0 ? [...left.for, document] : []);
  const relateFormula = (formula: Formula): void => {
    const names = [...mentionedIn(formula)].filter(({ kind }) => kind !== 'let');
    relate([...names, ...(mentionsDocument(formula) ? [document] : [])]);
  };
  for (const formula of formulas.flatMap(flatten)) relateFormula(formula);
  for (const { value } of left.let)
    relateFormula({ kind: 'quantifier', value, isNegated: false, at: value.at });
  const isMentioned = formulas.some(mentionsDocument);
  const distinct = new Set(groups.values());
  const named = [...distinct].flatMap((group) => {
    const names = [...group].filter((name) => name !== document || isMentioned || group.size === 1);
    return names.length === 0
      ? []
      : [names.map((name) => (typeof name === 'string' ? name : `\`${name.name}\``)).join(', ')];
  });
  if (named.length > 1)
    rule.report.add('short-unrelated', at, { name: rule.name, groups: named.join(' to ') });
}

/** Reports an `allow` for one item of the document that fits: it allows the whole document. */
export function warnAnyItem(rule: LoweredRule, left: ResolvedLeft): void {
  for (const binding of left.for) {
    if (binding.kind !== 'item') continue;
    rule.report.add('short-any-item', binding.at, { name: rule.name, item: binding.name });
  }
}

/** Reports a `forall` of an `allow` that holds because nothing says that an element exists. */
export function warnVacuous(rule: LoweredRule, left: ResolvedLeft): void {
  const existing = new Set<unknown>(rule.order.map(elementsOf));
  const vacuous: QuantifierValue[] = [];
  const visit = (expression: Resolved, isNegated: boolean): void => {
    switch (expression.kind) {
      case 'not':
        visit(expression.operand, !isNegated);
        return;
      case 'call':
        if (expression.name.value === 'size') addList(existing, expression.args[0]);
        return;
      case 'method':
        if (expression.operator.value === 'is_empty') addList(existing, expression.subject);
        return;
      case 'quantifier': {
        const word = expression.quantifier.value;
        if (word === 'forall' && !isNegated) vacuous.push(expression);
        if (word !== 'forall' && (word !== 'exists' || !isNegated))
          existing.add(elementsOf(expression.binding));
        for (const [i, argument] of expression.args.entries())
          visit(argument, word === 'forall' && i < expression.args.length - 1 ? !isNegated : isNegated);
        return;
      }
      default:
        for (const part of partsOf(expression)) visit(part, isNegated);
    }
  };
  for (const condition of left.if) visit(condition, false);
  for (const { value } of left.let) visit(value, false);
  for (const { binding, at } of vacuous) {
    if (existing.has(elementsOf(binding))) continue;
    rule.report.add('short-vacuous', at, { name: rule.name, item: binding.name });
  }
}

/** The elements that a name ranges over: equal for two names of the same list or template. */
function elementsOf(binding: Binding): unknown {
  if (binding.kind === 'fact') return binding.template;
  return binding.kind === 'item' ? binding.list.path : binding;
}

function addList(existing: Set<unknown>, expression: Resolved | undefined): void {
  if (expression?.kind === 'path') existing.add(expression.node);
}

export const formulasOf = (rule: LoweredRule, left: ResolvedLeft): readonly Formula[] =>
  left.if.map((condition) => normalForm(rule, condition, false));
