import { representation } from '../../../language/static-type.ts';
import type { TypedFunction } from '../../../language/expression/typed-expression.ts';
import { code, joined, types, type Code } from '../code/code.ts';
import { headOf, parametersOf } from './deffunction.ts';
import type { EmitScope } from './emit-scope.ts';
import { typeScriptType } from './expression-convert.ts';
import { runtime } from './runtime-names.ts';

/** Names at the top level of the module. */
interface RememberingNames {
  readonly name: Code;
  /** The function that has the body. */
  readonly body: Code;
  /** Its last call. */
  readonly last: Code;
}

/** The function in front of one that memoizes its last call (compiler/plan/memoized.ts). */
export function emitMemoized(
  definition: TypedFunction,
  { name, body, last }: RememberingNames,
  scope: EmitScope,
): Code {
  const { matcher } = scope;
  const parameters = parametersOf(definition, scope);
  const given = joined(
    parameters.map(({ value }) => value.code),
    ', ',
  );
  const returned = typeScriptType(representation(definition.version.result), scope);
  return code`const ${last} = new ${runtime(scope, 'LastCall')}();
${headOf(definition, scope, name, parameters)} {
if (${last}.holds(${matcher}, ${given})) return ${last}.result${types` as ${returned}`};
return ${last}.keep(${matcher}, ${matcher}.steps, ${body}(${matcher}, ${given}), ${given});
}`;
}
