import { closestName } from '../diagnostics/suggest.ts';
import { FOREIGN_NOTHING, FOREIGN_VALUES } from '../read/short/foreign.ts';
import type { PathTree, ShortExpression } from '../short-tree.ts';
import { pathNode } from './document/documents.ts';
import { resolveEntry, resolveKeys } from './resolve-entry.ts';
import { keysOf, markDotted } from './path-keys.ts';
import type { Binding, DocumentBinding, FactBinding, ItemBinding, Resolved } from './resolved.ts';
import { failRule, findName, knownNames, type RuleScope, type Scope } from './scope.ts';

/** Resolves an expression inside a path: the key of a constant map. */
export type ResolveInner = (tree: ShortExpression, scope: Scope) => Resolved | null;

/** A path of a fact, the document, an item, a constant, or a name alone; null, reported, if it is none. */
export function resolvePath(
  rule: RuleScope,
  path: PathTree,
  scope: Scope,
  resolveInner: ResolveInner,
): Resolved | null {
  const { root, steps, at } = path;
  const { templates } = rule.vocabulary;
  if (root.value === 'now' && !templates.has('now')) {
    return steps.length === 0 ? { kind: 'now', at } : failRule(rule, 'short-now', at);
  }
  if (root.value === 'const' && !templates.has('const'))
    return resolveConstant(rule, path, scope, resolveInner);
  const binding = findName(rule, root.value, scope, root.at);
  if (binding === null) return unknownName(rule, path, scope);
  switch (binding.kind) {
    case 'each':
    case 'let':
      if (steps.length > 0 || path.optional !== null)
        return failRule(rule, 'short-path', at, {
          problem: `\`${root.value}\` is one value: it has no members`,
        });
      return { kind: 'variable', binding, at };
    case 'document':
    case 'item':
      return resolveDocumentPath(rule, path, binding, scope, resolveInner);
    case 'fact':
      return resolveSlot(rule, path, binding);
  }
}

function unknownName(rule: RuleScope, { root, steps }: PathTree, scope: Scope): null {
  if (FOREIGN_NOTHING.has(root.value)) return failRule(rule, 'short-null', root.at);
  const value = FOREIGN_VALUES.get(root.value);
  const expected =
    steps.length === 0 ? 'write texts in quotes' : 'expected a template, a relation or a name of this rule';
  const suggestion = value ?? closestName(root.value, knownNames(rule, scope));
  return failRule(rule, 'short-unknown-name', root.at, { name: root.value, expected }, suggestion);
}

function resolveConstant(
  rule: RuleScope,
  { steps, optional, at }: PathTree,
  scope: Scope,
  resolveInner: ResolveInner,
): Resolved | null {
  const [name, key, further] = steps;
  if (name?.kind !== 'member' || further !== undefined || optional !== null)
    return failRule(rule, 'short-constant', at);
  const constant = rule.vocabulary.constants.get(name.name);
  if (constant === undefined) {
    const suggestion = closestName(name.name, rule.vocabulary.constants.keys());
    return failRule(rule, 'unknown-constant', name.at, { name: name.name }, suggestion);
  }
  if (key === undefined) return { kind: 'constant', constant, at };
  if (key.kind !== 'index' || constant.kind !== 'map') return failRule(rule, 'short-constant', at);
  const resolved = resolveInner(key.index, scope);
  return resolved && { kind: 'lookup', constant, key: resolved, at };
}

function resolveDocumentPath(
  rule: RuleScope,
  path: PathTree,
  binding: DocumentBinding | ItemBinding,
  scope: Scope,
  resolveInner: ResolveInner,
): Resolved | null {
  const { optional, at } = path;
  rule.usesDocument = true;
  const keyed = resolveKeys(rule, path, scope, (tree) => resolveInner(tree, scope));
  if (keyed === null) return null;
  const steps = keyed.filter((step) => step.kind !== 'entry');
  if (steps.length < keyed.length) return resolveEntry(rule, path, keyed, binding);
  if (steps.some((step) => step.kind === 'shell'))
    return failRule(rule, 'short-path', at, {
      problem: 'commands are a list: go through them with `for` or `exists(c in shell(…), …)`',
    });
  if (binding.kind === 'document' && steps.length === 0) return { kind: 'whole', binding, at };
  const keys = keysOf(rule, binding.name, steps);
  if (keys === null) return null;
  const owner = binding.kind === 'item' ? binding.list : null;
  const node = pathNode(rule.documents, owner, keys, at, rule.report);
  if (node === null) {
    rule.hasFailed = true;
    return null;
  }
  markDotted(node.dotted, steps);
  return { kind: 'path', node, binding, isOptional: optional !== null, at };
}

function resolveSlot(rule: RuleScope, path: PathTree, binding: FactBinding): Resolved | null {
  const { root, steps, optional, at } = path;
  const [first, further] = steps;
  if (first === undefined) return { kind: 'whole', binding, at };
  const { template } = binding;
  const slot = first.kind === 'member' ? template.slots.get(first.name) : undefined;
  if (first.kind !== 'member' || (slot !== undefined && further !== undefined)) {
    const written = first.kind === 'member' ? `${root.value}.${first.name}` : root.value;
    return failRule(rule, 'short-path', at, {
      problem: `\`${written}\` has no members: a fact has slots and nothing below`,
    });
  }
  if (slot === undefined) {
    const minus = first.name.includes('-') && template.slots.has(first.name.split('-')[0] ?? '');
    const meant = first.name.split('-').join(' - ');
    const suggestion = minus
      ? `${meant} (to subtract, put spaces around \`-\`)`
      : closestName(first.name, template.slots.keys());
    const code = template.isRelation ? 'unknown-column' : 'unknown-slot';
    const parameters = { template: template.name, relation: template.name, slot: first.name };
    return failRule(rule, code, first.at, parameters, suggestion);
  }
  if (optional !== null) return failRule(rule, 'short-optional', optional);
  return { kind: 'slot', binding, slot, at };
}

/** The binding that a name goes through, if it is an item or the document. */
export const isDocumentBinding = (binding: Binding | null): binding is DocumentBinding | ItemBinding =>
  binding?.kind === 'document' || binding?.kind === 'item';
