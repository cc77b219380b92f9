/**
 * Values. Where the compiler knows a type, a value is a plain JavaScript value: INTEGER a number while it is a safe
 * integer and a bigint beyond, FLOAT a number, STRING and SYMBOL a string, a truth value a boolean. Where it does not
 * know, values are boxed so that the four stay apart: see `Value`.
 */

import type { TemplateOperations } from '../abi.ts';
import type { PartialMatch } from '../matching/partial-match.ts';

/** INVARIANT: a bigint only outside the safe integers, always inside signed 64 bits; so `===` is equality. */
export type Integer = number | bigint;

/** A FLOAT in a place whose type is not known statically. */
export class FloatValue {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** A SYMBOL in a place whose type is not known statically. */
export class SymbolValue {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A multifield value; fields are never multifields themselves. */
export type Multifield = readonly FieldValue[];

/** A boxed single value: INTEGER (number or bigint), STRING (string), FLOAT, SYMBOL, or a fact. */
export type FieldValue = Integer | string | FloatValue | SymbolValue | Fact;

/** Any boxed value. */
export type Value = FieldValue | Multifield;

/**
 * Shape of every generated fact class (see define-template.ts). Slots follow as own fields in declaration order, unboxed:
 * a SYMBOL slot holds a string, an INTEGER slot an Integer. The constructor of each class sets the fields that are declared
 * here, in this order, and calls no other: a constructor that all classes share would make objects of every shape, and V8
 * does not inline that.
 */
export abstract class Fact {
  /** Fact index: grows with every fact asserted in an engine; the order in which facts are listed. 0: not asserted. */
  declare index: number;
  /** Retracted, or taken back at the end of a scoped evaluation. */
  declare gone: boolean;
  /** Milliseconds of the injected clock when the fact came in from outside; 0 for a fact that a rule derived. */
  declare assertedAt: number;
  /** Alpha matches of this fact in the part of the network with removal, newest first (see partial-match.ts). */
  declare matches: PartialMatch | null;
  /** Flags of the sets that joins find this fact in (see FactMemory). */
  declare sets0: number;
  declare sets1: number;
  /** The fact of an entry of a match. */
  get itself(): Fact {
    return this;
  }
  /** Both on the prototype (see define-template.ts). */
  declare readonly template: string;
  declare readonly operations: TemplateOperations;
}

/** CLIPS truth of a boxed value: everything but the symbol FALSE. */
export function truthy(value: Value): boolean {
  return !(value instanceof SymbolValue && value.name === 'FALSE');
}

/** CLIPS `eq` on floats: by bits of sign and value, so that 0.0 and -0.0 differ. */
export function sameFloat(a: number, b: number): boolean {
  return Object.is(a, b);
}
