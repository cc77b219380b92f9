import type { FunctionVersion } from '../../../language/expression/typed-expression.ts';
import type { TemporalFunction, Template } from '../../../ruleset.ts';
import type { Code } from '../code/code.ts';
import type { TypedCode } from './typed-code.ts';

/** What the emitter of one expression may use of its surroundings. */
export interface EmitScope {
  /** Code and type of a variable bound outside the expression. */
  readonly variable: (name: string) => TypedCode;
  /** Name of the generated function of a version, which is then generated. */
  readonly deffunction: (version: FunctionVersion) => Code;
  /** What counters tell of arguments. */
  readonly temporal: (temporal: TemporalFunction, args: readonly TypedCode[]) => Code;
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
