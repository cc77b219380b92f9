import { closestName } from '../diagnostics/suggest.ts';
import { FOREIGN_CALLS, FOREIGN_OPERATORS } from '../read/short/foreign.ts';
import {
  QUANTIFIERS,
  type CallTree,
  type CoalesceTree,
  type MethodTree,
  type PathTree,
  type Quantifier,
  type QuantifierTree,
  type ShortExpression,
} from '../short-tree.ts';
import type { Located } from '../syntax.ts';
import type { Span } from '../diagnostics/position.ts';
import { countPart, expandCall, formOf, meaningOf, within } from './expand.ts';
import { METHODS, subjectKind, WRITTEN_OTHERWISE } from './operators.ts';
import { isPattern, writtenOut } from './pattern-argument.ts';
import { resolvePath } from './resolve-path.ts';
import { resolveText } from './resolve-text.ts';
import { resolveSource } from './resolve-source.ts';
import {
  keysTo,
  type ComparisonValue,
  type MembershipValue,
  type PathValue,
  type Resolved,
} from './resolved.ts';
import { failRule, findArgument, findName, type Argument, type RuleScope, type Scope } from './scope.ts';

/** Resolves the names of an expression; null if one is unknown or used wrongly, which is reported. */
export function resolve(rule: RuleScope, tree: ShortExpression, scope: Scope): Resolved | null {
  if (!countPart(rule)) return null;
  const inner = (part: ShortExpression): Resolved | null => resolve(rule, part, scope);
  switch (tree.kind) {
    case 'literal':
      return tree;
    case 'path':
      return resolveNamed(rule, tree, scope);
    case 'list': {
      const items = resolveAll(rule, tree.items, scope);
      return items && { kind: 'list', items, at: tree.at };
    }
    case 'call':
      return resolveCall(rule, tree, scope);
    case 'method':
      return resolveMethod(rule, tree, scope);
    case 'quantifier':
      return resolveQuantifier(rule, tree, scope);
    case 'comparison': {
      const [left, right] = [inner(tree.left), inner(tree.right)];
      if (left === null || right === null) return null;
      const { sign, at } = tree;
      return checkMark(rule, { kind: 'comparison', sign, left, right, at }, sign.value === '!=');
    }
    case 'in': {
      const [left, right] = [inner(tree.left), inner(tree.right)];
      if (left === null || right === null) return null;
      const { isNegated, operatorAt, at } = tree;
      return checkMark(rule, { kind: 'in', isNegated, operatorAt, left, right, at }, isNegated);
    }
    case 'arithmetic': {
      const [left, right] = [inner(tree.left), inner(tree.right)];
      return left && right && { kind: 'arithmetic', sign: tree.sign, left, right, at: tree.at };
    }
    case 'coalesce':
      return resolveCoalesce(rule, tree, scope);
    case 'negative':
    case 'not': {
      const operand = inner(tree.operand);
      return operand && { kind: tree.kind, operand, at: tree.at };
    }
    case 'and':
    case 'or': {
      const operands = resolveAll(rule, tree.operands, scope);
      return operands && { kind: tree.kind, operands, at: tree.at };
    }
  }
}

/** A path, or the expression that its first name means in a definition or as one. */
function resolveNamed(rule: RuleScope, tree: PathTree, scope: Scope): Resolved | null {
  const meant = meaningOf(rule, tree, scope);
  if (meant === 'failed') return null;
  if (meant !== null)
    return resolveMeant(rule, meant, tree.at, findArgument(tree.root.value, scope) === null);
  return resolvePath(rule, tree, scope, (part, around) => resolve(rule, part, around));
}

function resolveCoalesce(rule: RuleScope, tree: CoalesceTree, scope: Scope): Resolved | null {
  const path = resolve(rule, tree.path, scope);
  if (path === null) return null;
  if (path.kind === 'path') return { kind: 'coalesce', path, literal: tree.literal, at: tree.at };
  return failRule(rule, 'short-coalesce', tree.path.at, {
    problem: 'expects a path of the document on its left',
  });
}

/** Resolves what takes the place of a use. `isDefined`: of a definition, and not of one of its parameters. */
function resolveMeant(
  rule: RuleScope,
  { tree, scope }: Argument,
  at: Span,
  isDefined: boolean,
): Resolved | null {
  const resolved = within(rule, at, () => resolve(rule, tree, scope));
  return resolved && isDefined ? { ...resolved, use: at } : resolved;
}

