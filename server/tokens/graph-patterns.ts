import { GRAPHS_FOLDER } from '../graphs/graph.ts';
import type { Caller } from './caller.ts';
import { allowsRuleset } from './ruleset-patterns.ts';

/** Whether a graph exists for a caller: the patterns of a token name it as `graphs/NAME`. */
export function allowsGraph({ rulesets }: Caller, graphId: string): boolean {
  return allowsRuleset(rulesets, `${GRAPHS_FOLDER}/${graphId}`);
}
