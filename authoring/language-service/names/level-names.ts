import type { Span } from '../../../compiler/diagnostics/position.ts';
import { OPERATOR_TABLE } from '../../../compiler/language/operators/table.ts';
import { levelId, type Scope } from './scope.ts';

/** An argument that is a bare word or a text. */
export interface WordArgument {
  readonly word: string;
  readonly at: Span;
}

/**
 * Takes the levels and the hierarchy that the arguments of an operator name. A level that several hierarchies have belongs to
 * the one that is named, or to none.
 *
 * @param args `null` for arguments that are not words
 */
export function collectLevels(scope: Scope, operator: string, args: readonly (WordArgument | null)[]): void {
  const { collector, levels, hierarchies } = scope.names;
  const parameters = OPERATOR_TABLE.get(operator)?.parameters ?? [];
  const named = args[parameters.indexOf('hierarchy')] ?? null;
  if (named !== null && hierarchies.has(named.word))
    collector.add('hierarchy', `hierarchy:${named.word}`, named.word, named.at);
  parameters.forEach((kind, i) => {
    const arg = args[i] ?? null;
    if (kind !== 'level' || arg === null) return;
    const owners = levels.get(arg.word) ?? [];
    const owner =
      named === null ? owners.length === 1 && owners[0] : owners.find((one) => one === named.word);
    if (owner) collector.add('level', levelId(owner, arg.word), arg.word, arg.at);
  });
}
