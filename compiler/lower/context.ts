/**
 * Patterns of one `when`, group or branch while they grow: conditions are added to the pattern of the last name that a
 * comparison mentions.
 */
import type { Span } from '../diagnostics/position.ts';
import type { ArgumentSyntax, ConditionSyntax, Located, PatternSyntax, WhenSyntax } from '../syntax.ts';
import { presentTemplate, valueSlot, valueTemplate } from './document/hidden.ts';
import type { PathNode } from './document/nodes.ts';
import { finalType } from './document/type-variable.ts';
import { literalArgument, reference } from './arguments.ts';
import { bindCondition, operatorOf, slotCondition } from './new-condition.ts';
import {
  namesOf,
  type Binding,
  type DocumentBinding,
  type EachBinding,
  type FactBinding,
  type ItemBinding,
  type LetBinding,
  type Resolved,
} from './resolved.ts';
import type { RuleScope } from './scope.ts';
import type { SlotInfo } from './vocabulary.ts';

/** A pattern to which conditions are still added. */
export interface PatternDraft {
  readonly syntax: PatternSyntax;
  /** The list inside `syntax`. */
  readonly conditions: ConditionSyntax[];
  readonly alias: string;
  readonly context: PatternContext;
}

export interface PatternContext {
  readonly parent: PatternContext | null;
  readonly rule: LoweredRule;
  readonly elements: WhenSyntax[];
  readonly patterns: PatternDraft[];
  readonly bound: Map<Binding, PatternDraft>;
  /** Patterns of values of the document, by path and item. */
  readonly values: Map<string, PatternDraft>;
}

/** A rule while it is lowered. */
export interface LoweredRule extends RuleScope {
  readonly name: string;
  /** It fires unless its condition is certainly false. */
  readonly closes: boolean;
  /** Aliases that are taken. */
  readonly aliases: Set<string>;
  /** Writes the test that a variable is the computed key of an entry (entry-key.ts). */
  readonly keyTest: (context: PatternContext, key: Resolved, variable: string) => ConditionSyntax;
}

export function createContext(parent: PatternContext): PatternContext;
export function createContext(parent: null, rule: LoweredRule): PatternContext;
export function createContext(parent: PatternContext | null, rule?: LoweredRule): PatternContext {
  const own = parent?.rule ?? rule;
  if (own === undefined) throw new TypeError('a context belongs to a rule');
  return { parent, rule: own, elements: [], patterns: [], bound: new Map(), values: new Map() };
}

/** The context of the rule itself. */
function outermost(context: PatternContext): PatternContext {
  let around = context;
  while (around.parent !== null) around = around.parent;
  return around;
}

export function findPattern(context: PatternContext, binding: Binding): PatternDraft | null {
  for (let around: PatternContext | null = context; around !== null; around = around.parent) {
    const draft = around.bound.get(binding);
    if (draft !== undefined) return draft;
  }
  return null;
}

/** Position of the pattern among those of the context; -1 for a pattern of a context around it. */
export const rankOf = (context: PatternContext, draft: PatternDraft): number =>
  draft.context === context ? context.patterns.indexOf(draft) : -1;

/** The alias, or with a number behind it if the rule has one of that name. */
export function freshAlias(rule: LoweredRule, base: string): string {
  let alias = base;
  for (let i = 2; rule.aliases.has(alias); i++) alias = `${base}-${i}`;
  rule.aliases.add(alias);
  return alias;
}

function addPattern(
  context: PatternContext,
  template: string,
  isRelation: boolean,
  alias: string | null,
  at: Span,
): PatternDraft {
  const conditions: ConditionSyntax[] = [];
  const named = (value: string): Located<string> => ({ value, at });
  const syntax: PatternSyntax = {
    kind: 'pattern',
    template: named(template),
    ...(isRelation ? { relation: true as const } : {}),
    alias: alias === null ? null : named(alias),
    conditions,
    at,
  };
  const draft = { syntax, conditions, alias: alias ?? template, context };
  context.patterns.push(draft);
  context.elements.push(syntax);
  return draft;
}

/** Adds the pattern of a name to this context. */
export function bindPattern(
  context: PatternContext,
  binding: FactBinding | ItemBinding | DocumentBinding,
): PatternDraft {
  const { rule } = context;
  const { at } = binding;
  // Names of quantifiers may be those of the rule: the long form has one alias for each.
  const name = isAround(context, binding.name) ? freshAlias(rule, binding.name) : binding.name;
  rule.aliases.add(name);
  const template = templateOf(binding);
  const isRelation = binding.kind === 'fact' && binding.template.isRelation;
  const owner = binding.kind === 'item' && binding.owner.kind === 'item' ? binding.owner : null;
  const joins = owner === null ? [] : joinItem(context, owner, at);
  const draft = addPattern(context, template, isRelation, name, at);
  draft.conditions.push(...joins);
  context.bound.set(binding, draft);
  return draft;
}

/** True if a pattern of a context around this one has the alias. */
function isAround({ parent }: PatternContext, alias: string): boolean {
  if (parent === null) return false;
  return [...parent.bound.values()].some((draft) => draft.alias === alias) || isAround(parent, alias);
}

function templateOf(binding: FactBinding | ItemBinding | DocumentBinding): string {
  if (binding.kind === 'fact') return binding.template.name;
  return binding.kind === 'item' ? binding.list.template : 'input';
}

