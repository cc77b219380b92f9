/** `map[key].member`: a path below the entry of a key that a fact, an item or a constant has. */
import type { PathStep, PathTree, ShortExpression } from '../short-tree.ts';
import { entryNode, listNode, pathNode } from './document/documents.ts';
import { setSort } from './evidence.ts';
import { keysOf, markDotted } from './path-keys.ts';
import {
  partsOf,
  type DocumentBinding,
  type ItemBinding,
  type PathValue,
  type Resolved,
} from './resolved.ts';
import { failRule, knownNames, type RuleScope, type Scope } from './scope.ts';

/** True if the path has a key in brackets that is not written out. */
export const isEntry = ({ steps }: PathTree): boolean => steps.some(isComputed);

const isComputed = (step: PathStep): boolean =>
  step.kind === 'index' && step.index.kind !== 'literal' && step.index.kind !== 'negative';

/** The path; null, reported, if its key may be missing or there are several. */
export function resolveEntry(
  rule: RuleScope,
  { steps, optional, at }: PathTree,
  owner: DocumentBinding | ItemBinding,
  scope: Scope,
  resolveKey: (tree: ShortExpression) => Resolved | null,
): Resolved | null {
  rule.usesDocument = true;
  const index = steps.findIndex(isComputed);
  const step = steps[index];
  if (step?.kind !== 'index') throw new TypeError('an entry has a key');
  const above = keysOf(rule, owner.name, steps.slice(0, index));
  const below = keysOf(rule, owner.name, steps.slice(index + 1));
  const { index: key } = step;
  if (key.kind === 'path' && !knownNames(rule, scope).has(key.root.value))
    return failRule(rule, 'short-index', step.at, { text: '…' });
  const entry = resolveKey(key);
  if (above === null || below === null || entry === null) return null;
  if (!isKnown(entry)) return failRule(rule, 'short-entry-key', step.index.at);
  setSort(rule, entry, 'text');
  const { documents, report } = rule;
  const list = listNode(documents, owner.kind === 'item' ? owner.list : null, above, at, report);
  const path = list && pathNode(documents, list, below, at, report);
  if (list === null || path === null) {
    rule.hasFailed = true;
    return null;
  }
  markDotted(list.path.dotted, steps.slice(0, index));
  const node = entryNode(documents, path);
  const name = `${list.path.shown} ${rule.entries++}`;
  const binding: ItemBinding = { kind: 'item', name, list, owner, isOptional: false, entry, at };
  return { kind: 'path', node, binding, isOptional: optional !== null, at };
}

/** True for a key that is never missing. */
function isKnown(key: Resolved): boolean {
  switch (key.kind) {
    case 'slot':
      return !key.slot.isList;
    case 'variable':
      return key.binding.kind === 'each';
    case 'constant':
      return key.constant.kind === 'single';
    case 'path':
      return key.node.isDefinite && key.node.isList !== true && !('entry' in key.binding);
    default:
      return false;
  }
}

/** A path below the entry of a key. */
export function entryIn(expression: Resolved): PathValue | null {
  if (expression.kind === 'path')
    return expression.binding.kind === 'item' && expression.binding.entry !== undefined ? expression : null;
  for (const part of partsOf(expression)) {
    const found = entryIn(part);
    if (found !== null) return found;
  }
  return null;
}
