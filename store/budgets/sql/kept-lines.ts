/** Lines on the SQL database that the log of this server may lack. */
import type { Lines } from '../ledger.ts';
import type { LogLine } from '../log-lines.ts';
import type { Store } from '../../store.ts';
import { transact, type LedgerDatabase } from './database.ts';
import { decisionLine, type DecisionRow } from './decisions.ts';
import { endedHolds } from './holds.ts';

/** Lines of a server that was not seen for this long are written by another. */
const GONE_MS = 60_000;

type Row = DecisionRow & { readonly number: number; readonly line: string | null };

/** @param isFirst no line of this process is among them: it is on its way to the log */
export async function readLines(database: LedgerDatabase, now: number, isFirst: boolean): Promise<Lines> {
  const { writer, process } = database;
  const store = await database.open();
  const rows = await store.query<Row>(
    `SELECT l.sequence::float8 AS number, l.line, d.time::float8 AS time, d.sequence::float8 AS sequence, d.asked, d.used,
       d.held, d.response, d.record, d.settled
     FROM ferrule.budget_line l LEFT JOIN ferrule.budget_decision d ON d.id = l.decision
     WHERE l.writer = $1 AND NOT ($2 AND l.process = $3) ORDER BY l.sequence`,
    [writer, isFirst, process],
  );
  const lines = rows.flatMap((row): readonly LogLine[] => {
    if (row.line !== null) return [{ sequence: row.number, text: row.line }];
    // A decision that is older than what is kept has lost its line.
    const line = (row.asked as string | null) === null ? null : decisionLine(row);
    return line === null ? [] : [line];
  });
  await adoptLines(database, now);
  return { lines, expired: await endedHolds(store) };
}

/** The log has these. */
export async function dropLines(store: Store, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  await store.query('DELETE FROM ferrule.budget_line WHERE sequence = ANY ($1::bigint[])', [sequences]);
}

/** Says that this server writes its lines, and takes over those of servers that do not. */
async function adoptLines(database: LedgerDatabase, now: number): Promise<void> {
  const { writer, process } = database;
  await transact(database, async (sql) => {
    await sql.query(
      `INSERT INTO ferrule.budget_writer (id, seen_at) VALUES ($1, $2)
       ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
      [writer, now],
    );
    const gone = await sql.query<{ id: string }>(
      `DELETE FROM ferrule.budget_writer WHERE id IN (
         SELECT id FROM ferrule.budget_writer WHERE seen_at < $1 ORDER BY id FOR UPDATE SKIP LOCKED) RETURNING id`,
      [now - GONE_MS],
    );
    if (gone.length === 0) return;
    await sql.query('UPDATE ferrule.budget_line SET writer = $1, process = $2 WHERE writer = ANY ($3)', [
      ...[writer, process],
      gone.map(({ id }) => id),
    ]);
  });
}
