import type { Ruleset } from '../../../compiler/ruleset.ts';
import { isVolatile } from './read-expression.ts';

/** Ids of the functions of a ruleset whose answer can change with facts, the clock or the host. */
export function changeableFunctions({
  typedFunctions,
}: Pick<Ruleset, 'typedFunctions'>): ReadonlySet<number> {
  const found = new Set<number>();
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { version, body } of typedFunctions)
      if (body.some((one) => isVolatile(one, found))) found.add(version.id);
  }
  return found;
}
