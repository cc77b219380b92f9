import type { FunctionDefinition } from '../../language/expression/expression.ts';
import type { RulesetFunction } from '../../ruleset.ts';
import { visitCalls } from './called-functions.ts';
import { printDeffunction } from './expression.ts';

/** Functions live in MAIN, whatever module was declared last. */
function emitFunction(definition: FunctionDefinition): string {
  return printDeffunction({ ...definition, name: 'MAIN::' + definition.name });
}

/** Names called in a function before their own definition is loaded. */
function forwardReferences(
  definition: FunctionDefinition,
  pending: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const expression of definition.body) {
    visitCalls(expression, (name) => {
      if (name !== definition.name && pending.has(name)) found.add(name);
    });
  }
  return found;
}

/**
 * Deffunctions in load order. CLIPS reads a call only of a function that it knows, so mutual recursion needs a forward
 * declaration: the same parameters and no body, replaced by the definition (Basic Programming Guide 7).
 */
export function emitFunctions(functions: readonly RulesetFunction[]): readonly string[] {
  const definitions = new Map(functions.map(({ definition }) => [definition.name, definition]));
  const pending = new Set(definitions.keys());
  const declared = new Set<string>();
  return functions.flatMap(({ definition }) => {
    const declarations = [...forwardReferences(definition, pending)].filter((name) => !declared.has(name));
    pending.delete(definition.name);
    return [
      ...declarations.flatMap((name) => {
        declared.add(name);
        const callee = definitions.get(name);
        return callee ? [emitFunction({ ...callee, body: [] })] : [];
      }),
      emitFunction(definition),
    ];
  });
}
