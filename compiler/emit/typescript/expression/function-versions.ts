import type { TypedFunction } from '../../../language/expression/typed-expression.ts';
import type { MatchPlan } from '../../../plan/match-plan.ts';
import { required } from '../../../required.ts';
import type { Code } from '../code/code.ts';
import type { FunctionNames } from '../function-names.ts';
import { emitDeffunction, emitProvided } from './deffunction.ts';
import { emitMemoized } from './emit-memoized.ts';
import type { EmitScope } from './emit-scope.ts';

/** Code of all functions that were named, those that they name themselves included. */
export function emitFunctions(
  names: FunctionNames,
  functions: readonly TypedFunction[],
  { choices, intrinsics, memoized }: Pick<MatchPlan, 'choices' | 'intrinsics' | 'memoized'>,
  scope: EmitScope,
): readonly Code[] {
  const written: Code[] = [];
  const pending = [...names.takeNamed()];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { version, name } = next;
    const definition = required(functions[version.id], version.name);
    const isMemoized = memoized.has(version.id);
    const body = isMemoized ? names.freshName('call', version.name) : name;
    if (isMemoized) {
      const last = names.freshName('last', version.name);
      written.push(emitMemoized(definition, { name, body, last }, scope));
    }
    const by = intrinsics.get(version.id)?.by;
    written.push(
      by === undefined
        ? emitDeffunction(definition, choices.get(version.id) ?? null, scope, body)
        : emitProvided(definition, by, scope, body),
    );
    pending.push(...names.takeNamed());
  }
  return written;
}
