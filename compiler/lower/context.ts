/**
 * Patterns of one `when`, group or branch while they grow: conditions are added to the pattern of the last name that a
 * comparison mentions.
 */
import type { Span } from '../diagnostics/position.ts';
import type { ArgumentSyntax, ConditionSyntax, Located, PatternSyntax, WhenSyntax } from '../syntax.ts';
import { presentTemplate, valueSlot, valueTemplate } from './document/hidden.ts';
import type { PathNode } from './document/nodes.ts';
import { finalType } from './document/type-variable.ts';
import { reference } from './arguments.ts';
import { operatorOf, slotCondition } from './new-condition.ts';
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
  alias: string,
  at: Span,
): PatternDraft {
  const conditions: ConditionSyntax[] = [];
  const named = (value: string): Located<string> => ({ value, at });
  const syntax: PatternSyntax = {
    kind: 'pattern',
    template: named(template),
    ...(isRelation ? { relation: true as const } : {}),
    alias: named(alias),
    conditions,
    at,
  };
  const draft = { syntax, conditions, alias, context };
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
  const outer = owner && ensurePattern(context, owner);
  const draft = addPattern(context, template, isRelation, name, at);
  if (owner !== null && outer !== null) joinLevels(draft.conditions, outer, owner.list.depth, at);
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
function joinLevels(conditions: ConditionSyntax[], item: PatternDraft, depth: number, at: Span): void {
  for (let level = 0; level <= depth; level++) {
    const slot = `at${level}`;
    conditions.push(slotCondition(slot, operatorOf('equals', [reference(item.alias, slot, at)], at), at));
  }
}

/** Equal keys of the item that a value is below; of an entry, the key that the rule names. */
function joinItem(
  context: PatternContext,
  conditions: ConditionSyntax[],
  binding: DocumentBinding | ItemBinding,
  at: Span,
): void {
  if (binding.kind === 'document') return;
  const { entry, owner, list } = binding;
  if (entry === undefined) {
    joinLevels(conditions, ensurePattern(context, binding), list.depth, at);
    return;
  }
  joinItem(context, conditions, owner, at);
  const key = keyArgument(context, entry);
  conditions.push(slotCondition(`at${list.depth}`, operatorOf('equals', [key], at), at));
}

/** The key of an entry, which is never missing (resolve-entry.ts). */
function keyArgument(context: PatternContext, key: Resolved): ArgumentSyntax {
  const { at } = key;
  switch (key.kind) {
    case 'slot':
      return reference(ensurePattern(context, key.binding).alias, key.slot.name, at);
    case 'variable':
      ensurePattern(context, key.binding);
      return { kind: 'variable', name: key.binding.name, at };
    case 'constant':
      return reference('const', key.constant.name, at);
    case 'path':
      return reference(
        ensurePattern(context, key.binding).alias,
        valueSlot(context.rule.documents, key.node),
        at,
      );
    default:
      throw new TypeError('not a key');
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

/** The fact that exists if the path leads to something. */
export function presencePattern(
  context: PatternContext,
  node: PathNode,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): PatternSyntax {
  return patternAt(context, presentTemplate(context.rule.documents, node), binding, at);
}

/** The fact that exists if the path leads to a value of its type. */
export function valuePattern(
  context: PatternContext,
  node: PathNode,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): PatternSyntax {
  return patternAt(context, valueTemplate(context.rule.documents, node), binding, at);
}

function patternAt(
  context: PatternContext,
  template: string,
  binding: DocumentBinding | ItemBinding,
  at: Span,
): PatternSyntax {
  const conditions: ConditionSyntax[] = [];
  joinItem(context, conditions, binding, at);
  return { kind: 'pattern', template: { value: template, at }, alias: null, conditions, at };
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
  const template = valueTemplate(rule.documents, node);
  const draft = addPattern(context, template, false, freshAlias(rule, template), at);
  joinItem(context, draft.conditions, binding, at);
  context.values.set(key, draft);
  return draft;
}

/** The slot of `valueDraft`. */
export const valueSlotOf = (node: PathNode): SlotInfo => ({
  name: 'value',
  type: finalType(node.type),
  isList: node.isList === true,
});
