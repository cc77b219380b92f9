/** Functions of the compiler's own that the runtime has, too: the matcher calls those where all arguments are texts. */
import { isPlainText } from '../language/static-type.ts';
import type { TypedFunction } from '../language/expression/typed-expression.ts';
import type { ProvidedFunction, RulesetFunction } from '../ruleset.ts';

export interface Provided {
  /** Name of the function that it represents. */
  readonly name: string;
  readonly by: ProvidedFunction;
}

/** By the id of their version. */
export function planProvided(
  typedFunctions: readonly TypedFunction[],
  functions: readonly RulesetFunction[],
): ReadonlyMap<number, Provided> {
  const providers = new Map(functions.map(({ name, provided }) => [name, provided]));
  return new Map(
    typedFunctions.flatMap(({ version: { id, name, parameterTypes } }): [number, Provided][] => {
      const by = providers.get(name) ?? null;
      return by !== null && parameterTypes.every(isPlainText) ? [[id, { name, by }]] : [];
    }),
  );
}
