/** Approvals that a service keeps, as a gate over HTTP sees them. */
import { ApprovalError, type ApprovalRecord, type Approvals } from './approvals.ts';
import type { ApprovalState } from '../../library/approval-binding.ts';
import { sleep } from './approval-waits.ts';
import type { BoundRequest } from './bound-request.ts';
import { GateServiceError, type ServiceClient } from './service-client.ts';

interface Body {
  readonly id: string;
  readonly state: ApprovalState | 'expired';
  readonly agent: string;
  readonly session: string | null;
  readonly server: string | null;
  readonly tool: string;
  readonly args_digest: string | null;
  readonly request_digest: string | null;
  /** Only of a single approval. */
  readonly request?: BoundRequest | null;
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
    argsDigest: body.args_digest ?? '',
    requestDigest: body.request_digest ?? '',
    request: body.request ?? null,
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
const SECOND_MS = 1_000;
/** Seconds that the service lets a client wait at most. */
const LONGEST_WAIT = 60;

async function orNull(answer: Promise<unknown>, nothing: (error: GateServiceError) => boolean) {
  try {
    return recordOf((await answer) as Body);
  } catch (error) {
    if (error instanceof GateServiceError && nothing(error)) return null;
    throw error;
  }
}

const PENDING = Symbol('pending');

/** A service that stops ends the waits for what is still pending. Throws every other error. */
function stillPending(error: unknown): typeof PENDING {
  if (error instanceof GateServiceError && error.code === 'shutting_down') return PENDING;
  throw error;
}

/**
 * @param client with the token of the gate, which finds its own requests
 * @param approver with a token of the role approver; null: the gate cannot list and answer, others do
 */
export function remoteApprovals(client: ServiceClient, approver: ServiceClient | null): Approvals {
  const approving = (): ServiceClient => {
    if (approver !== null) return approver;
    throw new GateServiceError(403, 'approval_by_requester', 'the gate has no approver token');
  };
  return {
    find: (id) =>
      orNull(client.get(`/v1/approvals/${encodeURIComponent(id)}`), ({ status }) => status === NOT_FOUND),
    async wait(id, { timeoutMs = Infinity, signal } = {}) {
      const until = performance.now() + timeoutMs;
      for (;;) {
        const left = until - performance.now();
        if (left < SECOND_MS) return this.find(id);
        const seconds = Math.min(LONGEST_WAIT, Math.floor(left / SECOND_MS));
        const path = `/v1/approvals/${encodeURIComponent(id)}?wait=${seconds}`;
        const begun = performance.now();
        const found = await orNull(client.get(path, signal), ({ status }) => status === NOT_FOUND).catch(
          stillPending,
        );
        if (found !== PENDING && found?.state !== 'pending') return found;
        // A service that stops responds at once.
        if (performance.now() - begun < SECOND_MS) await sleep(SECOND_MS, signal);
      }
    },
    async list() {
      const all: ApprovalRecord[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page = (await approving().get(`/v1/approvals?limit=1000${query}`)) as {
          readonly approvals: readonly Body[];
          readonly next_cursor?: string;
        };
        all.push(...page.approvals.flatMap((body) => recordOf(body) ?? []));
        cursor = page.next_cursor ?? null;
      }
      return all;
    },
    /** The approver is the owner of the token, whatever `by` says. */
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
