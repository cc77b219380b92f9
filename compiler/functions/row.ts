import type { EmitScope } from '../expression/scope.ts';
import type { StaticType, TypedCode } from '../expression/static-type.ts';
import type { Code } from '../write/code.ts';

export type FunctionGroup =
  'predicate' | 'arithmetic' | 'conversion' | 'transcendental' | 'string' | 'multifield';

/**
 * One function of the language. Argument numbers and types are those of CLIPS 6.4 (the AddUDF rows of its sources),
 * results the types that CLIPS can answer for arguments of the types given.
 */
export interface FunctionRow {
  readonly name: string;
  readonly group: FunctionGroup;
  readonly min: number;
  /** Infinity: no upper bound. */
  readonly max: number;
  /** Accepted types of the arguments in order; the last holds for all that follow. */
  readonly accepts: readonly StaticType[];
  /** Result type for argument types. INVARIANT: monotone, so that inference over recursive functions ends. */
  readonly result: (args: readonly StaticType[]) => StaticType;
  /** Whether arguments of these types, all accepted, can still raise an error. */
  readonly fails: boolean;
  /** Code in the representation of the result type. Arguments are in the representation of their types. */
  readonly emit: (args: readonly TypedCode[], scope: EmitScope) => Code;
  /** Spellings that CLIPS has or had for the same function; the parser turns them into `name`. */
  readonly aliases?: readonly string[];
  /** Not in CLIPS 6.30. */
  readonly since64?: true;
  /** Which arguments are evaluated only when they are needed. */
  readonly lazy?: true;
}

export const MANY = Infinity;

/** The accepted type of the argument at `index`. */
export function acceptedType(row: FunctionRow, index: number): StaticType {
  return row.accepts[Math.min(index, row.accepts.length - 1)] ?? 0;
}

/** A result type that does not depend on the arguments. */
export function always(type: StaticType): () => StaticType {
  return () => type;
}
