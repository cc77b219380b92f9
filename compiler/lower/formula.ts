/** Conditions in negation normal form: only comparisons are negated, and a negated quantifier becomes its dual. */
import type { Span } from '../diagnostics/position.ts';
import type { WhenSyntax } from '../syntax.ts';
import { entryList, listNode } from './document/documents.ts';
import type { PatternContext } from './context.ts';
import { findCoalesce, replacePart } from './coalesced.ts';
import { foldComparison } from './fold.ts';
import {
  hasKnownKeys,
  keysTo,
  mapParts,
  partsOf,
  type Binding,
  type CoalesceValue,
  type DocumentBinding,
  type ItemBinding,
  type PathValue,
  type QuantifierValue,
  type Resolved,
} from './resolved.ts';
import { failRule, type RuleScope } from './scope.ts';
import type { PathNode } from './document/nodes.ts';

export type Formula =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Formula[]; readonly at: Span }
  | Atom
  | Presence
  | {
      readonly kind: 'quantifier';
      readonly value: QuantifierValue;
      readonly isNegated: boolean;
      readonly at: Span;
    }
  /** Elements that lowering makes itself, after the patterns of the bindings. */
  | {
      readonly kind: 'made';
      readonly make: (context: PatternContext) => readonly WhenSyntax[];
      readonly bindings: readonly Binding[];
      readonly at: Span;
    }
  | { readonly kind: 'constant'; readonly value: boolean; readonly at: Span };

/** One comparison. */
export interface Atom {
  readonly kind: 'atom';
  readonly expression: Resolved;
  readonly isNegated: boolean;
  /** Its truth, before negation, if a path in it is missing. */
  readonly whenMissing: 'unknown' | boolean;
  /** True if its other companions are already added. */
  readonly isGuarded: boolean;
  readonly at: Span;
}

/** `has(path)` */
export interface Presence {
  readonly kind: 'presence';
  /** It must also lead to a value of its type. A missing key does not make this unknown, but false. */
  readonly ofValue?: true;
  readonly node: PathNode;
  readonly binding: DocumentBinding | ItemBinding;
  readonly isNegated: boolean;
  readonly at: Span;
}

export const atomOf = (
  expression: Resolved,
  isNegated = false,
  whenMissing: Atom['whenMissing'] = 'unknown',
  isGuarded = false,
): Atom => ({ kind: 'atom', expression, isNegated, whenMissing, isGuarded, at: expression.at });

const joined = (kind: 'and' | 'or', parts: readonly Formula[], at: Span): Formula => ({ kind, parts, at });

/** The formula of a condition, or of its negation. */
export function normalForm(rule: RuleScope, condition: Resolved, isNegated: boolean): Formula {
  const { at } = condition;
  switch (condition.kind) {
    case 'not':
      return normalForm(rule, condition.operand, !isNegated);
    case 'and':
    case 'or': {
      const parts = condition.operands.map((operand) => normalForm(rule, operand, isNegated));
      return joined((condition.kind === 'and') === isNegated ? 'or' : 'and', parts, at);
    }
    case 'quantifier': {
      const word = condition.quantifier.value;
      if (word === 'exists') return { kind: 'quantifier', value: condition, isNegated, at };
      if (word === 'forall') return { kind: 'quantifier', value: condition, isNegated: !isNegated, at };
      return notACondition(rule, at, `${word}(…)`, 'compare it with a number');
    }
    case 'has': {
      const coalesced = findCoalesce(condition.path);
      if (coalesced !== null) return coalesce(rule, condition, coalesced, isNegated);
      const { node, binding } = condition.path;
      const marked = markedKeys([condition.path]).map((path) => presence(path, isNegated));
      if (marked.length > 0) {
        const parts = [...marked, presence(condition.path, isNegated)];
        return joined(isNegated ? 'or' : 'and', parts, at);
      }
      if (node.isPresent) return { kind: 'constant', value: !isNegated, at };
      return { kind: 'presence', node, binding, isNegated, at };
    }
    case 'literal':
      if (condition.value.kind !== 'boolean') return notACondition(rule, at, 'a value', 'compare it');
      failRule(rule, 'short-constant-condition', at);
      return { kind: 'constant', value: true, at };
    case 'list':
    case 'negative':
    case 'arithmetic':
      return notACondition(rule, at, 'a value', 'compare it');
    case 'whole':
      return notACondition(
        rule,
        at,
        condition.binding.name,
        `use \`exists(${condition.binding.name})\`, a boolean slot or a comparison`,
      );
    case 'word':
      failRule(rule, 'short-unknown-name', at, { name: condition.text, expected: 'write texts in quotes' });
      return { kind: 'constant', value: true, at };
    default:
      return atom(rule, condition, isNegated);
  }
}

