/** SQL of the sums of keys. */

/** Levels of the buckets of changes, with their sizes in milliseconds: those of sums.ts in the folder above. */
const SIZES = Array.from({ length: 9 }, (_, level) => `(${level}, ${32 ** level}::bigint)`);
export const LEVELS = `(VALUES ${SIZES.join(', ')}) AS l(level, size)`;

/**
 * Tables of a query that reads the sums of the keys `k` from a time on. A window is two index seeks: the running sums of now
 * without those before it. `since`: SQL of the time
 */
export const sumsSince = (since: string): string => `
  LEFT JOIN LATERAL (
    SELECT t.used, t.held FROM ferrule.budget_total t
    WHERE t.key = k.id AND t.time < ${since} ORDER BY t.time DESC LIMIT 1
  ) AS before ON true
  LEFT JOIN LATERAL (
    SELECT sum(c.used) AS used, sum(c.held) AS held
    FROM ${LEVELS} JOIN ferrule.budget_change c ON c.level = l.level
    WHERE k.has_changes AND c.key = k.id AND c.bucket >= (${since} + l.size - 1) / l.size
      AND (l.level = 8 OR c.bucket < 32 * ((${since} + 32 * l.size - 1) / (32 * l.size)))
  ) AS later ON true`;

export const USED = 'k.used - coalesce(before.used, 0) + coalesce(later.used, 0)';
export const HELD = 'k.held - coalesce(before.held, 0) + coalesce(later.held, 0)';
