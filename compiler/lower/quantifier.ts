/** `exists` and `forall` as groups. */
import type { WhenSyntax } from '../syntax.ts';
import { allArguments } from './arguments-known.ts';
import { expand, otherMode, type Mode } from './companions.ts';
import type { Lowered, Start } from './conjunction.ts';
import {
  bindPattern,
  createContext,
  ensurePattern,
  presenceElements,
  type LoweredRule,
  type PatternContext,
} from './context.ts';
import { flatten, normalForm, type Formula } from './formula.ts';
import { mentionedIn } from './mentions.ts';
import type { Binding } from './resolved.ts';
import { failRule } from './scope.ts';

type QuantifierFormula = Extract<Formula, { kind: 'quantifier' }>;

/** The functions of a conjunction, which quantifiers hold. */
interface Grammar {
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
  const needed = neededPatterns(context, formula);
  const isArgumentList = binding.kind === 'item' && allArguments(binding) !== null;
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
  const present = needed.map((elements): WhenSyntax => ({ kind: 'exists', elements, at }));
  if (needed.length === 0) context.elements.push(group);
  else if (isNegated && mode === 'certain') context.elements.push(...present, group);
  else if (!isNegated && mode === 'possible') {
    // Each branch excludes the ones before it, so that the rule fires once.
    const absent = needed.map((elements, i): WhenSyntax[] => [
      ...present.slice(0, i),
      { kind: 'not', elements, at },
    ]);
    const last = isArgumentList ? [...present, group] : [group];
    context.elements.push({ kind: 'any', branches: [...absent, last], at });
  } else context.elements.push(group);
}

/** Patterns without which the quantifier is unknown: of a list that may be missing, of the fact that all arguments are known. */
function neededPatterns(
  context: PatternContext,
  { value }: QuantifierFormula,
): readonly (readonly WhenSyntax[])[] {
  const { binding, source } = value;
  if (binding.kind !== 'item' || binding.isOptional || source === null) return [];
  const { list, owner } = binding;
  const missing = list.isDefinite ? [] : [presenceElements(context, list.path, owner, source.at)];
  const all = allArguments(binding);
  return all === null ? missing : [...missing, presenceElements(context, all, owner, source.at)];
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
  const whichMode = otherMode(mode);
  for (const part of which.flatMap((one) => flatten(expand(one, whichMode))))
    grammar.formula(inner, part, whichMode);
  const [each, another] = inner.elements;
  if (each?.kind !== 'pattern' || another !== undefined) return null;
  const below = createContext(inner);
  lowerQuantifier(below, must, mode, grammar);
  const [only, further] = below.elements;
  if (only?.kind !== 'exists' || further !== undefined) return null;
  return { kind: 'forall', each, must: only.elements };
}
