import type { FunctionVersion, TypedFunction } from '../../../language/expression/typed-expression.ts';
import type { MatchPlan } from '../../../plan/match-plan.ts';
import { required } from '../../../required.ts';
import type { Code } from '../code/code.ts';
import { emitDeffunction, emitProvided } from './deffunction.ts';
import { emitMemoized } from './emit-memoized.ts';
import type { EmitScope } from './emit-scope.ts';

/** The generated functions of a module's deffunctions: those that some printed call names. */
export interface FunctionVersions {
  /** See EmitScope.deffunction. */
  readonly nameOf: (version: FunctionVersion) => Code;
  /** Code of all functions named, those that they name themselves included. */
  readonly emit: (scope: EmitScope) => readonly Code[];
}

/** `freshName` gives names at the top level of the module. */
export function createFunctionVersions(
  functions: readonly TypedFunction[],
  { choices, intrinsics, memoized }: Pick<MatchPlan, 'choices' | 'intrinsics' | 'memoized'>,
  freshName: (verb: 'call' | 'last', functionName: string) => Code,
): FunctionVersions {
  const names = new Map<number, Code>();
  const pending: FunctionVersion[] = [];
  return {
    nameOf(version) {
      const known = names.get(version.id);
      if (known !== undefined) return known;
      const name = freshName('call', version.name);
      names.set(version.id, name);
      pending.push(version);
      return name;
    },
    emit(scope) {
      const written: Code[] = [];
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        const name = required(names.get(next.id), next.name);
        const definition = required(functions[next.id], next.name);
        const isMemoized = memoized.has(next.id);
        const body = isMemoized ? freshName('call', next.name) : name;
        if (isMemoized) {
          const last = freshName('last', next.name);
          written.push(emitMemoized(definition, { name, body, last }, scope));
        }
        const by = intrinsics.get(next.id)?.by;
        written.push(
          by === undefined
            ? emitDeffunction(definition, choices.get(next.id) ?? null, scope, body)
            : emitProvided(definition, by, scope, body),
        );
      }
      return written;
    },
  };
}
