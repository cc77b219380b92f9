/** Visibility of runs for a caller. */
import { GRAPHS_FOLDER } from '../../library/graphs/graph.ts';
import type { SqlValue } from '../../store/store.ts';
import { API_ACTOR, type Caller } from '../tokens/caller.ts';
import { patternSource } from '../../library/ruleset-patterns.ts';

/**
 * A caller as far as runs go: it sees those that its token started, of graphs that its patterns name. The tokens of the
 * environment see all runs, also those that were recorded without an owner.
 */
export type RunReader = Pick<Caller, 'actor' | 'rulesets'>;

/** A condition on rows of `ferrule.run` with two values, numbered from `first`, see `seenValues`. */
export function seenCondition(first: number): string {
  return `($${first}::text IS NULL OR owner = $${first})
    AND ($${first + 1}::text[] IS NULL
      OR regexp_replace('${GRAPHS_FOLDER}/' || graph_id, '\\.ya?ml$', '') ~ ANY ($${first + 1}))`;
}

export function seenValues({ actor, rulesets }: RunReader): [owner: SqlValue, patterns: SqlValue] {
  return [actor === API_ACTOR ? null : actor, rulesets?.map(patternSource) ?? null];
}
