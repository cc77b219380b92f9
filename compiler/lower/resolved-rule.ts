/** The first pass over a rule: its names, and what its conditions and values say of the document. */
import type { ForSyntax, ShortLeftSyntax, ShortRuleSyntax, ShortText } from '../short-syntax.ts';
import type { ConstructorTree, ShortExpression } from '../short-tree.ts';
import { collectEvidence, setList, setType } from './evidence.ts';
import { sortOf } from './operand-type.ts';
import { parseText, textsOf } from './right-texts.ts';
import { resolve } from './resolve.ts';
import { resolveSource, writtenPath } from './resolve-source.ts';
import { isArguments } from './document/shell-shape.ts';
import type { Binding, ItemBinding, LetBinding, QuantifierValue, Resolved } from './resolved.ts';
import { createRuleScope, documentOf, failRule, type RuleScope, type Shared } from './scope.ts';
import type { TemplateInfo } from './vocabulary.ts';

export interface ResolvedLeft {
  /** Names of `for`, in order. */
  readonly for: readonly Binding[];
  readonly let: readonly { readonly binding: LetBinding; readonly value: QuantifierValue }[];
  readonly if: readonly Resolved[];
}

export interface ResolvedRule {
  readonly syntax: ShortRuleSyntax;
  readonly scope: RuleScope;
  /** `null` for a long left half. */
  readonly left: ResolvedLeft | null;
  /** It fires unless its condition is certainly false. */
  readonly closes: boolean;
}

export function resolveRule(syntax: ShortRuleSyntax, shared: Shared): ResolvedRule {
  const scope = createRuleScope(shared);
  const closes = isClosing(syntax);
  const left =
    syntax.left.form === 'long' ? null : resolveLeft(scope, syntax.left, closes ? 'closes' : 'opens');
  if (left !== null && syntax.right.form === 'short') resolveRight(scope, syntax.right, shared);
  return { syntax, scope, left, closes };
}

/** A rule closes if it denies or escalates, unless `in_doubt` says otherwise. */
function isClosing({ right, inDoubt }: ShortRuleSyntax): boolean {
  if (inDoubt !== null) return inDoubt.value === 'fire';
  const action = right.form === 'long' ? right.then.action?.value : right.action?.action.value;
  return action === 'deny' || action === 'escalate';
}

/** Meaning of what is unknown. In a table nothing may be unknown, because its rows open and close. */
type LeftKind = 'opens' | 'closes' | 'table';

/** Resolves `for`, `let` and `if`. */
export function resolveLeft(scope: RuleScope, syntax: ShortLeftSyntax, kind: LeftKind): ResolvedLeft {
  const names = syntax.for.flatMap((written) => resolveFor(scope, written, kind) ?? []);
  const values = syntax.let.flatMap(({ name, value }) => {
    const resolved = resolve(scope, value, scope.scope);
    if (resolved === null) return [];
    const isAggregate =
      resolved.kind === 'quantifier' &&
      resolved.quantifier.value !== 'exists' &&
      resolved.quantifier.value !== 'forall';
    if (!isAggregate) {
      failRule(scope, 'short-let', value.at);
      return [];
    }
    const binding = letBinding(name.value, resolved, name.at);
    declare(scope, binding);
    return [{ binding, value: resolved }];
  });
  const conditions = syntax.if.flatMap((tree) => resolve(scope, tree, scope.scope) ?? []);
  for (const condition of conditions) collectEvidence(scope, condition, true);
  for (const { value } of values) collectEvidence(scope, value, false);
  return { for: names, let: values, if: conditions };
}