/** Equal keys of the items around, from the outermost to `depth`. */
function joinLevels(item: PatternDraft, depth: number, at: Span): readonly ConditionSyntax[] {
  return Array.from({ length: depth + 1 }, (_, level) => {
    const slot = `at${level}`;
    return slotCondition(slot, operatorOf('equals', [reference(item.alias, slot, at)], at), at);
  });
}

/**
 * Equal keys of the item that a value is below; of an entry, the key that the rule names. Adds the patterns of the key,
 * so it is placed before the pattern that has the conditions.
 */
function joinItem(
  context: PatternContext,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): readonly ConditionSyntax[] {
  if (binding.kind === 'document') return [];
  const { entry, owner, list } = binding;
  if (entry === undefined) return joinLevels(ensurePattern(context, binding), list.depth, at);
  const joins = joinItem(context, owner, at);
  const slot = `at${list.depth}`;
  const key = keyArgument(context, entry);
  if (key !== null) return [...joins, slotCondition(slot, operatorOf('equals', [key], at), at)];
  const variable = freshAlias(context.rule, `${list.template}-${slot}`);
  const test = context.rule.keyTest(context, entry, variable);
  return [...joins, bindCondition(slot, variable, false, at), test];
}

/** The key of an entry as an argument; null for a key that only a test computes. */
function keyArgument(context: PatternContext, key: Resolved): ArgumentSyntax | null {
  const { at } = key;
  switch (key.kind) {
    case 'literal':
      return literalArgument(key.value, at);
    case 'slot':
      if (key.slot.type !== 'string') return null;
      return reference(ensurePattern(context, key.binding).alias, key.slot.name, at);
    case 'variable':
      ensurePattern(context, key.binding);
      if (key.binding.kind === 'each' && key.binding.slot.type !== 'string') return null;
      return { kind: 'variable', name: key.binding.name, at };
    case 'constant':
      return key.constant.sort === 'text' ? reference('const', key.constant.name, at) : null;
    case 'path': {
      const { node, binding } = key;
      if (finalType(node.type) !== 'string') return null;
      if (!node.isDefinite) return reference(valueDraft(context, node, binding, at).alias, 'value', at);
      return reference(ensurePattern(context, binding).alias, valueSlot(context.rule.documents, node), at);
    }
    case 'lookup': {
      if (key.constant.sort !== 'text') return null;
      const inner = keyArgument(context, key.key);
      return inner && { kind: 'lookup', map: key.constant.name, key: inner, at };
    }
    default:
      return null;
  }
}

/** The pattern of a name; what belongs to the rule is added to the outermost context. `null` for values of `let`. */
export function ensurePattern(context: PatternContext, binding: LetBinding): null;
export function ensurePattern(
  context: PatternContext,
  binding: FactBinding | ItemBinding | DocumentBinding | EachBinding,
): PatternDraft;
export function ensurePattern(context: PatternContext, binding: Binding): PatternDraft | null;
export function ensurePattern(context: PatternContext, binding: Binding): PatternDraft | null {
  if (binding.kind === 'let') return null;
  if (binding.kind === 'each') {
    const owner = ensurePattern(context, binding.owner);
    const isNamed = owner.conditions.some(({ each }) => each?.value === binding.name);
    if (!isNamed) {
      const { at } = binding;
      const each = { value: binding.name, at };
      owner.conditions.push({ ...slotCondition(binding.slot.name, null, at), each });
    }
    return owner;
  }
  return findPattern(context, binding) ?? bindPattern(outermost(context), binding);
}

/** The fact that exists if the path leads to something, after those of the keys that lead there. */
export function presenceElements(
  context: PatternContext,
  node: PathNode,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): readonly WhenSyntax[] {
  return elementsAt(context, presentTemplate(context.rule.documents, node), binding, at);
}

/** The fact that exists if the path leads to a value of its type, after those of the keys that lead there. */
export function valueElements(
  context: PatternContext,
  node: PathNode,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): readonly WhenSyntax[] {
  return elementsAt(context, valueTemplate(context.rule.documents, node), binding, at);
}

function elementsAt(
  context: PatternContext,
  template: string,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): readonly WhenSyntax[] {
  const inner = createContext(context);
  const joins = joinItem(inner, binding, at);
  addPattern(inner, template, false, null, at).conditions.push(...joins);
  return inner.elements;
}

/** Adds the pattern of the document, for tests of a group that has no other pattern. */
export function addDocument(context: PatternContext, at: Span): void {
  addPattern(context, 'input', false, null, at);
}

/** The pattern that holds the value of a path that may be missing, once per context. */
export function valueDraft(
  context: PatternContext,
  node: PathNode,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): PatternDraft {
  const key = binding.kind === 'item' ? `${node.id} ${binding.name}` : node.id;
  const known = context.values.get(key);
  if (known !== undefined) return known;
  const { rule } = context;
  for (const name of namesOf(binding)) ensurePattern(context, name);
  const joins = joinItem(context, binding, at);
  const template = valueTemplate(rule.documents, node);
  const draft = addPattern(context, template, false, freshAlias(rule, template), at);
  draft.conditions.push(...joins);
  context.values.set(key, draft);
  return draft;
}

/** The slot of `valueDraft`. */
export const valueSlotOf = (node: PathNode): SlotInfo => ({
  name: 'value',
  type: finalType(node.type),
  isList: node.isList === true,
});
