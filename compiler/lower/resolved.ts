/** Expressions of the short form whose names are resolved. */
import type { Span } from '../diagnostics/position.ts';
import type { ArithmeticTree, Comparison, Quantifier, ShortLiteral } from '../short-tree.ts';
import type { Located } from '../syntax.ts';
import type { ListNode, PathNode } from './document/nodes.ts';
import type { ConstantInfo, SlotInfo, TemplateInfo, TypeWord } from './vocabulary.ts';

/** Meaning of a name in a rule. */
export type Binding = FactBinding | DocumentBinding | ItemBinding | EachBinding | LetBinding;

/** A fact of a template or a row of a relation. */
export interface FactBinding {
  readonly kind: 'fact';
  readonly name: string;
  readonly template: TemplateInfo;
  /** It is not declared by `for` or a quantifier: a condition mentions the template. */
  readonly isImplied: boolean;
  /** Where it is mentioned first. */
  readonly at: Span;
}

/** The document as a whole. */
export interface DocumentBinding {
  readonly kind: 'document';
  readonly name: 'input';
  readonly at: Span;
}

/** An item of a list or map of the document. */
export interface ItemBinding {
  readonly kind: 'item';
  readonly name: string;
  readonly list: ListNode;
  readonly owner: DocumentBinding | ItemBinding;
  /** Its list is written with `?`. */
  readonly isOptional: boolean;
  /** `map[key]`: the entry of that key, which has no pattern of its own; left out for an item that is gone through. */
  readonly entry?: Resolved;
  readonly at: Span;
}

/** The names whose patterns say which value a path below the binding means. */
export function namesOf(
  binding: DocumentBinding | ItemBinding,
): readonly Exclude<Binding, DocumentBinding>[] {
  if (binding.kind === 'document') return [];
  const { entry, owner } = binding;
  return entry === undefined ? [binding] : [...namesOf(owner), ...namesIn(entry)];
}

function namesIn(key: Resolved): readonly Exclude<Binding, DocumentBinding>[] {
  if (key.kind === 'path') return namesOf(key.binding);
  if (key.kind === 'slot' || key.kind === 'variable') return [key.binding];
  return partsOf(key).flatMap(namesIn);
}

/** The keys of the entries that lead to the binding, from the outermost. */
export function keysTo(binding: DocumentBinding | ItemBinding): readonly Resolved[] {
  if (binding.kind === 'document' || binding.entry === undefined) return [];
  return [...keysTo(binding.owner), binding.entry];
}

/** The path with each key of an entry replaced; itself if none is. */
export function mapKeys(path: PathValue, map: (key: Resolved) => Resolved): PathValue {
  const binding = mapBinding(path.binding, map);
  return binding === path.binding ? path : { ...path, binding };
}

function mapBinding(
  binding: DocumentBinding | ItemBinding,
  map: (key: Resolved) => Resolved,
): DocumentBinding | ItemBinding {
  if (binding.kind === 'document' || binding.entry === undefined) return binding;
  const [owner, entry] = [mapBinding(binding.owner, map), map(binding.entry)];
  if (owner === binding.owner && entry === binding.entry) return binding;
  // Another entry, whose pattern is not shared with that of the first.
  return { ...binding, name: `${binding.name} ${entry.kind}`, owner, entry };
}

/** True if no key that leads to the binding can be unknown. */
export const hasKnownKeys = (binding: DocumentBinding | ItemBinding): boolean =>
  keysTo(binding).every(isKnown);

const isKnown = (key: Resolved): boolean =>
  key.kind === 'path'
    ? key.node.isDefinite && hasKnownKeys(key.binding)
    : key.kind === 'slot' || key.kind === 'variable' || key.kind === 'constant' || key.kind === 'literal';

/** An item of a fact's list. */
export interface EachBinding {
  readonly kind: 'each';
  readonly name: string;
  readonly owner: FactBinding;
  readonly slot: SlotInfo;
  readonly at: Span;
}

/** The value of an aggregate. */
export interface LetBinding {
  readonly kind: 'let';
  readonly name: string;
  /** `null` if nothing but a number is known. */
  readonly type: TypeWord | null;
  readonly isList: boolean;
  readonly at: Span;
}

/** `use`: the use of a definition that the expression took the place of. */
export type Resolved = ResolvedForm & { readonly use?: Span };

