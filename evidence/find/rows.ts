/** Reads a log in the database by time, newest first, some rows at a time. */
import type { Sql } from '../../store/store.ts';
import { readRowPlace, writeRowPlace, type RowPlace } from './cursor.ts';
import { headOf, isSeen, readDecision, timeOfId } from './filter.ts';
import { LATE_ID_MS, MOST_READ_BYTES, moved, newPage, type DecisionPage, type PageQuery } from './page.ts';

interface Row {
  readonly log_id: string;
  readonly seq: number;
  readonly time: string;
  readonly line: string;
}

/** A record with its place in the log. */
interface FoundRow {
  readonly logId: string;
  readonly seq: number;
  readonly text: string;
}

/** Time of a record: the expression of an index. */
const TIME = `(substring(line from '"time":"([0-9TZ:.-]{24})"') COLLATE "C")`;
const ROWS = 200;
/** A time after all. */
const END = '9999';

/** A page of the log, or null for a cursor that is none of such a log. Throws ServiceError `store_unavailable`. */
export async function scanRows(sql: Sql, query: PageQuery): Promise<DecisionPage | null> {
  const { filter, cursor } = query;
  let place = cursor === null ? { time: filter.to ?? END, logId: '', seq: 0 } : readRowPlace(cursor);
  if (place === null) return null;
  const page = newPage(query);
  let bytes = 0;
  for (;;) {
    const rows: readonly Row[] = await rowsBefore(sql, place, filter.from ?? '');
    for (const { log_id: logId, seq, time, line } of rows) {
      if (page.isFull || bytes > MOST_READ_BYTES) return page.end(writeRowPlace(place));
      page.add(time, headOf(line)?.kind ?? '', () => line);
      bytes += line.length;
      place = { time, logId, seq };
    }
    if (rows.length < ROWS) return page.end(null);
  }
}

function rowsBefore(sql: Sql, { time, logId, seq }: RowPlace, from: string): Promise<readonly Row[]> {
  return sql.query<Row>(
    `SELECT log_id, seq::float8 AS seq, ${TIME} AS time, line FROM ferrule.decision_log
     WHERE ${TIME} <= $1 AND ${TIME} >= $4
       AND (${TIME} < $1 OR log_id COLLATE "C" < $2 OR (log_id = $2 AND seq < $3::float8::bigint))
     ORDER BY ${TIME} DESC, log_id COLLATE "C" DESC, seq DESC LIMIT ${ROWS}`,
    [time, logId, seq, from],
  );
}

/** The record of a decision, if it exists for a reader of these rulesets; else null. Throws ServiceError `store_unavailable`. */
export async function findRow(
  sql: Sql,
  id: string,
  rulesets: readonly string[] | null,
): Promise<FoundRow | null> {
  const made = timeOfId(id);
  if (made === null) return null;
  const rows = await sql.query<Row>(
    `SELECT log_id, seq::float8 AS seq, ${TIME} AS time, line FROM ferrule.decision_log
     WHERE ${TIME} >= $1 AND ${TIME} <= $2 AND strpos(line, $3) > 0 ORDER BY log_id, seq`,
    [moved(made, -LATE_ID_MS), moved(made, LATE_ID_MS), `"decision_id":"${id}"`],
  );
  for (const { log_id: logId, seq, line } of rows) {
    const record = readDecision(line);
    if (record?.decision_id !== id) continue;
    return isSeen(record, rulesets) ? { logId, seq, text: line } : null;
  }
  return null;
}
