/** Decisions as the SQL database keeps them. */
import { holdOf, keptUse, keySums } from '../ledger-book.ts';
import { BY_NODE } from '../node-digests.ts';
import type { AskedDecision, AskedUse } from '../ledger.ts';
import { keyIdOf } from '../kept-keys.ts';
import { lineOf, recordedDecision, type LogLine } from '../log-lines.ts';
import type { KeptDecision } from '../reservation-record.ts';
import type { Sql } from '../../store.ts';

/** A use with its key as lists and logs show it. */
export interface ShownUse extends AskedUse {
  readonly shown: string;
}

/** What a decision asked for: kept as JSON text. */
export type KeptAsked = Pick<AskedDecision, 'id' | 'ruleset' | 'session'> & {
  readonly key: string;
  readonly uses: readonly ShownUse[];
};

/** What a settlement or an expiry changes: kept as JSON text. */
type Settled = Pick<KeptDecision, 'uses' | 'hold'>;

export interface DecisionRow {
  readonly time: number;
  readonly sequence: number;
  readonly asked: string;
  readonly used: readonly string[];
  readonly held: readonly string[];
  readonly response: string;
  readonly record: string | null;
  readonly settled: string | null;
}

const COLUMNS = `time::float8 AS time, sequence::float8 AS sequence, asked, used, held, response, record, settled`;

export async function findDecisions(
  sql: Sql,
  condition: string,
  values: Parameters<Sql['query']>[1],
): Promise<readonly DecisionRow[]> {
  return sql.query<DecisionRow>(`SELECT ${COLUMNS} FROM ferrule.budget_decision WHERE ${condition}`, values);
}

export async function findDecision(sql: Sql, id: string): Promise<KeptDecision | null> {
  const [row] = await findDecisions(sql, 'id = $1', [id]);
  return row === undefined ? null : decisionOf(row);
}

/** A decision as the other stores keep it. */
export function decisionOf(row: DecisionRow): KeptDecision {
  const { id, ruleset, session, uses } = JSON.parse(row.asked) as KeptAsked;
  const { time, sequence, response } = row;
  const sums = uses.map((use, i) =>
    keySums(use, use.shown, time, { used: BigInt(row.used[i]!), held: BigInt(row.held[i]!) }),
  );
  const settled = row.settled === null ? null : (JSON.parse(row.settled) as Settled);
  const kept = settled ?? {
    uses: uses.map((use) => keptUse(use, keyIdOf(BY_NODE, { ruleset, session }, use), use.shown)),
    hold: holdOf(uses, time),
  };
  return { id, ruleset, session, time, sequence, sums, response, isRecorded: row.record !== null, ...kept };
}

/** The line of a decision, which is not kept besides it. */
export function decisionLine(row: DecisionRow): LogLine | null {
  const { ruleset, key } = JSON.parse(row.asked) as KeptAsked;
  const { sums, time, sequence } = decisionOf(row);
  return lineOf(sequence, row.record, recordedDecision({ ruleset, idempotency: { key } }, time, sums));
}

export async function writeSettled(sql: Sql, { id, uses, hold }: KeptDecision): Promise<void> {
  await sql.query('UPDATE ferrule.budget_decision SET settled = $2, expires_at = NULL WHERE id = $1', [
    id,
    JSON.stringify({ uses, hold } satisfies Settled),
  ]);
}