type ResolvedForm =
  | LiteralValue
  | { readonly kind: 'list'; readonly items: readonly Resolved[]; readonly at: Span }
  | SlotValue
  | PathValue
  | { readonly kind: 'variable'; readonly binding: EachBinding | LetBinding; readonly at: Span }
  | { readonly kind: 'constant'; readonly constant: ConstantInfo; readonly at: Span }
  | LookupValue
  | { readonly kind: 'now'; readonly at: Span }
  /** A name alone, where a value or a condition is expected. */
  | {
      readonly kind: 'whole';
      readonly binding: FactBinding | DocumentBinding | ItemBinding;
      readonly at: Span;
    }
  /** A name of a template, slot, level or hierarchy, which some operators take. */
  | { readonly kind: 'word'; readonly text: string; readonly at: Span }
  | CallValue
  | { readonly kind: 'has'; readonly path: PathValue; readonly at: Span }
  | MethodValue
  | QuantifierValue
  | ComparisonValue
  | MembershipValue
  | {
      readonly kind: 'arithmetic';
      readonly sign: ArithmeticTree['sign'];
      readonly left: Resolved;
      readonly right: Resolved;
      readonly at: Span;
    }
  | CoalesceValue
  | { readonly kind: 'negative' | 'not'; readonly operand: Resolved; readonly at: Span }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Resolved[]; readonly at: Span }
  /** Two paths of which nothing says the type hold values of one kind. Made by lowering. */
  | { readonly kind: 'same-kind'; readonly left: PathValue; readonly right: PathValue; readonly at: Span };

interface LiteralValue {
  readonly kind: 'literal';
  readonly value: ShortLiteral;
  readonly at: Span;
}

export interface SlotValue {
  readonly kind: 'slot';
  readonly binding: FactBinding | ItemBinding;
  readonly slot: SlotInfo;
  readonly at: Span;
}

/** A path of the document, or of an item of it. */
export interface PathValue {
  readonly kind: 'path';
  readonly node: PathNode;
  readonly binding: DocumentBinding | ItemBinding;
  readonly isOptional: boolean;
  readonly at: Span;
}

/** `const.map[key]` */
export interface LookupValue {
  readonly kind: 'lookup';
  readonly constant: ConstantInfo;
  readonly key: Resolved;
  readonly at: Span;
}

/** `name(arguments)` */
export interface CallValue {
  readonly kind: 'call';
  readonly name: Located<string>;
  readonly args: readonly Resolved[];
  /** True for a function of the ruleset. */
  readonly isOwn: boolean;
  readonly at: Span;
}

export interface MethodValue {
  readonly kind: 'method';
  readonly subject: Resolved;
  readonly operator: Located<string>;
  readonly args: readonly Resolved[];
  readonly raw: Located<string>;
  readonly at: Span;
}

export interface QuantifierValue {
  readonly kind: 'quantifier';
  readonly quantifier: Located<Quantifier>;
  readonly binding: FactBinding | ItemBinding | EachBinding;
  /** The list that it goes through; `null` for facts. */
  readonly source: PathValue | null;
  readonly args: readonly Resolved[];
  readonly at: Span;
}

export interface ComparisonValue {
  readonly kind: 'comparison';
  readonly sign: Located<Comparison>;
  readonly left: Resolved;
  readonly right: Resolved;
  readonly at: Span;
}

export interface MembershipValue {
  readonly kind: 'in';
  readonly isNegated: boolean;
  readonly operatorAt: Span;
  readonly left: Resolved;
  readonly right: Resolved;
  readonly at: Span;
}

export interface CoalesceValue {
  readonly kind: 'coalesce';
  readonly path: PathValue;
  readonly literal: LiteralValue;
  readonly at: Span;
}

/** The parts of an expression, from left to right. */
export function partsOf(expression: Resolved): readonly Resolved[] {
  switch (expression.kind) {
    case 'list':
      return expression.items;
    case 'lookup':
      return [expression.key];
    case 'call':
      return expression.args;
    case 'has':
      return [expression.path];
    case 'method':
      return [expression.subject, ...expression.args];
    case 'quantifier':
      return expression.args;
    case 'comparison':
    case 'in':
    case 'arithmetic':
    case 'same-kind':
      return [expression.left, expression.right];
    case 'coalesce':
      return [expression.path, expression.literal];
    case 'negative':
    case 'not':
      return [expression.operand];
    case 'and':
    case 'or':
      return expression.operands;
    default:
      return [];
  }
}

/** The expression with each part replaced; the parts are those of `partsOf`. */
export function mapParts(expression: Resolved, map: (part: Resolved) => Resolved): Resolved {
  switch (expression.kind) {
    case 'list':
      return { ...expression, items: expression.items.map(map) };
    case 'has':
      return { ...expression, path: map(expression.path) as PathValue };
    case 'lookup':
      return { ...expression, key: map(expression.key) };
    case 'call':
    case 'quantifier':
      return { ...expression, args: expression.args.map(map) };
    case 'method':
      return { ...expression, subject: map(expression.subject), args: expression.args.map(map) };
    case 'comparison':
    case 'in':
    case 'arithmetic':
      return { ...expression, left: map(expression.left), right: map(expression.right) };
    case 'negative':
    case 'not':
      return { ...expression, operand: map(expression.operand) };
    case 'and':
    case 'or':
      return { ...expression, operands: expression.operands.map(map) };
    default:
      return expression;
  }
}
