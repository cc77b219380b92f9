/** Names of the generated functions of a module's deffunctions: those that some printed call names. */
import type { FunctionVersion } from '../../language/expression/typed-expression.ts';
import type { Code } from './code/code.ts';

export interface FunctionNames {
  readonly freshName: (verb: 'call' | 'last', functionName: string) => Code;
  /** Name of the generated function of a version, which is then generated. */
  readonly nameOf: (version: FunctionVersion) => Code;
  /** Takes the versions named since the last call, in the order in which they were named. */
  readonly takeNamed: () => readonly { readonly version: FunctionVersion; readonly name: Code }[];
}

/** `freshName` gives names at the top level of the module. */
export function createFunctionNames(freshName: FunctionNames['freshName']): FunctionNames {
  const given = new Map<number, Code>();
  const pending: { readonly version: FunctionVersion; readonly name: Code }[] = [];
  return {
    freshName,
    nameOf(version) {
      const known = given.get(version.id);
      if (known !== undefined) return known;
      const name = freshName('call', version.name);
      given.set(version.id, name);
      pending.push({ version, name });
      return name;
    },
    takeNamed: () => pending.splice(0),
  };
}
