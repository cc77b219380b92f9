import type { Report } from '../../diagnostics/report.ts';
import type { Field, Slot, Template } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import type { TemporalFunction } from '../../temporal-meaning.ts';
import { FUNCTIONS } from '../functions/table.ts';
import type { FunctionSignature } from './scope.ts';
import type { FunctionVersion, TypedExpression } from './typed-expression.ts';
import type { Expression, LiteralExpression } from './expression.ts';
import { BOOLEAN, FLOAT, INTEGER, MULTIFIELD, STRING, SYMBOL, type StaticType } from '../static-type.ts';

/** Signature that calls of a deffunction are checked and typed by. */
export interface Callee {
  readonly signature: FunctionSignature;
  /** `null` while only types are inferred. */
  readonly version: FunctionVersion | null;
}

/** Scope at one place inside an expression. */
export interface Typing {
  /** Types a part; through it the kinds of expressions reach one another. */
  readonly typed: (expression: Expression, typing: Typing, used: boolean) => TypedExpression;
  /** Variables bound outside: of the rule, or the parameters of a function. */
  readonly outer: (name: string) => StaticType | null;
  /** The deffunction of a name; with the types of the arguments of a call, the version made for them. */
  readonly functionOf: (name: string, types: readonly StaticType[]) => Callee | null;
  /** Functions that the matcher computes from counters, by name. */
  readonly temporal: ReadonlyMap<string, TemporalFunction>;
  /** Results of constant deffunctions, by name; none while only types are inferred. */
  readonly constants: ReadonlyMap<string, LiteralExpression>;
  readonly templates: ReadonlyMap<string, Template>;
  /** `null`: types are inferred and nothing is reported. */
  readonly report: Report | null;
  /** The variables of the function around; null in a condition or a slot value, which has none. */
  readonly locals: Locals | null;
  /** Variables of the loops around, with the form that binds each. */
  readonly loops: ReadonlyMap<string, { readonly type: StaticType; readonly form: string }>;
  /** Fact variables of the queries around, with their templates. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  readonly inQueryTest: boolean;
  /**
   * Calls that appear at several places, such as the cells of a decision table, are typed once. INVARIANT: where one object
   * appears at two places, its variables have the same types there. `null`: repeated calls are typed each time.
   */
  readonly shared: Map<Expression, TypedExpression> | null;
  /** Names for suggestions. */
  readonly names: { readonly functions: Iterable<string>; readonly variables: Iterable<string> };
}

/** Variables that `bind` sets in a function, with the union of the types set so far. */
export interface Locals {
  readonly types: Map<string, StaticType>;
  /** Union of the types of what `return` returns. */
  returned: StaticType;
  /** Variables that may be read before they have a value. */
  readonly unbound: ReadonlySet<string>;
  /** The types are inferred: what `bind` returns is held as the variable holds it. */
  readonly settled: boolean;
}

const STATIC_TYPES: Readonly<Record<SlotType, StaticType>> = {
  INTEGER,
  FLOAT,
  STRING,
  SYMBOL,
  BOOLEAN,
  TIME: INTEGER,
};

/** The static type of a slot, or of one item of a list: facts hold exactly the type of their slot. */
export function slotType(type: SlotType): StaticType {
  return STATIC_TYPES[type];
}

/** The static type of all that a slot holds. */
export function slotStaticType({ type, list }: Pick<Slot, 'type' | 'list'>): StaticType {
  return list ? MULTIFIELD : STATIC_TYPES[type];
}

/** The static type of what a field of a pattern is of: all that its slot holds, or one item of it. */
export function fieldStaticType(
  slot: Pick<Slot, 'type' | 'list'>,
  { each }: Pick<Field, 'each'>,
): StaticType {
  return each === undefined ? slotStaticType(slot) : slotType(slot.type);
}

export function findSlot(
  templates: ReadonlyMap<string, Template>,
  template: string,
  slot: string,
): Slot | null {
  return templates.get(template)?.slots.find(({ name }) => name === slot) ?? null;
}

/** Type of the items of a list slot; null for a slot of one value, and for one that does not exist. */
export function slotItemType(
  templates: ReadonlyMap<string, Template>,
  template: string,
  slot: string,
): StaticType | null {
  const found = findSlot(templates, template, slot);
  return found?.list === true ? slotType(found.type) : null;
}

/** Type of a variable, the innermost first; null when nothing binds it. A variable of type 0 is not inferred yet. */
export function variableType(typing: Typing, name: string): StaticType | null {
  return typing.loops.get(name)?.type ?? typing.locals?.types.get(name) ?? typing.outer(name);
}

/** Actions in order; the value of the last one is used if theirs is. */
export function typedActions(
  actions: readonly Expression[],
  typing: Typing,
  used: boolean,
): readonly TypedExpression[] {
  if (actions.length > 1) for (const action of actions) reportUncalled(action, typing);
  return actions.map((action, i) => typing.typed(action, typing, used && i === actions.length - 1));
}

/** Reports the name of a function without the parentheses of its call, beside what look like its arguments. */
export function reportUncalled(value: Expression | undefined, { report, functionOf }: Typing): void {
  if (report === null || value?.kind !== 'literal' || value.value.type !== 'SYMBOL') return;
  const { value: text } = value.value;
  if (text === 'bind' || FUNCTIONS.has(text) || functionOf(text, []) !== null)
    report.add('clips-no-call', value.at, { text });
}

/** Type of the last action; an empty list of actions is FALSE. */
export function typeOfLast(actions: readonly TypedExpression[]): StaticType {
  return actions.at(-1)?.valueType ?? BOOLEAN;
}

export function literalType({ value }: LiteralExpression): StaticType {
  if (value.type === 'SYMBOL' && (value.value === 'TRUE' || value.value === 'FALSE')) return BOOLEAN;
  return slotType(value.type);
}
