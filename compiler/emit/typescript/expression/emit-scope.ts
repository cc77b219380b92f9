import type { FunctionVersion } from '../../../language/expression/typed-expression.ts';
import type { Slot } from '../../../ruleset.ts';
import type { TemporalFunction } from '../../../temporal-meaning.ts';
import type { Code } from '../code/code.ts';
import type { TypedCode } from './typed-code.ts';

/** Surroundings that the emitter of one expression may use. */
export interface EmitScope {
  /** Code and type of a variable bound outside the expression. */
  readonly variable: (name: string) => TypedCode;
  /** Name of the generated function of a version, which is then generated. */
  readonly deffunction: (version: FunctionVersion) => Code;
  /** Values of counters for arguments. */
  readonly temporal: (temporal: TemporalFunction, args: readonly TypedCode[]) => Code;
  /** The identifier of a function or constant that the runtime exports (runtime/functions/*); imports it. */
  readonly runtime: (name: string) => Code;
  /** A module-level constant made once (`code` is its initialiser; equal initialisers share one constant), with a comment. */
  readonly constant: (hint: string, code: Code, told?: Code) => Code;
  /** The matcher object: facts for fact-set queries (`factsOf`), host functions, step limits. */
  readonly matcher: Code;
  /** The TypeScript type of the matcher object. */
  readonly matcherType: Code;
  /** The memory of all facts of a template (runtime Memory<Fact>). */
  readonly factsOf: (template: string) => Code;
  /** Class name of a template's facts. */
  readonly factClass: (template: string) => Code;
  /** A slot, and the name of its property on the fact class. */
  readonly slot: (template: string, slot: string) => { readonly slot: Slot; readonly name: Code };
  /** A fresh local variable name. */
  readonly local: (hint: string) => Code;
}
