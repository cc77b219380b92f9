/** Input of the parser and the checker of expressions. */
import type { Span } from '../../diagnostics/position.ts';
import type { Template } from '../../ruleset.ts';
import type { StaticType } from '../static-type.ts';

/** Signature of a deffunction, inferred from its body. */
export interface FunctionSignature {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly variadic: boolean;
  readonly result: StaticType;
  readonly at: Span;
}

export interface CheckScope {
  /** Types of the variables in scope (`?x` and `$?x` by name). */
  readonly variables: ReadonlyMap<string, StaticType>;
  readonly functions: ReadonlyMap<string, FunctionSignature>;
  readonly templates: ReadonlyMap<string, Template>;
  /** Functions whose names start with `service-` are host functions: any number of arguments, any answer. */
}