function notACondition(rule: RuleScope, at: Span, text: string, advice: string): Formula {
  failRule(rule, 'short-not-a-condition', at, { text, advice });
  return { kind: 'constant', value: true, at };
}

/** A comparison, with what holds if a path in it is missing. */
function atom(rule: RuleScope, expression: Resolved, isNegated: boolean): Formula {
  const counted = countLists(rule, expression);
  if (counted !== null) return guardCounted(counted, atom(rule, counted.expression, isNegated), isNegated);
  const coalesced = findCoalesce(expression);
  if (coalesced !== null) return coalesce(rule, expression, coalesced, isNegated);
  const missing = missingPaths(expression);
  const marked = [
    ...markedKeys(missing),
    ...missing.filter((path) => path.isOptional && !path.node.isEmptyWhenMissing),
  ];
  const plain = unmark(expression);
  if (marked.length === 0) return atomOf(plain, isNegated);
  const [only, another] = missing;
  if (only !== undefined && another === undefined && !only.node.isPresent && hasKnownKeys(only.binding))
    return atomOf(plain, isNegated, false);
  const presences = marked.filter(({ node }) => !node.isPresent).map((path) => presence(path, isNegated));
  return joined(isNegated ? 'or' : 'and', [...presences, atomOf(plain, isNegated)], expression.at);
}

/** Paths in the keys of entries that are written with `?`. */
const markedKeys = (paths: readonly PathValue[]): readonly PathValue[] =>
  paths
    .flatMap(({ binding }) => keysTo(binding))
    .flatMap((key) => {
      const inner = missingPaths(key);
      return [...markedKeys(inner), ...inner.filter(({ isOptional }) => isOptional)];
    });

export const presence = ({ node, binding, at }: PathValue, isNegated: boolean): Presence => ({
  kind: 'presence',
  node,
  binding,
  isNegated,
  at,
});

/** `path ?? literal` in a comparison: the comparison of the path, or that of the literal if the path is missing. */
function coalesce(
  rule: RuleScope,
  expression: Resolved,
  { path, literal, at }: CoalesceValue,
  isNegated: boolean,
): Formula {
  const whole = { kind: 'coalesce', path, literal, at } as const;
  const { node } = path;
  const formulaOf = (one: Resolved): Formula =>
    one.kind === 'has' ? normalForm(rule, one, isNegated) : atom(rule, one, isNegated);
  const withPath = replacePart(expression, whole, { ...path, isOptional: !node.isInferred });
  if (node.isDefinite) return formulaOf(withPath);
  if (node.isPresent) return formulaOf(replacePart(expression, whole, path));
  const withLiteral = replacePart(expression, whole, literal);
  const truth = foldComparison(withLiteral);
  if (truth !== null && missingPaths(expression).length === 1 && hasKnownKeys(path.binding))
    return atomOf(unmark(withPath), isNegated, truth);
  const [has, hasNot] = [presence(path, false), presence(path, true)];
  const ofPath = formulaOf(withPath);
  if (truth !== null)
    return truth !== isNegated ? joined('or', [hasNot, ofPath], at) : joined('and', [has, ofPath], at);
  const ofLiteral = formulaOf(withLiteral);
  return joined('or', [joined('and', [has, ofPath], at), joined('and', [hasNot, ofLiteral], at)], at);
}

