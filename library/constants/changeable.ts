import type { Ruleset } from '../../compiler/ruleset.ts';
import type { TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { partsOf } from '../../compiler/language/expression/variables.ts';

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

/** True if its result can differ with other facts, at another time or on another host. */
export function isVolatile(expression: TypedExpression, changeable: ReadonlySet<number>): boolean {
  if (expression.kind === 'fact-query' || expression.kind === 'fact-slot') return true;
  if (expression.kind === 'call') {
    const { target } = expression;
    if (target.kind === 'now' || target.kind === 'temporal' || target.kind === 'host') return true;
    if (target.kind === 'deffunction' && changeable.has(target.version.id)) return true;
  }
  return partsOf(expression).some((part) => isVolatile(part, changeable));
}
