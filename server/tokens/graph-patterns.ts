import { GRAPHS_FOLDER } from '../../library/graphs/graph.ts';
import type { Caller } from './caller.ts';
import { allowsRuleset } from '../../library/ruleset-patterns.ts';

/** True if a caller may see a graph: the patterns of a token name it as `graphs/NAME`. */
export function allowsGraph({ rulesets }: Pick<Caller, 'rulesets'>, graphId: string): boolean {
  return allowsRuleset(rulesets, `${GRAPHS_FOLDER}/${graphId}`);
}
