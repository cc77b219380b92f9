/** Approvals in PostgreSQL, where all servers on the database see them: the statements. */
import { allowsRuleset, patternSource } from '../../library/ruleset-patterns.ts';
import { notify, type Sql, type Store } from '../../store/store.ts';
import {
  bytesOf,
  KEPT_MS,
  PAGE_BYTES,
  type ApprovalFilter,
  type ApprovalPage,
  type ListedApproval,
  type StoredApproval,
} from '../../store/approvals/approval.ts';
import type {
  Answered,
  ApprovalStore,
  NewApproval,
  Requested,
  Used,
} from '../../store/approvals/approval-store.ts';

type Converted = 'createdAt' | 'expiresAt' | 'answeredAt' | 'sensitive' | 'budgets';
interface Row extends Omit<StoredApproval, Converted> {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answeredAt: Date | null;
  /** JSON text. */
  readonly sensitive: string | null;
  /** JSON text. */
  readonly budgets: string | null;
}

const LISTED = `id, requester, agent, session, server, tool, args_digest AS "argsDigest",
  request_digest AS "requestDigest", ruleset, ruleset_hash AS "rulesetHash", call_id AS "callId", reason, sensitive, state,
  answered_by AS "by", created_at AS "createdAt", expires_at AS "expiresAt", answered_at AS "answeredAt",
  used_by AS "usedBy", budgets`;
const COLUMNS = `${LISTED}, request`;
/** Approvals of a version without request digests cannot be used, and are not shown. */
const WHOLE = 'request_digest IS NOT NULL';
/** SQL equivalent of stateOf, at the time `$1`. */
const STATE = `CASE WHEN state <> 'rejected' AND used_by IS NULL AND expires_at <= $1 THEN 'expired' ELSE state END`;

/** @param open opens the database. Throws ServiceError `store_unavailable` */
export function tableApprovals(open: () => Promise<Store>): ApprovalStore {
  return {
    request: async (asked) =>
      (await open()).as(asked.request.requester).transaction((sql) => request(sql, asked)),
    find: async (id) => found(await (await open()).query<Row>(select('id = $1'), [id])),
    list: async (filter, now) => list((await open()).as(filter.reader), filter, now),
    answer: async (answered) => (await open()).as(answered.by).transaction((sql) => answer(sql, answered)),
    use: async (used) => use(await open(), used),
    follow: async (listener) => void (await (await open()).listen('ferrule_approvals', listener)),
    close: async () => undefined,
  };
}

function select(condition: string): string {
  return `SELECT ${COLUMNS} FROM ferrule.approval WHERE ${WHOLE} AND ${condition}`;
}

function found(rows: readonly Row[]): StoredApproval | null {
  return rows[0] === undefined ? null : approvalOf(rows[0]);
}

function approvalOf<R extends Omit<Row, 'request'>>(
  row: R,
): Omit<R, Converted> & Pick<StoredApproval, Converted> {
  const { budgets, ...rest }: Omit<R, 'budgets'> & Pick<Row, 'budgets'> = row;
  return {
    ...(rest as Omit<R, Converted>),
    ...(budgets === null ? {} : { budgets: JSON.parse(budgets) as readonly string[] }),
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    answeredAt: row.answeredAt?.getTime() ?? null,
    sensitive: row.sensitive === null ? null : (JSON.parse(row.sensitive) as StoredApproval['sensitive']),
  };
}

/** Two requests with the same binding ask once, and no two pass a limit together. */
async function request(
  sql: Sql,
  { request: asked, id, now, expiresAt, limits }: NewApproval,
): Promise<Requested> {
  await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [asked.requester]);
  const { requester, agent, session, server, tool, argsDigest, requestDigest, ruleset, rulesetHash } = asked;
  const same = found(
    await sql.query<Row>(
      `${select(`requester = $1 AND agent = $2 AND session IS NOT DISTINCT FROM $3::text
         AND server IS NOT DISTINCT FROM $4::text AND tool = $5 AND args_digest = $6 AND request_digest = $7
         AND ruleset = $8 AND ruleset_hash = $9 AND expires_at > $10
         AND CASE WHEN state = 'rejected' THEN call_id = $11 ELSE used_by IS NULL OR used_by = $11 END`)}
       ORDER BY used_by IS NULL, created_at, id LIMIT 1`,
      [
        requester,
        agent,
        session,
        server,
        tool,
        argsDigest,
        requestDigest,
        ruleset,
        rulesetHash,
        new Date(now),
        asked.callId,
      ],
    ),
  );
  if (same !== null) return { approval: same, isNew: false };
  const [held] = await sql.query<{ pending: number }>(
    `SELECT count(*)::int AS pending FROM ferrule.approval
     WHERE requester = $1 AND state = 'pending' AND expires_at > $2`,
    [requester, new Date(now)],
  );
  if ((held?.pending ?? 0) >= limits.mostPending) return { passed: 'pending' };
  const bytes = bytesOf(asked);
  if (!(await makeRoom(sql, requester, bytes, limits.mostBytesOfAll, now))) return { passed: 'bytes' };
  const [made] = await sql.query<Row>(
    `INSERT INTO ferrule.approval (requester, agent, session, server, tool, args_digest, request_digest, ruleset,
       ruleset_hash, id, request, call_id, reason, sensitive, created_at, expires_at, bytes, budgets, args)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, '') RETURNING ${COLUMNS}`,
    [
      requester,
      agent,
      session,
      server,
      tool,
      argsDigest,
      requestDigest,
      ruleset,
      rulesetHash,
      id,
      asked.request,
      asked.callId,
      asked.reason,
      asked.sensitive === null ? null : JSON.stringify(asked.sensitive),
      new Date(now),
      new Date(expiresAt),
      bytes,
      asked.budgets === undefined ? null : JSON.stringify(asked.budgets),
    ],
  );
  if (made === undefined) throw new Error('an insert returns its row');
  return { approval: approvalOf(made), isNew: true };
}

