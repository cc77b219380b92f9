import type { Sql } from '../../store/store.ts';
import { DAY_MS, dayOf } from './log-files.ts';

/**
 * Removes the records of chain parts that started more than N days ago, with the checkpoints before
 * what is left. A chain's last part stays while its last record is younger, or does not say how old it is: its writer
 * may be a version that begins no parts. Throws what the database throws; then all is as before.
 *
 * @param now milliseconds since 1970
 */
export async function removeOldRows(sql: Sql, days: number, now: number): Promise<void> {
  await sql.query(
    `WITH kept AS (
       SELECT log_id, coalesce(
         min(seq) FILTER (WHERE day >= $1::date),
         CASE WHEN (
           SELECT substring(line from '"time":"([0-9]{4}-[0-9]{2}-[0-9]{2})')::date
           FROM ferrule.decision_log AS log WHERE log.log_id = part.log_id ORDER BY log.seq DESC LIMIT 1
         ) < $1::date THEN 9223372036854775807 ELSE max(seq) END
       ) AS first
       FROM ferrule.decision_log_part AS part GROUP BY log_id
     ), lines AS (
       DELETE FROM ferrule.decision_log AS log USING kept WHERE log.log_id = kept.log_id AND log.seq < kept.first
     ), checkpoints AS (
       DELETE FROM ferrule.decision_checkpoint AS note USING kept
       WHERE note.log_id = kept.log_id AND note.size < kept.first
     )
     DELETE FROM ferrule.decision_log_part AS part USING kept
     WHERE part.log_id = kept.log_id AND part.seq < kept.first`,
    [dayOf(now - days * DAY_MS)],
  );
}