/** The expression with its paths read without `?`. */
function unmark(expression: Resolved): Resolved {
  if (expression.kind === 'path')
    return expression.isOptional ? { ...expression, isOptional: false } : expression;
  if (expression.kind === 'has' || expression.kind === 'quantifier') return expression;
  return mapParts(expression, unmark);
}

/** Paths outside of quantifiers that may be missing, from left to right. */
export function missingPaths(expression: Resolved): readonly PathValue[] {
  switch (expression.kind) {
    case 'path':
      return expression.node.isDefinite ? [] : [expression];
    case 'coalesce':
      return missingPaths(expression.path);
    case 'has':
    case 'quantifier':
      return [];
    default:
      return partsOf(expression).flatMap(missingPaths);
  }
}

interface Counted {
  /** With `count(…)` in the place of `size(…)` or `.is_empty()`. */
  readonly expression: Resolved;
  readonly list: QuantifierValue;
}

/** `size(list)` and `list.is_empty()` of a list whose items are not known to be single values count its items. */
function countLists(rule: RuleScope, expression: Resolved): Counted | null {
  if (expression.kind === 'comparison') {
    const left = countedList(rule, expression.left);
    if (left !== null) return { expression: { ...expression, left }, list: left };
    const right = countedList(rule, expression.right);
    return right && { expression: { ...expression, right }, list: right };
  }
  const list = countedList(rule, expression);
  if (list === null) return null;
  const { at } = expression;
  const zero = { kind: 'literal', value: { kind: 'number', text: '0', isInteger: true }, at } as const;
  return { expression: { kind: 'comparison', sign: { value: '==', at }, left: list, right: zero, at }, list };
}

function countedList(rule: RuleScope, expression: Resolved): QuantifierValue | null {
  const { at } = expression;
  const isSize = expression.kind === 'call' && expression.name.value === 'size';
  const isEmptiness = expression.kind === 'method' && expression.operator.value === 'is_empty';
  const path = isSize ? expression.args[0] : isEmptiness ? expression.subject : undefined;
  if (path?.kind !== 'path') return null;
  const { node, binding, isOptional } = path;
  if (node.hasValues || node.declared !== null) return null;
  const items = listNode(rule.documents, node.owner, node.keys, at, rule.report);
  if (items === null) {
    rule.hasFailed = true;
    return null;
  }
  const list = keysTo(binding).length > 0 ? entryList(rule.documents, items) : items;
  const item: ItemBinding = { kind: 'item', name: 'item', list, owner: binding, isOptional, at };
  return {
    kind: 'quantifier',
    quantifier: { value: 'count', at },
    binding: item,
    source: path,
    args: [],
    at,
  };
}

/** `size(p?)` is false if the list is missing, as every comparison of `p?` is. */
function guardCounted({ list }: Counted, formula: Formula, isNegated: boolean): Formula {
  const { source } = list;
  const isDefinite = list.binding.kind !== 'item' || list.binding.list.isDefinite;
  if (source === null || !source.isOptional || source.node.isPresent || isDefinite) return formula;
  return joined(isNegated ? 'or' : 'and', [presence(source, isNegated), formula], list.at);
}

/** Nested conjunctions as one list, and nested alternatives as one. */
export function flatten(formula: Formula): readonly Formula[] {
  if (formula.kind === 'and') return formula.parts.flatMap(flatten);
  if (formula.kind === 'constant' && formula.value) return [];
  if (formula.kind !== 'or') return [formula];
  return [{ ...formula, parts: formula.parts.flatMap(alternatives) }];
}

function alternatives(formula: Formula): readonly Formula[] {
  return formula.kind === 'or' ? formula.parts.flatMap(alternatives) : [formula];
}
