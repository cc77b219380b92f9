/** Counts a call of a ruleset with budgets, and uses its approval in the same step. */
import { randomUUID } from 'node:crypto';
import { parseJson, writeJson } from '../../../library/json.ts';
import type { EvaluateResponse } from '../../../library/evaluate-response.ts';
import type { ListedApproval } from '../../../store/approvals/approval.ts';
import type { Decided as Approvable } from '../../approvals/with-approval.ts';
import { ApprovalUsedUp, countStep, type Counted, type OnSums } from '../../../store/budgets/count.ts';
import { withApproved } from '../../../store/budgets/counted-uses.ts';
import { ledgerFor, recordUncounted } from '../counting/count.ts';
import type { DecisionPort } from '../counting/ports.ts';
import type { Step } from '../counting/step.ts';
import { exceededOf, heldText } from '../../../store/budgets/decision-text.ts';
import type { CallAsked, CountedCall } from './job.ts';

/** A step of a call. */
export interface CallStep extends Step {
  readonly asked: CallAsked & { readonly counted: CountedCall };
  readonly decided: Approvable;
}

/** A call that was decided on the sums of its budgets. */
export interface CountedVerdict extends Approvable {
  readonly asked: CallAsked;
  /** Members of the verdict. */
  readonly budgets: {
    readonly replayed: boolean;
    readonly counted: boolean;
    readonly exceeded_budgets: readonly string[];
    readonly reservation: object | null;
  };
  /** The approval that a repeated call used; null: none. */
  readonly usedBefore: string | null;
}

interface Kept {
  readonly response: EvaluateResponse;
  readonly ruleset_hash: string;
  readonly approval: string | null;
}

interface CountingCall {
  /** Name of the caller's token. */
  readonly owner: string;
  /** Made once for all steps of a call that has none. */
  readonly key: string;
  /** The approval that it uses; null: none. */
  readonly approval: ListedApproval | null;
  /** The caller cannot fulfil the obligations of an allow, so nothing is counted. */
  readonly isRefused: boolean;
  readonly evaluate: (on: OnSums) => Promise<CallStep>;
}

export const newKey = (): string => randomUUID();

/** Rejected with ServiceError. */
export async function countCall(
  step: CallStep,
  { owner, key, approval, isRefused, evaluate }: CountingCall,
  services: DecisionPort,
): Promise<CountedVerdict> {
  const first = approved(step, approval);
  const { session, digest, callId } = first.asked.counted;
  const kept: Kept = {
    response: first.decided.response,
    ruleset_hash: first.decided.rulesetHash,
    approval: approval?.id ?? null,
  };
  const of = {
    session,
    idempotency: { owner, key, digest },
    response: writeJson(kept),
    approval:
      approval === null
        ? null
        : { id: approval.id, callId, rulesetHash: first.decided.rulesetHash, now: Date.now() },
  };
  const again = async (on: OnSums): Promise<CallStep> => approved(await evaluate(on), approval);
  try {
    const { last, decided } = isRefused
      ? { last: first, decided: uncounted(first) }
      : await countStep(first, of, again, ledgerFor(first, services));
    if (!decided.counted) await recordUncounted(last, decided, key, services);
    return verdictOf(last, decided, approval !== null && first.uses.length > 0);
  } catch (error) {
    if (!(error instanceof ApprovalUsedUp)) throw error;
    await recordUncounted(first, { sums: [] }, key, services);
    return { ...verdictOf(first, uncounted(first), false), approvalUse: 'refused' };
  }
}

/** The approval lets its budgets be exceeded, and no others. */
function approved(step: CallStep, approval: ListedApproval | null): CallStep {
  return { ...step, uses: withApproved(step.uses, approval?.budgets) };
}

/** Nothing was counted. */
export function uncounted({ id, response }: CallStep): Counted {
  const nothing = { counted: false, time: 0, sequence: null, sums: [], reservation: null, line: null };
  return { kind: 'decided', id, response, ...nothing };
}

/** The verdict on a step, which did not count unless `decided` says so. */
export function verdictOf(step: CallStep, decided: Counted, usesApproval: boolean): CountedVerdict {
  const { asked, decided: own } = step;
  const budgets = {
    replayed: decided.kind === 'replayed',
    counted: decided.counted,
    exceeded_budgets: exceededOf(decided.sums),
    reservation: decided.reservation && heldText(decided.reservation),
  };
  if (decided.kind === 'replayed') {
    const { response, ruleset_hash: rulesetHash, approval } = parseJson(decided.response) as Kept;
    const before = { ...own, response, rulesetHash, decisionId: decided.id };
    return { ...before, asked, budgets, usedBefore: approval };
  }
  const use = decided.counted && usesApproval ? ({ approvalUse: 'done' } as const) : {};
  return { ...own, asked, budgets, usedBefore: null, ...use };
}
