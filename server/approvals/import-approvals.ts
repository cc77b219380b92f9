/** Approvals that an older version kept in the embedded database: what is open among them is taken over once. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { bind, type Bound } from '../../agents/gate/bound-request.ts';
import { parseJson, writeJson } from '../../library/json.ts';
import type { Configuration } from '../settings/configuration.ts';
import type { LazyStore } from '../../store/lazy-store.ts';
import { DATABASE } from '../../store/open-store.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { StoredApproval } from '../../store/approvals/approval.ts';

/** Value that says that nothing is left to be taken over. */
const DONE = 'approvals-imported';

interface OldRow {
  readonly id: string;
  readonly requester: string;
  readonly agent: string;
  readonly session: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly argsDigest: string;
  readonly args: string;
  readonly ruleset: string;
  readonly rulesetHash: string;
  readonly callId: string;
  readonly reason: string;
  readonly state: StoredApproval['state'];
  readonly by: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly answeredAt: Date | null;
  readonly usedBy: string | null;
}

const OPEN = `SELECT id, requester, agent, session, server, tool, args_digest AS "argsDigest", args, ruleset,
    ruleset_hash AS "rulesetHash", call_id AS "callId", reason, state, answered_by AS "by", created_at AS "createdAt",
    expires_at AS "expiresAt", answered_at AS "answeredAt", used_by AS "usedBy"
  FROM ferrule.approval WHERE request_digest IS NULL AND expires_at > $1`;

/**
 * Takes over what is open if the folder has such a database, which is opened for its runs in any case. What fails is
 * logged and tried again at the next start: until then those calls request approval again.
 */
export async function importApprovals(
  { store: { dataDir } }: Pick<Configuration, 'store'>,
  database: LazyStore,
  openState: () => Promise<StateStore>,
  log: Logger,
): Promise<void> {
  if (!existsSync(join(dataDir, DATABASE))) return;
  try {
    const state = await openState();
    if ((await state.value(DONE)) !== null) return;
    const rows = await (await database.open()).query<OldRow>(OPEN, [new Date()]);
    const approvals = rows.flatMap((row) => approvalOf(row) ?? []);
    await state.approvals({ kind: 'import', of: approvals });
    await state.setValue(DONE, new Date().toISOString());
    if (rows.length > 0)
      log.info({ approvals: approvals.length, of: rows.length }, 'imported open approvals');
  } catch (error) {
    log.warn({ problem: String(error) }, 'cannot import open approvals of an older version');
  }
}

/** Null for one whose request is not known whole: Envoy's, of which only a part was kept. */
function approvalOf({ args, ...row }: OldRow): StoredApproval | null {
  const bound = boundOf({ args, ...row });
  if (bound === null) return null;
  return {
    ...row,
    request: writeJson(bound.request),
    requestDigest: bound.digest,
    // The old format does not record which values are sensitive.
    sensitive: ['agent', 'session', 'server', 'tool', 'callId'],
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    answeredAt: row.answeredAt?.getTime() ?? null,
  };
}

/** The request as it is bound today: a call without annotations, or a request of AuthZEN. */
function boundOf({ agent, session, server, tool, args: text, ...row }: OldRow): Bound | null {
  const args = parseJson(text);
  const isEnvoy = typeof args === 'object' && args !== null && 'method' in args && 'host' in args;
  if (isEnvoy && tool.startsWith(`${String(args.method)} /`)) return null;
  const isAccess = typeof args === 'object' && args !== null && 'subject' in args && 'resource' in args;
  if (isAccess && 'action' in args && row.callId !== '')
    return bind(args as Readonly<Record<string, unknown>>);
  const named = { name: tool, ...(server === null ? {} : { server }) };
  return bind({ agent, ...(session === null ? {} : { session }), tool: named, call: { args } });
}
