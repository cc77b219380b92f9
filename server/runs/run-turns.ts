/** Order of runs between tokens. */
import type { Sql } from '../../store/store.ts';

/** An attempt that may be claimed. */
export interface Candidate {
  readonly graph_id: string;
  readonly attempt: number;
}

/** An attempt that is not being worked on. */
export const FREE = `(status = 'pending' OR (status = 'running' AND lease_until < clock_timestamp()))`;
/**
 * Finds the next attempt. Every token's first precedes any token's second: it is the turn of the token with
 * the fewest runs under way, and of those of the one that was last served longest ago. Of its runs the oldest is taken
 * whose graph is free; one that a dead process left precedes all others of its graph.
 */
export async function findNext(sql: Sql, graphId: string | null): Promise<Candidate | null> {
  const [row] = await sql.query<Candidate>(
    `WITH RECURSIVE owners (owner) AS (
       (SELECT owner FROM ferrule.run WHERE status IN ('pending', 'running') ORDER BY owner LIMIT 1)
       UNION ALL
       SELECT (SELECT next.owner FROM ferrule.run AS next WHERE next.status IN ('pending', 'running')
                 AND next.owner > owners.owner ORDER BY next.owner LIMIT 1)
       FROM owners WHERE owners.owner IS NOT NULL
     )
     SELECT free.graph_id, free.attempt
     FROM owners CROSS JOIN LATERAL (
       SELECT graph_id, attempt FROM ferrule.run AS run
       WHERE run.owner = owners.owner AND ${FREE} AND ($1::text IS NULL OR run.graph_id = $1)
         AND NOT EXISTS (
           SELECT 1 FROM ferrule.run AS other WHERE other.graph_id = run.graph_id AND other.status = 'running'
             AND (other.lease_until >= clock_timestamp() OR run.status = 'pending'))
       ORDER BY sequence LIMIT 1
     ) AS free
     ORDER BY
       (SELECT count(*) FROM ferrule.run AS active WHERE active.owner = owners.owner AND active.status = 'running'
          AND active.lease_until >= clock_timestamp()),
       (SELECT max(started.started_at) FROM ferrule.run AS started WHERE started.owner = owners.owner)
         NULLS FIRST,
       owners.owner
     LIMIT 1`,
    [graphId],
  );
  return row ?? null;
}
