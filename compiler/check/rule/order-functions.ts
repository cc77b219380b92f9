import type { Expression } from '../../language/expression/expression.ts';
import { partsOf } from '../../language/expression/variables.ts';
import type { RulesetFunction } from '../../ruleset.ts';

function addCalls(expression: Expression, calls: Set<string>): void {
  if (expression.kind === 'call') calls.add(expression.name);
  for (const part of partsOf(expression)) addCalls(part, calls);
}

function calleesOf({ definition }: RulesetFunction): readonly string[] {
  const calls = new Set<string>();
  for (const expression of definition.body) addCalls(expression, calls);
  return [...calls];
}

/** Callees first, otherwise as declared. Functions that call each other keep their order (forward declarations). */
export function orderFunctions(functions: readonly RulesetFunction[]): readonly RulesetFunction[] {
  const byName = new Map(functions.map((item) => [item.name, item]));
  const visited = new Set<RulesetFunction>();
  const ordered: RulesetFunction[] = [];
  for (const start of functions) {
    // Its own stack, because a chain of calls may be as long as the ruleset.
    const open = [{ item: start, callees: [...calleesOf(start)] }];
    if (visited.has(start)) continue;
    visited.add(start);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const callee = byName.get(top.callees.shift() ?? '');
      if (callee !== undefined && !visited.has(callee)) {
        visited.add(callee);
        open.push({ item: callee, callees: [...calleesOf(callee)] });
      } else if (top.callees.length === 0) {
        ordered.push(top.item);
        open.pop();
      }
    }
  }
  return ordered;
}
