import type { LazyStore } from '../../store/lazy-store.ts';
import type { ServiceLog } from '../audit.ts';
import { openChainedLog, type ChainedLogOptions } from './chained-log.ts';
import { splitLines } from './log-files.ts';
import { removeOldRows } from './store-retention.ts';

interface StoreLogOptions extends Omit<ChainedLogOptions, 'put' | 'keep' | 'daily'> {
  /** `null` if nothing is removed. */
  readonly retentionDays: number | null;
}

/** The log as a table of the database. A batch that came through although its answer did not is not written twice. */
export function openStoreLog(
  store: LazyStore,
  options: StoreLogOptions,
  witness: ((note: string) => void) | null,
): ServiceLog {
  const { retentionDays, warn, now = Date.now } = options;
  // Not awaited: the rest is removed when the next part begins.
  const remove = (days: number): Promise<void> =>
    store
      .open()
      .then((sql) => removeOldRows(sql, days, now()))
      .catch((error: unknown) => warn(`old records could not be removed: ${String(error)}`));
  return openChainedLog({
    ...options,
    daily: true,
    async put({ logId, seq, bytes, begins }) {
      const lines = splitLines(bytes).map((line) => line.toString('utf8'));
      const numbers = lines.map((_, i) => String(seq + i));
      const sql = await store.open();
      // In one statement: a part with a known start exists.
      await sql.query(
        `WITH part AS (
           INSERT INTO ferrule.decision_log_part (log_id, seq, day)
           SELECT $1, $4::bigint, $5::date WHERE $5::date IS NOT NULL
           ON CONFLICT DO NOTHING
         )
         INSERT INTO ferrule.decision_log (log_id, seq, line)
         SELECT $1, number::bigint, line FROM unnest($2::text[], $3::text[]) AS row (number, line)
         ON CONFLICT DO NOTHING`,
        [logId, numbers, lines, String(seq), begins],
      );
      if (begins !== null && retentionDays !== null) void remove(retentionDays);
    },
    async keep(logId, size, note) {
      const sql = await store.open();
      await sql.query(
        'INSERT INTO ferrule.decision_checkpoint (log_id, size, note) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [logId, size, note],
      );
      witness?.(note);
    },
  });
}
