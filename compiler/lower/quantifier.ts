/** `exists` and `forall` as groups. */
import type { WhenSyntax } from '../syntax.ts';
import { otherMode, type Mode } from './companions.ts';
import type { Lowered, Start } from './conjunction.ts';
import {
  bindPattern,
  createContext,
  ensurePattern,
  presencePattern,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import { flatten, normalForm, type Formula } from './formula.ts';
import { mentionedIn } from './mentions.ts';
import type { Binding } from './resolved.ts';
import { failRule } from './scope.ts';

type QuantifierFormula = Extract<Formula, { kind: 'quantifier' }>;

/** The functions of a conjunction, which quantifiers hold. */
export interface Grammar {
  readonly conjunction: (
    rule: LoweredRule,
    formulas: readonly Formula[],
    start: Start,
    mode: Mode,
  ) => Lowered;
  readonly formula: (context: PatternContext, formula: Formula, mode: Mode) => void;
}

export function lowerQuantifier(
  context: PatternContext,
  formula: QuantifierFormula,
  mode: Mode,
  grammar: Grammar,
): void {
  const { value, isNegated, at } = formula;
  const { binding, args, quantifier } = value;
  const { rule } = context;
  if (binding.kind === 'each') {
    failRule(rule, 'short-each-quantifier', at);
    return;
  }
  const isForall = quantifier.value === 'forall';
  const must = isForall ? args.at(-1) : undefined;
  const which = (isForall ? args.slice(0, -1) : args).map((part) => normalForm(rule, part, false));
  for (const name of mentionedIn(formula)) ensurePattern(context, name);
  const missing = missingList(context, formula);
  const begin = (): PatternContext => {
    const inner = createContext(context);
    bindPattern(inner, binding);
    return inner;
  };
  const bound = new Set<Binding>([binding]);
  for (let around: PatternContext | null = context; around !== null; around = around.parent) {
    for (const name of around.bound.keys()) bound.add(name);
  }
  if (must !== undefined && isNegated && binding.kind === 'fact') {
    const forall = forallOf(begin(), which, normalForm(rule, must, false), mode, grammar);
    if (forall !== null) {
      context.elements.push({ ...forall, at });
      return;
    }
  }
  const formulas = must === undefined ? which : [...which, normalForm(rule, must, true)];
  const innerMode = isNegated ? otherMode(mode) : mode;
  const { elements } = grammar.conjunction(rule, formulas, { begin, bound }, innerMode);
  const group: WhenSyntax = { kind: isNegated ? 'not' : 'exists', elements, at };
  if (missing === null) context.elements.push(group);
  else if (isNegated && mode === 'certain')
    context.elements.push({ kind: 'exists', elements: [missing], at }, group);
  else if (!isNegated && mode === 'possible') {
    const absent: WhenSyntax = { kind: 'not', elements: [missing], at };
    context.elements.push({ kind: 'any', branches: [[absent], [group]], at });
  } else context.elements.push(group);
}

/** The pattern of the list, if it may be missing and its absence makes the quantifier unknown. */
function missingList(context: PatternContext, { value }: QuantifierFormula): WhenSyntax | null {
  const { binding, source } = value;
  if (binding.kind !== 'item' || binding.list.isDefinite || binding.isOptional || source === null)
    return null;
  return presencePattern(context, binding.list.path, binding.owner, source.at);
}

type Forall = Omit<Extract<WhenSyntax, { kind: 'forall' }>, 'at'>;

/** The long form's own word for a `forall` whose last argument is one `exists` over facts; null for others. */
function forallOf(
  inner: PatternContext,
  which: readonly Formula[],
  must: Formula,
  mode: Mode,
  grammar: Grammar,
): Forall | null {
  if (must.kind !== 'quantifier' || must.isNegated || must.value.binding.kind !== 'fact') return null;
  if (must.value.quantifier.value !== 'exists') return null;
  for (const part of which.flatMap(flatten)) grammar.formula(inner, part, otherMode(mode));
  const [each, another] = inner.elements;
  if (each?.kind !== 'pattern' || another !== undefined) return null;
  const below = createContext(inner);
  lowerQuantifier(below, must, mode, grammar);
  const [only, further] = below.elements;
  if (only?.kind !== 'exists' || further !== undefined) return null;
  return { kind: 'forall', each, must: only.elements };
}
