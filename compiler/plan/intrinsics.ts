/** Functions of the compiler's own that the runtime has, too: the matcher calls those where all arguments are texts. */
import { isPlainText } from '../language/static-type.ts';
import type { TypedFunction } from '../language/expression/typed-expression.ts';
import type { IntrinsicFunction, RulesetFunction } from '../ruleset.ts';

export interface Intrinsic {
  /** Name of the function that it represents. */
  readonly name: string;
  readonly by: IntrinsicFunction;
}

/** By the id of their version. */
export function planIntrinsics(
  typedFunctions: readonly TypedFunction[],
  functions: readonly RulesetFunction[],
): ReadonlyMap<number, Intrinsic> {
  const intrinsics = new Map(functions.map(({ name, intrinsic }) => [name, intrinsic]));
  return new Map(
    typedFunctions.flatMap(({ version: { id, name, parameterTypes } }): [number, Intrinsic][] => {
      const by = intrinsics.get(name) ?? null;
      return by !== null && parameterTypes.every(isPlainText) ? [[id, { name, by }]] : [];
    }),
  );
}
