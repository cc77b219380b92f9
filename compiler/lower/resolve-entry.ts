/** `map[key].member`: a path below the entry of a key that is not written out. */
import type { PathStep, PathTree, ShortExpression } from '../short-tree.ts';
import { entryNode, listNode, pathNode } from './document/documents.ts';
import { find } from './document/type-variable.ts';
import { collectEvidence, setList, setSort } from './evidence.ts';
import { typeOf } from './operand-type.ts';
import { keysOf, markDotted } from './path-keys.ts';
import type { DocumentBinding, ItemBinding, Resolved } from './resolved.ts';
import { failRule, knownNames, type RuleScope, type Scope } from './scope.ts';
import { hasTestForm } from './test-form.ts';

type IndexStep = Extract<PathStep, { kind: 'index' }>;

const isComputed = (step: PathStep): step is IndexStep =>
  step.kind === 'index' && step.index.kind !== 'literal' && step.index.kind !== 'negative';

/** A path with its keys in brackets: steps that are written out, and keys that are values. */
type Keyed = PathStep | { readonly kind: 'entry'; readonly key: Resolved; readonly step: IndexStep };

/** The steps with the keys in brackets resolved; null, reported, if one is not a text. */
export function resolveKeys(
  rule: RuleScope,
  { steps }: Pick<PathTree, 'steps'>,
  scope: Scope,
  resolveKey: (tree: ShortExpression) => Resolved | null,
): readonly Keyed[] | null {
  const keyed = steps.map((step) => (isComputed(step) ? keyedStep(rule, step, scope, resolveKey) : step));
  const whole = keyed.filter((step) => step !== null);
  return whole.length < keyed.length ? null : whole;
}

function keyedStep(
  rule: RuleScope,
  step: IndexStep,
  scope: Scope,
  resolveKey: (tree: ShortExpression) => Resolved | null,
): Keyed | null {
  const { index } = step;
  const isUnknownName =
    index.kind === 'path' && index.steps.length === 0 && !knownNames(rule, scope).has(index.root.value);
  if (isUnknownName) return failRule(rule, 'short-index', step.at, { text: '…' });
  const key = resolveKey(index);
  if (key === null) return null;
  // The value of a parameter of a definition may be a key that is written out.
  if (key.kind === 'literal') return { ...step, index: key };
  if (!isKey(key)) return failRule(rule, 'short-entry-key', index.at);
  collectEvidence(rule, key, false);
  setList(rule, key, false);
  if (!isInteger(key)) setSort(rule, key, 'text');
  return { kind: 'entry', key, step };
}

/** True for a value that can be a text. Words and whole numbers are written as texts. */
function isKey(key: Resolved): boolean {
  switch (key.kind) {
    case 'slot':
      return !key.slot.isList && hasTextType(key);
    case 'variable':
      return key.binding.kind === 'each' && hasTextType(key);
    case 'constant':
      return key.constant.kind === 'single' && KEY_SORTS.has(key.constant.sort);
    case 'lookup':
      return KEY_SORTS.has(key.constant.sort);
    case 'coalesce':
      return key.literal.value.kind === 'text';
    case 'path':
      return hasTextType(key);
    case 'call':
      return hasTestForm(key) && hasTextType(key);
    default:
      return false;
  }
}

const KEY_SORTS: ReadonlySet<string | null> = new Set(['text', 'integer']);
const KEY_TYPES: ReadonlySet<string | null> = new Set(['string', 'symbol', 'integer', null]);

function hasTextType(key: Resolved): boolean {
  const type = typeOf(key);
  if (type === null) return true;
  const { hard, weak } = find(type);
  // Another use of a path as a number is reported with its place.
  return KEY_TYPES.has(hard) && (key.kind === 'path' || hard !== null || weak !== 'number');
}

function isInteger(key: Resolved): boolean {
  const type = typeOf(key);
  return type !== null && find(type).hard === 'integer';
}

/** The path below the entries; null, reported, if it has no meaning. */
export function resolveEntry(
  rule: RuleScope,
  { optional, at, steps }: PathTree,
  keyed: readonly Keyed[],
  owner: DocumentBinding | ItemBinding,
): Resolved | null {
  const found = entryOf(rule, keyed, owner, at);
  const rest = found && keysOf(rule, owner.name, found.rest);
  const path = found && rest && pathNode(rule.documents, found.binding.list, rest, at, rule.report);
  if (found === null || rest === null || path === null) {
    rule.hasFailed = true;
    return null;
  }
  const last = keyed.findLastIndex((step) => step.kind === 'entry');
  markDotted(found.binding.list.path.dotted, steps.slice(0, last));
  const node = entryNode(rule.documents, path);
  return { kind: 'path', node, binding: found.binding, isOptional: optional !== null, at };
}

interface Entry {
  readonly binding: ItemBinding;
  /** The steps after the last key. */
  readonly rest: readonly PathStep[];
}

/** The innermost entry that the steps lead to. */
export function entryOf(
  rule: RuleScope,
  keyed: readonly Keyed[],
  owner: DocumentBinding | ItemBinding,
  at: PathTree['at'],
): Entry | null {
  rule.usesDocument = true;
  let around: DocumentBinding | ItemBinding = owner;
  let steps: PathStep[] = [];
  for (const step of keyed) {
    if (step.kind !== 'entry') {
      steps.push(step);
      continue;
    }
    const above = keysOf(rule, owner.name, steps);
    const inside = around.kind === 'item' ? around.list : null;
    const list = above && listNode(rule.documents, inside, above, at, rule.report);
    if (list === null) {
      rule.hasFailed = true;
      return null;
    }
    const name = `${list.path.shown} ${rule.entries++}`;
    around = { kind: 'item', name, list, owner: around, isOptional: false, entry: step.key, at };
    steps = [];
  }
  return around.kind === 'item' && around !== owner ? { binding: around, rest: steps } : null;
}
