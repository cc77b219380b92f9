/** The second pass over a rule: its halves as the long form writes them. */
import type { PatternSyntax, RuleSyntax, ThenSyntax, WhenSyntax } from '../syntax.ts';
import type { MetadataSyntax } from '../syntax.ts';
import { aggregateOf } from './aggregate.ts';
import { requireKnown, unknownsOf, type Unknown } from './aggregate-unknown.ts';
import { lowerConjunction, lowerFormula, type Lowered, type Start } from './conjunction.ts';
import {
  bindPattern,
  createContext,
  ensurePattern,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import type { QuantifierValue } from './resolved.ts';
import type { ResolvedLeft, ResolvedRule } from './resolved-rule.ts';
import { closesWithout } from './closes-without.ts';
import { infixConditions } from './infix-conditions.ts';
import { namedValues } from './named-values.ts';
import { lowerRight } from './right-half.ts';
import type { Names } from './right-parts.ts';
import { keyTest } from './entry-key.ts';
import { documentOf, failRule } from './scope.ts';
import { usedAliases } from './used-aliases.ts';
import { warnShell } from './warn-shell.ts';
import { checkNegatedOnly, formulasOf, warnAnyItem, warnUnrelated, warnVacuous } from './warnings.ts';

/** The rule in the long form; null if a problem was reported. */
export function lowerRule({ syntax, scope, left, closes }: ResolvedRule): RuleSyntax | null {
  const rule: LoweredRule = Object.assign(scope, {
    name: syntax.name.value,
    closes,
    aliases: new Set(['input']),
    keyTest,
  });
  const { name, description, salience, right, at } = syntax;
  if (rule.hasFailed) return null;
  const lowered = left === null ? null : lowerLeft(rule, left, syntax);
  const isOfDocument =
    left !== null && left.for.length === 0 && left.let.length === 0 && rule.order.length === 0;
  if (rule.hasFailed) return null;
  const names: Names =
    lowered === null
      ? { form: 'long' }
      : { form: 'short', contexts: lowered.contexts, hasAlternatives: hasAlternatives(lowered) };
  const half = right.form === 'long' ? right : lowerRight(rule, right, names);
  if (scope.hasFailed) return null;
  const when = lowered === null ? longWhen(syntax) : tidy(lowered.elements, half.then, half.metadata);
  const named = closes && left !== null ? namedValues(left, rule.order) : [];
  const without = closes && isOfDocument ? closesWithout(formulasOf(rule, left)) : [];
  return {
    name,
    description,
    salience,
    metadata: half.metadata,
    when,
    then: half.then,
    named,
    closesWithout: without,
    ...(left === null ? {} : { infix: infixConditions(left) }),
    at,
  };
}

const longWhen = ({ left }: ResolvedRule['syntax']): readonly WhenSyntax[] =>
  left.form === 'long' ? left.when : [];

/** True if the whole `when` is alternatives, each with patterns of its own. */
function hasAlternatives({ elements, contexts }: Lowered): boolean {
  const [only, another] = elements;
  return contexts.length > 1 || (only?.kind === 'any' && another === undefined);
}

function lowerLeft(rule: LoweredRule, left: ResolvedLeft, { right, at }: ResolvedRule['syntax']): Lowered {
  checkNegatedOnly(rule, left);
  const formulas = formulasOf(rule, left);
  if (rule.hasFailed) return { elements: [], contexts: [] };
  const action = right.form === 'long' ? right.then.action?.value : right.action?.action.value;
  warnUnrelated(rule, left, formulas, at);
  if (action === 'allow') {
    warnAnyItem(rule, left);
    warnVacuous(rule, left);
    warnShell(rule, left);
  }
  return lowerConjunction(rule, formulas, startOf(rule, left), rule.closes ? 'possible' : 'certain');
}

/** The common start of every alternative: the document, the names of `for`, and the aggregates of `let`. */
export function startOf(rule: LoweredRule, left: ResolvedLeft): Start {
  const begin = (): PatternContext => {
    const context = createContext(null, rule);
    if (rule.usesDocument) bindPattern(context, documentOf(rule, { file: '', start: 0, end: 0 }));
    for (const binding of left.for) ensurePattern(context, binding);
    for (const { binding, value } of left.let) {
      const aggregate = aggregateOf(context, value, lowerFormula);
      if (aggregate === null) continue;
      const unknowns = unknownsOf(rule, value);
      if (unknowns.length > 0 && rule.closes) refuseUnknown(rule, binding.name, value, unknowns);
      requireKnown(context, unknowns, lowerFormula);
      const as = { value: binding.name, at: binding.at };
      context.elements.push({ ...aggregate, as, asList: binding.isList });
    }
    return context;
  };
  return { begin, bound: new Set(left.for) };
}

/** A rule that closes would not fire where a value of `let` is unknown. */
function refuseUnknown(
  rule: LoweredRule,
  name: string,
  value: QuantifierValue,
  unknowns: readonly Unknown[],
): void {
  if (unknowns.every(({ reason }) => reason === 'unread')) {
    failRule(rule, 'short-let-unread', value.at, { name });
    return;
  }
  failRule(rule, 'short-let-missing', value.at, { path: value.source?.node.shown ?? name });
}

/** The elements without the aliases that nothing names. */
export function tidy(
  elements: readonly WhenSyntax[],
  then: ThenSyntax,
  metadata: readonly MetadataSyntax[],
): readonly WhenSyntax[] {
  const used = usedAliases(elements, then, metadata);
  const tidyPattern = (pattern: PatternSyntax): PatternSyntax =>
    pattern.alias === null || used.has(pattern.alias.value) ? pattern : { ...pattern, alias: null };
  const tidyAll = (list: readonly WhenSyntax[]): readonly WhenSyntax[] => list.map(tidyElement);
  const tidyElement = (element: WhenSyntax): WhenSyntax => {
    switch (element.kind) {
      case 'pattern':
        return tidyPattern(element);
      case 'not':
      case 'exists':
      case 'aggregate':
        return { ...element, elements: tidyAll(element.elements) };
      case 'any':
        return { ...element, branches: element.branches.map(tidyAll) };
      case 'forall':
        return { ...element, each: tidyPattern(element.each), must: tidyAll(element.must) };
    }
  };
  return tidyAll(elements);
}
