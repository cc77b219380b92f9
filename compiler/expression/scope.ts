/** What the parser, the checker and the emitter of expressions are given; agreed between the phases. */
import type { Span } from '../diagnostics/position.ts';
import type { Template } from '../ruleset.ts';
import type { SourceText } from '../syntax.ts';
import type { Code } from '../write/code.ts';
import type { StaticType, TypedCode } from './static-type.ts';

export type ExpressionSource = SourceText;

/** Signature of a deffunction, inferred from its body. */
export interface FunctionSignature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** Types of the parameters of a version made for them (function-versions.ts); left out: any value, boxed. */
  readonly parameterTypes?: readonly StaticType[];
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

/** A generated function. */
export interface FunctionTarget {
  readonly code: Code;
  readonly signature: FunctionSignature;
}

/** What the emitter of one expression may use of its surroundings. */
export interface EmitScope {
  /** Code and type of a variable bound outside the expression, or null. */
  readonly variable: (name: string) => TypedCode | null;
  /**
   * Name of the generated function of a deffunction, and its signature; null when unknown. With the types of the
   * arguments of a call it may be a version made for them; without, it is only a question.
   */
  readonly deffunction: (name: string, types?: readonly StaticType[]) => FunctionTarget | null;
  /** The answer of an internal function of a temporal condition to arguments; null for any other function. */
  readonly temporal: (name: string, args: readonly TypedCode[]) => TypedCode | null;
  /** The identifier of a function or constant that the runtime exports (runtime/functions/*); imports it. */
  readonly runtime: (name: string) => Code;
  /** A module-level constant made once (`code` is its initialiser; equal initialisers share one constant). */
  readonly constant: (hint: string, code: Code) => Code;
  /** The matcher object: facts for fact-set queries (`factsOf`), host functions, step limits. */
  readonly matcher: Code;
  /** The TypeScript type of the matcher object. */
  readonly matcherType: Code;
  readonly templates: ReadonlyMap<string, Template>;
  /** The memory of all facts of a template (runtime Memory<Fact>). */
  readonly factsOf: (template: string) => Code;
  /** Class name of a template's facts. */
  readonly factClass: (template: string) => Code;
  /** Property name of a slot on its fact class. */
  readonly slot: (template: string, slot: string) => Code;
  /** A fresh local variable name. */
  readonly local: (hint: string) => Code;
}
