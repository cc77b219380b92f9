import type { Expression } from '../expression/expression.ts';
import { partsOf } from '../expression/variables.ts';
import type { RulesetFunction } from '../ruleset.ts';

function addCalls(expression: Expression, calls: Set<string>): void {
  if (expression.kind === 'call') calls.add(expression.name);
  for (const part of partsOf(expression)) addCalls(part, calls);
}

/** Callees first, else as declared. Functions that call each other stand as declared (forward declarations). */
export function orderFunctions(functions: readonly RulesetFunction[]): readonly RulesetFunction[] {
  const byName = new Map(functions.map((item) => [item.name, item]));
  const visited = new Set<RulesetFunction>();
  const ordered: RulesetFunction[] = [];
  const visit = (item: RulesetFunction): void => {
    if (visited.has(item)) return;
    visited.add(item);
    const calls = new Set<string>();
    for (const expression of item.definition.body) addCalls(expression, calls);
    for (const callee of calls) {
      const found = byName.get(callee);
      if (found) visit(found);
    }
    ordered.push(item);
  };
  functions.forEach(visit);
  return ordered;
}
