import type { LazyStore } from '../../store/lazy-store.ts';
import type { ServiceLog } from '../audit.ts';
import { openChainedLog, type ChainedLogOptions } from './chained-log.ts';
import { splitLines } from './log-files.ts';

/** The log as a table of the database. A batch that came through although its answer did not is not written twice. */
export function openStoreLog(
  store: LazyStore,
  options: Omit<ChainedLogOptions, 'put' | 'keep'>,
  witness: ((note: string) => void) | null,
): ServiceLog {
  return openChainedLog({
    ...options,
    async put({ logId, seq, bytes }) {
      const lines = splitLines(bytes).map((line) => line.toString('utf8'));
      const numbers = lines.map((_, i) => String(seq + i));
      const sql = await store.open();
      await sql.query(
        `INSERT INTO ferrule.decision_log (log_id, seq, line)
         SELECT $1, number::bigint, line FROM unnest($2::text[], $3::text[]) AS row (number, line)
         ON CONFLICT DO NOTHING`,
        [logId, numbers, lines],
      );
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