/** All of them, so that the problems of each are reported; null if there is one. */
function resolveAll(
  rule: RuleScope,
  trees: readonly ShortExpression[],
  scope: Scope,
): readonly Resolved[] | null {
  const resolved = trees.map((tree) => resolve(rule, tree, scope));
  const whole = resolved.filter((part) => part !== null);
  return whole.length === resolved.length ? whole : null;
}

function resolveCall(rule: RuleScope, tree: CallTree, scope: Scope): Resolved | null {
  const { name, args, at } = tree;
  const definition = rule.definitions.byName.get(name.value);
  if (definition !== undefined) {
    if (definition.parameters === null)
      return failRule(rule, 'short-arguments', at, { form: formOf(definition) });
    const meant = expandCall(rule, definition, tree, scope);
    return meant && resolveMeant(rule, meant, at, true);
  }
  const quantifier = QUANTIFIERS.find((word) => word === name.value);
  const [first, ...rest] = args;
  const isBare = first?.kind === 'path' && first.steps.length === 0 && first.optional === null;
  if (quantifier !== undefined && isBare && rule.vocabulary.templates.has(first.root.value)) {
    const word = { value: quantifier, at: name.at };
    return resolveQuantifier(
      rule,
      { kind: 'quantifier', quantifier: word, name: first.root, source: first, args: rest, at },
      scope,
    );
  }
  if (name.value === 'has') return resolveHas(rule, tree, scope);
  if (name.value === 'key' || (name.value === 'list' && !rule.vocabulary.functions.has('list')))
    return resolveKey(rule, tree, scope);
  if (name.value === 'text' && !rule.vocabulary.functions.has('text'))
    return resolveText(rule, tree, (part) => resolve(rule, part, scope));
  const meant = FOREIGN_CALLS.get(name.value);
  if (meant !== undefined && !rule.vocabulary.functions.has(name.value))
    return failRule(rule, 'clips-unknown-function', name.at, { name: name.value }, meant);
  const resolved = resolveAll(rule, args, scope);
  const isOwn = rule.vocabulary.functions.has(name.value);
  return resolved && { kind: 'call', name, args: resolved, isOwn, at };
}

function resolveHas(rule: RuleScope, { name, args, at }: CallTree, scope: Scope): Resolved | null {
  const [tree, another] = args;
  if (tree?.kind !== 'path' || another !== undefined) return failRule(rule, 'short-has', name.at);
  const path = resolve(rule, tree, scope);
  if (path === null || path.kind === 'path') return path && { kind: 'has', path, at };
  return failRule(rule, 'short-has', tree.at);
}

/** `key(x)`: the number or name of an item, a slot of the fact that it is; `list(x)`: the name of its list in a union. */
function resolveKey(rule: RuleScope, { name, args, at }: CallTree, scope: Scope): Resolved | null {
  const [tree, another] = args;
  const item = tree?.kind === 'path' && another === undefined ? itemMeant(tree, scope) : null;
  const binding = item && findName(rule, item.name, item.scope, item.at);
  const isList = name.value === 'list';
  if (binding?.kind !== 'item' || (isList && binding.list.union === null))
    return failRule(rule, isList ? 'short-list' : 'short-key', name.at);
  rule.usesDocument = true;
  return {
    kind: 'slot',
    binding,
    slot: { name: `at${binding.list.depth - (isList ? 1 : 0)}`, type: 'string', isList: false },
    at,
  };
}

/** The name of an item, through the parameters of definitions; null for anything else. */
function itemMeant(
  tree: ShortExpression,
  scope: Scope,
): { readonly name: string; readonly scope: Scope; readonly at: Span } | null {
  if (tree.kind !== 'path' || tree.steps.length > 0) return null;
  const argument = findArgument(tree.root.value, scope);
  if (argument !== null) return itemMeant(argument.tree, argument.scope);
  return { name: tree.root.value, scope, at: tree.at };
}

function resolveMethod(rule: RuleScope, tree: MethodTree, scope: Scope): Resolved | null {
  const { operator, raw, at } = tree;
  const kind = subjectKind(operator.value);
  if (kind === null) return unknownOperator(rule, operator);
  const subject = resolve(rule, tree.subject, scope);
  const resolved = tree.args.map((argument, i) => {
    const takesWord = kind === 'counting' || (operator.value === 'dominates' && i === 2);
    return takesWord ? resolveWord(rule, argument, scope) : resolve(rule, argument, scope);
  });
  const whole = resolved.filter((argument) => argument !== null);
  if (subject === null || whole.length < resolved.length) return null;
  const args = operator.value === 'matches' ? whole.map(writtenOut) : whole;
  if (operator.value === 'matches' && !args.every(isPattern))
    return failRule(rule, 'short-dynamic-pattern', args.find((arg) => !isPattern(arg))?.at ?? at);
  return { kind: 'method', subject, operator, args, raw, at };
}