function resolveFor(scope: RuleScope, { name, source, isNamed }: ForSyntax, kind: LeftKind): Binding | null {
  if (!isNamed && name.value === 'input' && scope.vocabulary.hasDocument) {
    documentOf(scope, name.at);
    return null;
  }
  const resolved = resolveSource(
    scope,
    name,
    source,
    scope.scope,
    (part, around) => resolve(scope, part, around),
    kind === 'closes',
  );
  if (resolved === null) return null;
  const { binding } = resolved;
  if (binding.kind === 'item' && kind !== 'opens' && mayLackItems(binding)) {
    const parameters = { path: binding.list.path.shown, name: name.value };
    failRule(scope, 'short-for-missing', source.at, parameters, `${writtenPath(source)}?`);
  }
  if (!declare(scope, binding)) return null;
  scope.order.push(binding);
  return binding;
}

/** True if the list may be missing, or is the arguments of a command, of which some can be unknown. */
const mayLackItems = ({ list, isOptional }: ItemBinding): boolean =>
  !isOptional && (!list.isDefinite || isArguments(list.path));

/** False, and reported, if the rule has the name already. */
function declare(scope: RuleScope, binding: Binding): boolean {
  const known = scope.scope.names.get(binding.name);
  if (known !== undefined) {
    const parameters = { kind: 'name', name: binding.name, file: known.at.file };
    failRule(scope, 'duplicate-name', binding.at, parameters);
    return false;
  }
  scope.scope.names.set(binding.name, binding);
  return true;
}

function letBinding(name: string, value: QuantifierValue, at: LetBinding['at']): LetBinding {
  const word = value.quantifier.value;
  const isCount = word === 'count' || word === 'distinct';
  const taken = value.args.at(-1);
  const slotType = taken?.kind === 'slot' ? taken.slot.type : null;
  const isTime = taken !== undefined && taken.kind !== 'slot' && sortOf(taken) === 'time';
  const type = isCount ? 'integer' : isTime ? 'time' : slotType;
  return { kind: 'let', name, type, isList: word === 'collect', at };
}

/** The right half names nothing new: it has the facts that the left half mentions. */
function resolveRight(
  scope: RuleScope,
  right: Extract<ShortRuleSyntax['right'], { form: 'short' }>,
  shared: Shared,
): void {
  const before = new Set(scope.scope.names.keys());
  for (const text of textsOf(right)) mentionText(scope, text);
  for (const tree of right.assert)
    mentionValues(scope, tree, shared.vocabulary.templates.get(tree.name.value));
  for (const tree of right.modify) {
    const binding = scope.scope.names.get(tree.name.value);
    mentionValues(scope, tree, binding?.kind === 'fact' ? binding.template : undefined);
  }
  for (const duty of right.obligations) if (!('long' in duty)) mentionValues(scope, duty, undefined);
  for (const [name, binding] of scope.scope.names) {
    if (before.has(name) || binding.kind !== 'fact') continue;
    failRule(scope, 'short-only-in-text', binding.at, { name });
  }
}

function mentionText(scope: RuleScope, { parts }: ShortText): void {
  for (const part of parts) if (part.kind === 'place') resolve(scope, part.tree, scope.scope);
}

function mentionValues(
  scope: RuleScope,
  { values }: ConstructorTree,
  template: TemplateInfo | undefined,
): void {
  for (const { slot, value } of values) {
    const type = template?.slots.get(slot.value);
    mentionValue(scope, value, type?.type ?? null, type?.isList ?? false);
  }
}

function mentionValue(scope: RuleScope, tree: ShortExpression, type: string | null, isList: boolean): void {
  if (tree.kind === 'list') {
    for (const item of tree.items) mentionValue(scope, item, type, false);
    return;
  }
  if (tree.kind === 'literal' && tree.value.kind === 'text') {
    mentionText(scope, parseText(tree.value.value, tree.at, scope.report));
    return;
  }
  const resolved = resolve(scope, tree, scope.scope);
  if (resolved === null) return;
  collectEvidence(scope, resolved, false);
  const path = resolved.kind === 'coalesce' ? resolved.path : resolved;
  if (path.kind !== 'path') return;
  setList(scope, path, isList && resolved.kind === 'path');
  if (type !== null) setType(scope, path, type);
}
