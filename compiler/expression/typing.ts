import type { Report } from '../diagnostics/report.ts';
import type { Slot, SlotType, Template } from '../ruleset.ts';
import type { FunctionSignature } from './scope.ts';
import { FLOAT, INTEGER, STRING, SYMBOL, type StaticType } from './static-type.ts';

/** What is known at one place inside an expression. */
export interface Typing {
  /** Variables bound outside: of the rule, or the parameters of a function. */
  readonly outer: (name: string) => StaticType | null;
  readonly functionOf: (name: string) => FunctionSignature | null;
  readonly templates: ReadonlyMap<string, Template>;
  /** Null: types are inferred and nothing is reported. */
  readonly report: Report | null;
  /** The variables of the function around; null in a condition or a slot value, which has none. */
  readonly locals: Locals | null;
  /** Variables of the loops around, with the form that binds each. */
  readonly loops: ReadonlyMap<string, { readonly type: StaticType; readonly form: string }>;
  /** Fact variables of the queries around, with their templates. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  readonly inQueryTest: boolean;
  /** Names for suggestions. */
  readonly names: { readonly functions: Iterable<string>; readonly variables: Iterable<string> };
}

/** Variables that `bind` sets in a function, with the union of the types set so far. */
export interface Locals {
  readonly types: Map<string, StaticType>;
  /** Union of the types that `return` answers. */
  returned: StaticType;
}

/** The static type of a slot: facts hold exactly the type of their slot. */
export function slotType(type: SlotType): StaticType {
  switch (type) {
    case 'INTEGER':
      return INTEGER;
    case 'FLOAT':
      return FLOAT;
    case 'STRING':
      return STRING;
    case 'SYMBOL':
      return SYMBOL;
  }
}

export function findSlot(
  templates: ReadonlyMap<string, Template>,
  template: string,
  slot: string,
): Slot | null {
  return templates.get(template)?.slots.find(({ name }) => name === slot) ?? null;
}

/** Type of a variable, the innermost first; null when nothing binds it. A variable of type 0 is not inferred yet. */
export function variableType(typing: Typing, name: string): StaticType | null {
  return typing.loops.get(name)?.type ?? typing.locals?.types.get(name) ?? typing.outer(name);
}
