/** Approvals that a service keeps, as a gate over HTTP sees them. */
import { ApprovalError, type ApprovalRecord, type Approvals, type ApprovalState } from './approvals.ts';
import { GateServiceError, type ServiceClient } from './service-client.ts';

interface Body {
  readonly id: string;
  readonly state: ApprovalState | 'expired';
  readonly agent: string;
  readonly session: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly args_digest: string;
  readonly ruleset_hash: string;
  readonly call_id: string;
  readonly reason: string;
  readonly answered_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly used_by: string | null;
}

/** An approval that has expired is none. */
function recordOf(body: Body): ApprovalRecord | null {
  if (body.state === 'expired') return null;
  return {
    id: body.id,
    state: body.state,
    agent: body.agent,
    session: body.session,
    server: body.server,
    tool: body.tool,
    argsDigest: body.args_digest,
    rulesetHash: body.ruleset_hash,
    callId: body.call_id,
    reason: body.reason,
    by: body.answered_by,
    createdAt: Date.parse(body.created_at),
    expiresAt: Date.parse(body.expires_at),
    usedBy: body.used_by,
  };
}

const NOT_FOUND = 404;

async function orNull(answer: Promise<unknown>, nothing: (error: GateServiceError) => boolean) {
  try {
    return recordOf((await answer) as Body);
  } catch (error) {
    if (error instanceof GateServiceError && nothing(error)) return null;
    throw error;
  }
}

/**
 * @param client with the token of the gate, which finds what it asked for
 * @param approver with a token of the role approver; null: the gate cannot list and answer, others do
 */
export function remoteApprovals(client: ServiceClient, approver: ServiceClient | null): Approvals {
  const approving = (): ServiceClient => {
    if (approver !== null) return approver;
    throw new GateServiceError(403, 'approval_by_requester', 'the gate has no token of an approver');
  };
  return {
    find: (id) =>
      orNull(client.get(`/v1/approvals/${encodeURIComponent(id)}`), ({ status }) => status === NOT_FOUND),
    async list() {
      const { approvals } = (await approving().get('/v1/approvals?limit=1000')) as {
        readonly approvals: readonly Body[];
      };
      return approvals.flatMap((body) => recordOf(body) ?? []);
    },
    /** Who answered is whose token the approver's is, whatever `by` says. */
    async answer(id, state, by) {
      if ((await this.find(id))?.agent === by) throw new ApprovalError();
      const path = `/v1/approvals/${encodeURIComponent(id)}`;
      const answered = approving().post(path, { decision: state });
      return orNull(answered, ({ status, code }) => {
        if (code === 'approval_by_requester') throw new ApprovalError();
        return status === NOT_FOUND || code === 'approval_not_pending';
      });
    },
  };
}
