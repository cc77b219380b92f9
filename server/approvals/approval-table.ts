/** Approvals in the database: the statements. */
import { randomUUID } from 'node:crypto';
import { overloadedApprovals } from './errors.ts';
import type { ApprovalBinding, ApprovalState } from '../gate/approvals.ts';
import { notify, type Sql, type Store } from '../store/store.ts';

/** A call that somebody must approve. */
export interface ApprovalRequest extends ApprovalBinding {
  /** Name of the token that asks. */
  readonly requester: string;
  /** Name of the ruleset as it was asked for. */
  readonly ruleset: string;
  readonly rulesetHash: string;
  readonly callId: string;
  /** JSON text of the arguments, for who approves. */
  readonly args: string;
  readonly reason: string;
}

export interface StoredApproval extends ApprovalRequest {
  readonly id: string;
  readonly state: ApprovalState;
  /** Name of the token that answered; null while pending. */
  readonly by: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answeredAt: Date | null;
  /** The call that used it up, or null. */
  readonly usedBy: string | null;
}

/** Sorted from old to new. */
export interface ApprovalFilter {
  readonly state: ApprovalState | null;
  readonly limit: number;
}

const COLUMNS = `id, requester, agent, session, server, tool, args_digest AS "argsDigest", args, ruleset,
  ruleset_hash AS "rulesetHash", call_id AS "callId", reason, state, answered_by AS "by", created_at AS "createdAt",
  expires_at AS "expiresAt", answered_at AS "answeredAt", used_by AS "usedBy"`;
const MOST_OPEN = 10_000;
const KEPT_MS = 30 * 24 * 3_600_000;

function keyOf({ requester, agent, session, server, tool, argsDigest, rulesetHash }: ApprovalRequest) {
  return [requester, agent, session, server, tool, argsDigest, rulesetHash];
}

/**
 * The approval of this binding that has not expired and that the call can have: one that it used, that waits, that was
 * given and that nobody used, or that was refused to this very call. Else a new one, which is pending. Throws
 * ServiceError when too many of the requester's are open.
 */
export function requestApproval(
  store: Store,
  request: ApprovalRequest,
  now: Date,
  lifetimeMs: number,
): Promise<{ readonly approval: StoredApproval; readonly isNew: boolean }> {
  const key = keyOf(request);
  return store.transaction(async (sql) => {
    // Two calls with the same binding ask once.
    await sql.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [request.requester]);
    const [found] = await sql.query<StoredApproval>(
      `SELECT ${COLUMNS} FROM ferrule.approval
       WHERE requester = $1 AND agent = $2 AND session IS NOT DISTINCT FROM $3::text
         AND server IS NOT DISTINCT FROM $4::text AND tool = $5 AND args_digest = $6 AND ruleset_hash = $7
         AND expires_at > $8 AND CASE WHEN state = 'rejected' THEN call_id = $9
                                      ELSE used_by IS NULL OR used_by = $9 END
       ORDER BY used_by IS NULL, created_at LIMIT 1`,
      [...key, now, request.callId],
    );
    if (found !== undefined) return { approval: found, isNew: false };
    await checkRoom(sql, request.requester, now);
    const [made] = await sql.query<StoredApproval>(
      `INSERT INTO ferrule.approval (requester, agent, session, server, tool, args_digest, ruleset_hash, id, args,
         ruleset, call_id, reason, created_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING ${COLUMNS}`,
      [
        ...key,
        randomUUID(),
        request.args,
        request.ruleset,
        request.callId,
        request.reason,
        now,
        new Date(now.getTime() + lifetimeMs),
      ],
    );
    if (made === undefined) throw new Error('an insert answers its row');
    return { approval: made, isNew: true };
  });
}

/** What has expired long ago goes; what is open is counted. */
async function checkRoom(sql: Sql, requester: string, now: Date): Promise<void> {
  await sql.query('DELETE FROM ferrule.approval WHERE expires_at < $1', [new Date(now.getTime() - KEPT_MS)]);
  const [row] = await sql.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM ferrule.approval WHERE requester = $1 AND state = 'pending' AND expires_at > $2`,
    [requester, now],
  );
  if ((row?.open ?? 0) >= MOST_OPEN) throw overloadedApprovals(MOST_OPEN);
}

export async function findApproval(sql: Sql, id: string): Promise<StoredApproval | null> {
  const [row] = await sql.query<StoredApproval>(`SELECT ${COLUMNS} FROM ferrule.approval WHERE id = $1`, [
    id,
  ]);
  return row ?? null;
}

export function listApprovals(
  sql: Sql,
  { state, limit }: ApprovalFilter,
  now: Date,
): Promise<readonly StoredApproval[]> {
  return sql.query<StoredApproval>(
    `SELECT ${COLUMNS} FROM ferrule.approval
     WHERE ($1::text IS NULL OR (state = $1 AND expires_at > $2)) ORDER BY created_at, id LIMIT $3`,
    [state, now, limit],
  );
}

/** Answers one that is pending, in one statement; null: it is not, any more. */
export function answerApproval(
  store: Store,
  id: string,
  state: 'approved' | 'rejected',
  by: string,
  now: Date,
): Promise<StoredApproval | null> {
  return store.transaction(async (sql) => {
    const [row] = await sql.query<StoredApproval>(
      `UPDATE ferrule.approval SET state = $2, answered_by = $3, answered_at = $4
       WHERE id = $1 AND state = 'pending' AND expires_at > $4 AND requester <> $3 AND agent <> $3
         AND right($3::text, length(agent) + 1) <> ' ' || agent
       RETURNING ${COLUMNS}`,
      [id, state, by, now],
    );
    if (row === undefined) return null;
    await notify(sql, 'ferrule_approvals', id);
    return row;
  });
}

/**
 * Takes an approval for a call, in one statement. False when another call used it, when it is not approved or has
 * expired, or when it was given for another version of the ruleset.
 */
export async function useApproval(
  sql: Sql,
  id: string,
  callId: string,
  rulesetHash: string | null,
  now: Date,
): Promise<boolean> {
  const rows = await sql.query(
    `UPDATE ferrule.approval SET used_by = $2, used_at = COALESCE(used_at, $4)
     WHERE id = $1 AND state = 'approved' AND expires_at > $4 AND ruleset_hash = $3
       AND (used_by IS NULL OR used_by = $2)
     RETURNING id`,
    [id, callId, rulesetHash, now],
  );
  return rows.length === 1;
}
