/** Lines on the SQL database that the log of this server may lack. */
import type { Lines } from '../ledger.ts';
import type { LogLine } from '../log-lines.ts';
import type { Store } from '../../store.ts';
import type { LedgerDatabase } from './database.ts';
import { decisionLine, type DecisionRow } from './decisions.ts';
import { EXPIRED } from './holds.ts';

/** Lines that are this old, of a server that was not seen for as long, are written by another. */
const GONE_MS = 60_000;

type Row = DecisionRow & { readonly number: number; readonly line: string | null };

/** @param isFirst no line of this process is among them: it is on its way to the log */
export async function readLines(database: LedgerDatabase, now: number, isFirst: boolean): Promise<Lines> {
  const { writer, process } = database;
  const store = await database.open();
  const { expired, hasLines } = await kept(store);
  if (writer === null || !hasLines) return { lines: [], expired, time: now };
  await adoptLines(database, writer, now);
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
  return { lines, expired, time: now };
}

async function kept(store: Store): Promise<{ readonly expired: number; readonly hasLines: boolean }> {
  const [row] = await store.query<{ lines: boolean; expired: string | null }>(
    `SELECT EXISTS (SELECT FROM ferrule.budget_line) AS lines,
       (SELECT value FROM ferrule.budget_value WHERE name = $1) AS expired`,
    [EXPIRED],
  );
  return { expired: Number(row!.expired ?? 0), hasLines: row!.lines };
}

/** The log has these. */
export async function dropLines(store: Store, sequences: readonly number[]): Promise<void> {
  if (sequences.length === 0) return;
  await store.query('DELETE FROM ferrule.budget_line WHERE sequence = ANY ($1::bigint[])', [sequences]);
}

/** Says that this server writes its lines, and takes over those of servers that do not. */
async function adoptLines({ open, process }: LedgerDatabase, writer: string, now: number): Promise<void> {
  const store = await open();
  await store.query(
    `INSERT INTO ferrule.budget_writer (id, seen_at) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
    [writer, now],
  );
  // A server without lines is not seen either: the age of a line counts as well.
  await store.query(
    `UPDATE ferrule.budget_line SET writer = $1, process = $2 WHERE sequence IN (
       SELECT l.sequence FROM ferrule.budget_line l LEFT JOIN ferrule.budget_writer w ON w.id = l.writer
       WHERE l.writer <> $1 AND l.kept_at < $3 AND coalesce(w.seen_at, 0) < $3
       ORDER BY l.sequence LIMIT 1000 FOR UPDATE OF l SKIP LOCKED)`,
    [writer, process, now - GONE_MS],
  );
}
