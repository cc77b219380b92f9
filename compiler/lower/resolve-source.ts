import { closestName } from '../diagnostics/suggest.ts';
import type { PathTree } from '../short-tree.ts';
import type { Located } from '../syntax.ts';
import { listNode } from './document/documents.ts';
import { isDocumentBinding, keysOf, markDotted } from './resolve-path.ts';
import type { DocumentBinding, EachBinding, FactBinding, ItemBinding, PathValue } from './resolved.ts';
import { documentOf, failRule, findDeclaredName, findName, type RuleScope, type Scope } from './scope.ts';

/** The source that a name of `for` or of a quantifier iterates over. */
export interface Source {
  readonly binding: FactBinding | ItemBinding | EachBinding;
  /** The list of the document. */
  readonly path: PathValue | null;
}

/** A template or relation, a list of a fact's slot, or a list or map of the document; null, reported, for others. */
export function resolveSource(
  rule: RuleScope,
  name: Located<string>,
  source: PathTree,
  scope: Scope,
): Source | null {
  const { root, steps, optional, at } = source;
  const declared = findDeclaredName(root.value, scope);
  if (steps.length === 0) {
    const isDocument = declared === null && root.value === 'input' && rule.vocabulary.hasDocument;
    const owner = isDocument ? documentOf(rule, root.at) : declared;
    if (isDocumentBinding(owner)) return itemsOf(rule, name, source, owner);
    const template = rule.vocabulary.templates.get(root.value);
    if (template === undefined || optional !== null) return unknownSource(rule, source, scope);
    const binding: FactBinding = {
      kind: 'fact',
      name: name.value,
      template,
      isImplied: false,
      at: name.at,
    };
    return { binding, path: null };
  }
  const owner = findName(rule, root.value, scope, root.at);
  if (owner === null) return unknownSource(rule, source, scope);
  if (isDocumentBinding(owner)) return itemsOf(rule, name, source, owner);
  const [first, further] = steps;
  const slot =
    owner.kind === 'fact' && first?.kind === 'member' ? owner.template.slots.get(first.name) : undefined;
  if (owner.kind !== 'fact' || slot === undefined || !slot.isList || further !== undefined)
    return failRule(rule, 'short-binder', at, { text: writtenPath(source) });
  return {
    binding: { kind: 'each', name: name.value, owner, slot, at: name.at },
    path: null,
  };
}

function unknownSource(rule: RuleScope, { root }: PathTree, scope: Scope): null {
  const known = [...rule.vocabulary.templates.keys(), ...scope.names.keys(), 'input'];
  const parameters = { name: root.value, expected: 'expected a template, a relation or a name of this rule' };
  return failRule(rule, 'short-unknown-name', root.at, parameters, closestName(root.value, known));
}

function itemsOf(
  rule: RuleScope,
  name: Located<string>,
  { steps, optional, at }: PathTree,
  owner: DocumentBinding | ItemBinding,
): Source | null {
  rule.usesDocument = true;
  const keys = keysOf(rule, owner.name, steps);
  if (keys === null) return null;
  const list = listNode(rule.documents, owner.kind === 'item' ? owner.list : null, keys, at, rule.report);
  if (list === null) {
    rule.hasFailed = true;
    return null;
  }
  markDotted(list.path.dotted, steps);
  const isOptional = optional !== null;
  return {
    binding: { kind: 'item', name: name.value, list, owner, isOptional, at: name.at },
    path: { kind: 'path', node: list.path, binding: owner, isOptional, at },
  };
}

/** A path as it is written, for messages. */
export function writtenPath({ root, steps }: PathTree): string {
  return root.value + steps.map((step) => (step.kind === 'member' ? `.${step.name}` : '[…]')).join('');
}