/** A bare name, which is one of a template, slot or hierarchy; anything else is a value. */
function resolveWord(rule: RuleScope, tree: ShortExpression, scope: Scope): Resolved | null {
  if (tree.kind === 'path' && tree.steps.length === 0 && tree.optional === null)
    return { kind: 'word', text: tree.root.value, at: tree.at };
  if (tree.kind !== 'list') return resolve(rule, tree, scope);
  const items = tree.items.map((item) => resolveWord(rule, item, scope));
  const whole = items.filter((item) => item !== null);
  return whole.length < items.length ? null : { kind: 'list', items: whole, at: tree.at };
}

function unknownOperator(rule: RuleScope, operator: Located<string>): null {
  const { value } = operator;
  const plain =
    value.startsWith('not_') && METHODS.includes(value.slice(4)) ? `not ….${value.slice(4)}(…)` : null;
  const suggestion =
    WRITTEN_OTHERWISE.get(value) ?? plain ?? FOREIGN_OPERATORS.get(value) ?? closestName(value, METHODS);
  return failRule(rule, 'short-unknown-operator', operator.at, { name: value }, suggestion);
}

/** Arguments of each quantifier, after what it goes through. */
const FORMS: Readonly<
  Record<Quantifier, { readonly fewest: number; readonly most: number; readonly form: string }>
> = {
  exists: { fewest: 0, most: 1, form: 'exists(x [, which])' },
  forall: { fewest: 1, most: 2, form: 'forall(x [, which], must)' },
  count: { fewest: 0, most: 1, form: 'count(x [, which])' },
  sum: { fewest: 1, most: 2, form: 'sum(x [, which], value)' },
  min: { fewest: 1, most: 2, form: 'min(x [, which], value)' },
  max: { fewest: 1, most: 2, form: 'max(x [, which], value)' },
  distinct: { fewest: 1, most: 2, form: 'distinct(x [, which], value)' },
  collect: { fewest: 1, most: 2, form: 'collect(x [, which], value)' },
};

function resolveQuantifier(rule: RuleScope, tree: QuantifierTree, scope: Scope): Resolved | null {
  const { quantifier, name, args, at } = tree;
  const { fewest, most, form } = FORMS[quantifier.value];
  if (args.length < fewest || args.length > most) return failRule(rule, 'short-arguments', at, { form });
  const source = resolveSource(rule, name, tree.source, scope, (part, around) => resolve(rule, part, around));
  if (source === null) return null;
  const { binding, path } = source;
  if (binding.kind === 'each') return failRule(rule, 'short-each-quantifier', at);
  const inner: Scope = { names: new Map([[name.value, binding]]), parent: scope };
  const resolved = resolveAll(rule, args, inner);
  return resolved && { kind: 'quantifier', quantifier, binding, source: path, args: resolved, at };
}

/** `p? != v` has two readings, one of which opens: it is an error. */
function checkMark(
  rule: RuleScope,
  comparison: ComparisonValue | MembershipValue,
  isNegated: boolean,
): Resolved | null {
  const marked = isNegated ? (findMarked(comparison.left) ?? findMarked(comparison.right)) : null;
  if (marked === null) return comparison;
  const [opposite, sign] = comparison.kind === 'in' ? ['in', 'not in'] : ['==', '!='];
  return failRule(rule, 'short-optional-negated', comparison.at, { path: marked.node.shown, sign, opposite });
}

/** The first path that is written with `?`, not looking into `has(…)`. */
function findMarked(expression: Resolved): PathValue | null {
  switch (expression.kind) {
    case 'path':
      return expression.isOptional ? expression : firstMarked(keysTo(expression.binding));
    case 'comparison':
    case 'in':
    case 'arithmetic':
      return findMarked(expression.left) ?? findMarked(expression.right);
    case 'negative':
      return findMarked(expression.operand);
    case 'list':
      return firstMarked(expression.items);
    case 'call':
      return firstMarked(expression.args);
    default:
      return null;
  }
}

function firstMarked(expressions: readonly Resolved[]): PathValue | null {
  for (const expression of expressions) {
    const marked = findMarked(expression);
    if (marked !== null) return marked;
  }
  return null;
}
