import type { Sql } from '../../store/store.ts';
import { proveIn } from '../log/prove-record.ts';
import type { DecisionProof } from './page.ts';
import { openPart } from './proven-part.ts';
import { findRow } from './rows.ts';

const ROWS = 1_000;

/**
 * Proves that the record of a decision is in a log in the database. The proof does not contain the record.
 *
 * @param keys base64url of the public keys of checkpoints
 * @returns `null` if there is no such decision for a reader of these rulesets
 * @throws ServiceError `store_unavailable`
 */
export async function proveRow(
  sql: Sql,
  id: string,
  rulesets: readonly string[] | null,
  keys: readonly string[],
): Promise<DecisionProof | null> {
  const found = await findRow(sql, id, rulesets);
  if (found === null) return null;
  const { logId, seq } = found;
  const [last] = await sql.query<{ size: number; note: string }>(
    `SELECT size::float8 AS size, note FROM ferrule.decision_checkpoint
     WHERE log_id = $1 AND size > $2::float8::bigint ORDER BY decision_checkpoint.size LIMIT 1`,
    [logId, seq],
  );
  if (last === undefined) return { ok: false, problem: 'no checkpoint covers the decision yet' };
  const part = openPart(seq);
  for (let from = await startOf(sql, logId, seq); from < last.size; from += ROWS) {
    const lines = await sql.query<{ line: string }>(
      `SELECT line FROM ferrule.decision_log
       WHERE log_id = $1 AND seq >= $2::float8::bigint AND seq < $3::float8::bigint ORDER BY seq`,
      [logId, from, Math.min(from + ROWS, last.size)],
    );
    if (!lines.every(({ line }) => part.add(Buffer.from(line)))) break;
  }
  const proven = part.end();
  if (proven === null) return { ok: false, problem: 'the log is too large to prove the decision here' };
  return proveIn(proven, seq, null, last.note, keys);
}

/** Number of the record `file` before a record. */
async function startOf(sql: Sql, logId: string, seq: number): Promise<number> {
  const [part] = await sql.query<{ seq: number }>(
    `SELECT seq::float8 AS seq FROM ferrule.decision_log_part
     WHERE log_id = $1 AND seq <= $2::float8::bigint ORDER BY decision_log_part.seq DESC LIMIT 1`,
    [logId, seq],
  );
  return part?.seq ?? 0;
}
