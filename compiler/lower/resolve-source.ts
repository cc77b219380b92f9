import { closestName } from '../diagnostics/suggest.ts';
import { SHELL_OR_ITEM } from '../../runtime/values/shell-step.ts';
import type { PathStep, PathTree, ShortExpression } from '../short-tree.ts';
import type { Located } from '../syntax.ts';
import { entryList, listNode } from './document/documents.ts';
import type { Union } from './document/nodes.ts';
import { meaningOf, within } from './expand.ts';
import { keysOf, markDotted } from './path-keys.ts';
import { entryOf, resolveKeys } from './resolve-entry.ts';
import { isDocumentBinding, type ResolveInner } from './resolve-path.ts';
import type {
  DocumentBinding,
  EachBinding,
  FactBinding,
  ItemBinding,
  PathValue,
  Resolved,
} from './resolved.ts';
import { documentOf, failRule, findDeclaredName, findName, type RuleScope, type Scope } from './scope.ts';

type ResolveKey = (tree: ShortExpression) => Resolved | null;

/** The source that a name of `for` or of a quantifier iterates over. */
interface Source {
  readonly binding: FactBinding | ItemBinding | EachBinding;
  /** The list of the document. */
  readonly path: PathValue | null;
}

/**
 * A template or relation, a list of a fact's slot, or a list or map of the document; null, reported, for others.
 *
 * @param takesUnknown true if unknown commands are an item of which nothing is known
 */
export function resolveSource(
  rule: RuleScope,
  name: Located<string>,
  source: PathTree,
  scope: Scope,
  resolveInner: ResolveInner,
  takesUnknown = false,
): Source | null {
  const { root, steps, optional, at } = source;
  const meant = meaningOf(rule, source, scope);
  if (meant === 'failed') return null;
  if (meant !== null) {
    const { tree } = meant;
    if (tree.kind !== 'path') return failRule(rule, 'short-binder', at, { text: writtenPath(source) });
    return within(rule, at, () => resolveSource(rule, name, tree, meant.scope, resolveInner, takesUnknown));
  }
  const resolveKey: ResolveKey = (tree) => resolveInner(tree, scope);
  const declared = findDeclaredName(root.value, scope);
  if (steps.length === 0) {
    const isDocument = declared === null && root.value === 'input' && rule.vocabulary.hasDocument;
    const owner = isDocument ? documentOf(rule, root.at) : declared;
    if (isDocumentBinding(owner)) return itemsOf(rule, name, source, owner, scope, resolveKey, takesUnknown);
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
  if (isDocumentBinding(owner)) return itemsOf(rule, name, source, owner, scope, resolveKey, takesUnknown);
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
  { steps: written, optional, at }: PathTree,
  around: DocumentBinding | ItemBinding,
  scope: Scope,
  resolveKey: ResolveKey,
  takesUnknown: boolean,
): Source | null {
  rule.usesDocument = true;
  const keyed = resolveKeys(rule, { steps: written }, scope, resolveKey);
  if (keyed === null) return null;
  const plain = keyed.filter((step) => step.kind !== 'entry');
  const isEntry = plain.length < keyed.length;
  const found = isEntry ? entryOf(rule, keyed, around, at) : { binding: around, rest: plain };
  if (found === null) return null;
  const { binding: owner, rest: steps } = found;
  const last = steps.at(-1);
  const union = last?.kind === 'union' ? unionOf(rule, last) : null;
  const above = keysOf(rule, around.name, last?.kind === 'union' ? steps.slice(0, -1) : steps);
  const standsIn = last?.kind === 'shell' && takesUnknown && optional === null;
  const keys = above !== null && standsIn ? [...above.slice(0, -1), SHELL_OR_ITEM] : above;
  if (keys === null || (last?.kind === 'union' && union === null)) return null;
  const items = listNode(
    rule.documents,
    owner.kind === 'item' ? owner.list : null,
    keys,
    at,
    rule.report,
    union,
  );
  if (items === null) {
    rule.hasFailed = true;
    return null;
  }
  markDotted(items.path.dotted, steps);
  const list = isEntry ? entryList(rule.documents, items) : items;
  const isOptional = optional !== null;
  return {
    binding: { kind: 'item', name: name.value, list, owner, isOptional, at: name.at },
    path: { kind: 'path', node: list.path, binding: owner, isOptional, at },
  };
}

/** The names of a union; null, reported, if they are not different texts. */
function unionOf(rule: RuleScope, { names, at }: Extract<PathStep, { kind: 'union' }>): Union {
  const texts = names.map((name) =>
    name.kind === 'literal' && name.value.kind === 'text' ? name.value.value : null,
  );
  const [first, second, ...others] = texts.filter((text) => text !== null);
  if (
    first === undefined ||
    second === undefined ||
    new Set(texts).size < names.length ||
    texts.includes(null)
  )
    return failRule(rule, 'short-union', at);
  return [first, second, ...others];
}

/** A path as it is written, for messages. */
export function writtenPath({ root, steps }: Pick<PathTree, 'root' | 'steps'>): string {
  if (steps.at(-1)?.kind === 'shell') return `shell(${writtenPath({ root, steps: steps.slice(0, -1) })})`;
  return root.value + steps.map((step) => (step.kind === 'member' ? `.${step.name}` : '[…]')).join('');
}
