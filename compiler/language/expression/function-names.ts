import { FORMS, FUNCTIONS } from '../functions/table.ts';
import type { FunctionSignature } from './scope.ts';

/** Every function that can be called, for suggestions: nothing is listed before one is looked for. */
export function functionNames(
  signatures: Pick<ReadonlyMap<string, FunctionSignature>, 'keys'>,
): Iterable<string> {
  return {
    *[Symbol.iterator]() {
      yield* FUNCTIONS.keys();
      yield* FORMS;
      yield* signatures.keys();
    },
  };
}
