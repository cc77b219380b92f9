/**
 * Arguments of commands that are known in part: a dynamic command has others, which nothing says. A comparison of them is
 * certain only as far as further arguments cannot change it.
 */
import { isArguments } from './document/shell-shape.ts';
import type { PathNode } from './document/nodes.ts';
import type { Span } from '../diagnostics/position.ts';
import {
  partsOf,
  type Binding,
  type DocumentBinding,
  type ItemBinding,
  type PathValue,
  type QuantifierValue,
  type Resolved,
} from './resolved.ts';

/** The results that further arguments can give a comparison: true, false, or either. */
type Change = 'true' | 'false' | 'either';

const LISTS: Readonly<Record<string, Change>> = {
  has: 'true',
  has_any: 'true',
  has_all: 'true',
  only: 'false',
  is_empty: 'false',
};
const SIZES: Readonly<Record<string, Change>> = { '>': 'true', '>=': 'true', '<': 'false', '<=': 'false' };
const TURNED: Readonly<Record<Change, Change>> = { true: 'false', false: 'true', either: 'either' };

/** Conditions that all arguments which the comparison, or its negation, depends on are known. */
export function knownArguments(expression: Resolved, isNegated: boolean): readonly Resolved[] {
  const commands = new Map(argumentsIn(expression).map(({ binding, at }) => [binding, at]));
  if (commands.size === 0) return [];
  const change = changeOf(expression);
  if (change === (isNegated ? 'false' : 'true')) return [];
  return [...commands].flatMap(([binding, at]): Resolved[] => {
    const node = binding.kind === 'item' ? binding.list.dynamic : null;
    if (node === null) return [];
    const left: Resolved = { kind: 'path', node, binding, isOptional: false, at };
    const right: Resolved = { kind: 'literal', value: { kind: 'boolean', value: false }, at };
    return [{ kind: 'comparison', sign: { value: '==', at }, left, right, at }];
  });
}

/** Paths to the arguments of a command, or to one of them, outside of quantifiers. */
function argumentsIn(expression: Resolved): readonly PathValue[] {
  if (expression.kind === 'path') return isOfArguments(expression.node) ? [expression] : [];
  return expression.kind === 'quantifier' ? [] : partsOf(expression).flatMap(argumentsIn);
}

const isOfArguments = ({ owner, keys }: PathNode): boolean => isArguments({ owner, keys: keys.slice(0, 1) });

function changeOf(expression: Resolved): Change {
  if (expression.kind === 'in' && isList(expression.right) && argumentsIn(expression.left).length === 0)
    return expression.isNegated ? 'false' : 'true';
  if (expression.kind === 'method' && isList(expression.subject) && !expression.args.some(hasArguments))
    return LISTS[expression.operator.value] ?? 'either';
  if (expression.kind !== 'comparison') return 'either';
  const { left, right, sign } = expression;
  const change = SIZES[sign.value] ?? 'either';
  if (isSize(left) && !hasArguments(right)) return change;
  return isSize(right) && !hasArguments(left) ? TURNED[change] : 'either';
}

const hasArguments = (expression: Resolved): boolean => argumentsIn(expression).length > 0;

const isList = (expression: Resolved): boolean => expression.kind === 'path' && isArguments(expression.node);

const isSize = (expression: Resolved): boolean =>
  expression.kind === 'call' && expression.name.value === 'size' && expression.args.every(isList);

/** The member of a command that exists if its arguments are all known; null if the list is not one of arguments. */
export function allArguments({ list, owner }: ItemBinding): PathNode | null {
  return owner.kind === 'item' && isArguments(list.path) ? owner.list.allArgs : null;
}

/** For each command whose arguments an aggregate depends on, the path that exists if they are all known. */
export function argumentsOf(value: QuantifierValue): readonly PathValue[] {
  const found = new Map<ItemBinding, PathValue>();
  const add = (binding: DocumentBinding | ItemBinding, inner: ReadonlySet<Binding>, at: Span): void => {
    if (binding.kind !== 'item' || inner.has(binding) || binding.list.allArgs === null) return;
    const node = binding.list.allArgs;
    found.set(binding, { kind: 'path', node, binding, isOptional: false, at });
  };
  const visit = (expression: Resolved, inner: ReadonlySet<Binding>): void => {
    if (expression.kind === 'path' && isOfArguments(expression.node))
      add(expression.binding, inner, expression.at);
    if (expression.kind !== 'quantifier') {
      for (const part of partsOf(expression)) visit(part, inner);
      return;
    }
    const { binding, args, at } = expression;
    if (binding.kind === 'item' && allArguments(binding) !== null) add(binding.owner, inner, at);
    const below = expression === value ? inner : new Set([...inner, binding]);
    for (const argument of args) visit(argument, below);
  };
  visit(value, new Set());
  return [...found.values()];
}
