/** Approvals of a gate that decides in its own process: requests one, and decides again once it is given. */
import { grantedOf, type GrantedApproval } from './approval-facts.ts';
import { bind, boundCall, MOST_BOUND_BYTES, type Bound } from './bound-request.ts';
import { sameBinding, type ApprovalStore } from './approvals.ts';
import type { ApprovalBinding } from '../../library/approval-binding.ts';
import type { Approval, CallDocument, ToolCall } from './call.ts';
import type { Decided } from './decider.ts';
import { faultVerdict, type Verdict } from './verdict.ts';

interface ApprovedCall {
  readonly call: ToolCall;
  readonly document: CallDocument;
  readonly escalated: Verdict;
}

interface Asking {
  readonly approvals: ApprovalStore;
  readonly now: () => number;
  /** Evaluates the call again. */
  readonly ask: (approval: GrantedApproval) => Promise<Decided>;
  /** The verdict, with nothing done for it yet. */
  readonly judge: (decided: Decided) => Verdict;
  /** Fulfils the obligations of an allow. */
  readonly fulfil: (decided: Decided, verdict: Verdict) => Verdict | Promise<Verdict>;
}

const MILLISECONDS = 1000;

/** The verdict on an escalated call, which waits for a person unless one has decided. */
export async function withApproval(
  { call, document, escalated }: ApprovedCall,
  { approvals, now, ask, judge, fulfil }: Asking,
): Promise<Verdict> {
  let bound: Bound;
  try {
    bound = bind(boundCall(document));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return faultVerdict('invalid_arguments', problem, escalated);
  }
  if (bound.bytes > MOST_BOUND_BYTES)
    return refused(`a call of more than ${MOST_BOUND_BYTES} bytes cannot be approved`, escalated);
  const binding: ApprovalBinding = {
    agent: call.agent,
    session: call.session ?? null,
    server: call.server ?? null,
    tool: call.tool,
    argsDigest: document.call.args_digest,
    requestDigest: bound.digest,
    rulesetHash: escalated.rulesetHash,
  };
  const { exceededBudgets: budgets = [] } = escalated;
  const asked = [binding, call.callId, escalated.reason, now(), bound.request] as const;
  const record = await (budgets.length === 0
    ? approvals.request(...asked)
    : approvals.request(...asked, budgets));
  if (record.state === 'rejected') return refused(`${record.by} rejected the call`, escalated);
  const granted = grantedOf(record);
  if (granted === null) return { ...escalated, approval: record.id };
  const decided = await ask(granted);
  const judged = judge(decided);
  // A call that is refused anyway, such as for an unhandled obligation, does not use up an approval.
  if (judged.verdict !== 'allow') return judged;
  const isBound = sameBinding(record, { ...binding, rulesetHash: decided.rulesetHash });
  if (!isBound || !(await approvals.use(record.id, call.callId, now())))
    return refused('the approval is for another call, or used up', decided);
  const verdict = await fulfil(decided, judged);
  return verdict.verdict === 'allow' ? { ...verdict, approval: record.id } : verdict;
}

function refused(reason: string, decided: Pick<Decided, 'decisionId' | 'rulesetHash'>): Verdict {
  return faultVerdict('approval_refused', reason, decided);
}

/** The approval in the document of a call. */
export function approvalInDocument(granted: GrantedApproval | null): Approval | null {
  if (granted === null) return null;
  const { id, by, argsDigest, expiresAt } = granted;
  return { id, by, args_digest: argsDigest, expires_at: Math.floor(expiresAt / MILLISECONDS) };
}