/** Deletes what expired long ago; of the rest as much as is needed, oldest first. False if what is open is too much. */
async function makeRoom(
  sql: Sql,
  requester: string,
  needed: number,
  most: number,
  now: number,
): Promise<boolean> {
  await sql.query('DELETE FROM ferrule.approval WHERE expires_at < $1', [new Date(now - KEPT_MS)]);
  const [held] = await sql.query<{ total: number; open: number }>(
    `SELECT COALESCE(sum(bytes), 0)::float8 AS total,
       COALESCE(sum(bytes) FILTER (WHERE expires_at > $2), 0)::float8 AS open
     FROM ferrule.approval WHERE requester = $1`,
    [requester, new Date(now)],
  );
  const { total = 0, open = 0 } = held ?? {};
  if (total + needed <= most) return true;
  if (open + needed > most) return false;
  await sql.query(
    `DELETE FROM ferrule.approval WHERE id IN (
       SELECT id FROM (
         SELECT id, sum(bytes) OVER (ORDER BY created_at, id) - bytes AS before
         FROM ferrule.approval WHERE requester = $1 AND expires_at <= $2
       ) AS closed WHERE before < $3)`,
    [requester, new Date(now), total + needed - most],
  );
  return true;
}

async function list(
  sql: Sql,
  { state, rulesets, after, limit }: ApprovalFilter,
  now: number,
): Promise<ApprovalPage> {
  const patterns = rulesets?.map(patternSource) ?? null;
  const rows = await sql.query<Omit<Row, 'request'> & { readonly found: number }>(
    `WITH filtered AS (
       SELECT *, octet_length(concat(agent, session, server, tool, call_id, reason)) AS size FROM ferrule.approval
       WHERE ${WHOLE} AND ($2::text IS NULL OR ${STATE} = $2)
         AND ($3::text[] IS NULL OR regexp_replace(ruleset, '\\.ya?ml$', '') ~ ANY ($3))
         AND ($4::timestamptz IS NULL OR (created_at, id) > ($4, $5))
       ORDER BY created_at, id LIMIT $6::int + 1
     ), numbered AS (
       SELECT *, sum(size) OVER (ORDER BY created_at, id) - size AS before,
         row_number() OVER (ORDER BY created_at, id) AS number, count(*) OVER () AS found
       FROM filtered
     )
     SELECT ${LISTED}, found::float8 AS found FROM numbered
     WHERE before < $7::float8 AND number <= $6::int ORDER BY created_at, id`,
    [
      new Date(now),
      state,
      patterns,
      after === null ? null : new Date(after.createdAt),
      after?.id ?? '',
      limit,
      PAGE_BYTES,
    ],
  );
  const page = rows.map(({ found: _, ...row }) => approvalOf(row));
  const last = page.at(-1);
  const hasMore = (rows[0]?.found ?? 0) > rows.length && last !== undefined;
  return {
    // The database has regular expressions of its own: what it finds is checked by ours.
    approvals: page.filter(({ ruleset }) => allowsRuleset(rulesets, ruleset)),
    next: hasMore ? { createdAt: last.createdAt, id: last.id } : null,
  };
}

/** Decides a pending one in one statement. */
async function answer(sql: Sql, { id, state, by, now }: Answered): Promise<ListedApproval | null> {
  const [row] = await sql.query<Row>(
    `UPDATE ferrule.approval SET state = $2, answered_by = $3, answered_at = $4
     WHERE ${WHOLE} AND id = $1 AND state = 'pending' AND expires_at > $4 AND requester <> $3 AND agent <> $3
       AND right($3::text, length(agent) + 1) <> ' ' || agent
     RETURNING ${COLUMNS}`,
    [id, state, by, new Date(now)],
  );
  if (row === undefined) return null;
  await notify(sql, 'ferrule_approvals', id);
  return approvalOf(row);
}

/** Uses an approval, in one statement. */
async function use(sql: Sql, { id, callId, rulesetHash, now }: Used): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE ferrule.approval SET used_by = $2, used_at = COALESCE(used_at, $4)
     WHERE ${WHOLE} AND id = $1 AND state = 'approved' AND expires_at > $4 AND ruleset_hash = $3
       AND (used_by IS NULL OR used_by = $2)
     RETURNING id`,
    [id, callId, rulesetHash, new Date(now)],
  );
  return rows.length === 1;
}
