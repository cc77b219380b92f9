import { randomUUID } from 'node:crypto';
import type { EvaluateResponse } from '../../library/evaluate-response.ts';
import { parseJson } from '../../library/json.ts';
import { requestDigest } from '../../library/node/request-digest.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { ApprovalUsedUp } from '../../store/budgets/count.ts';
import { decideOn, previewOn, type AskedOn } from '../../store/budgets/decide-on.ts';
import { exceededOf } from '../../store/budgets/decision-text.ts';
import type { Ledger } from '../../store/budgets/ledger.ts';
import type { GrantedApproval } from './approval-facts.ts';
import { boundCall } from './bound-request.ts';
import type { CallDocument } from './call.ts';
import type { Attempt, Decided } from './decider.ts';
import type { DecidingEngine } from './local-decider.ts';

interface CountingGate {
  readonly engine: DecidingEngine;
  readonly ledger: Ledger;
  /** Types of obligations with a handler. */
  readonly handled: readonly string[];
}

interface CountedCall {
  readonly document: CallDocument;
  readonly facts: readonly FactInput[];
  readonly hostFacts: readonly FactInput[];
  readonly granted: GrantedApproval | null;
}

/** Decides a call of a ruleset with budgets, and counts what it uses. The agent owns its keys. */
export async function decideCounted(
  { engine, ledger, handled }: CountingGate,
  { document, facts, hostFacts, granted }: CountedCall,
  { key }: Attempt,
): Promise<Decided> {
  const { ruleset, hash } = engine;
  const name = ruleset?.name ?? '';
  const callId = document.call.id;
  const used = granted && { id: granted.id, callId, rulesetHash: hash, now: Date.now() };
  const asked: AskedOn = {
    engine: {
      hash,
      ruleset: { name, budgets: ruleset?.budgets ?? [] },
      evaluate: (options) => engine.evaluate(options),
      query: (template) => engine.query?.(template) ?? [],
    },
    ...{ document, facts, hostFacts, session: document.session ?? null, token: document.agent },
    key: key ?? randomUUID(),
    // The time of the call and its approval differ between repetitions.
    digest: requestDigest([name, callId, boundCall(document)]),
    approval: used && { used, budgets: granted?.budgets ?? [] },
    mayAct: ({ obligations = [] }: EvaluationResult) =>
      obligations.every(({ type }) => handled.includes(type)),
  };
  try {
    const { id, response, decided } = await (key === null
      ? previewOn(asked, ledger)
      : decideOn(asked, ledger));
    const { decision, reason, metadata, obligations, missing, attestation_token, ruleset_hash } = parseJson(
      response,
    ) as EvaluateResponse & { readonly ruleset_hash: string | null };
    return {
      ...{ decision, reason, metadata, obligations: obligations ?? [] },
      ...(missing === undefined ? {} : { missing }),
      decisionId: id,
      rulesetHash: ruleset_hash,
      // A preview proves nothing.
      attestationToken: key === null ? null : attestation_token,
      counting: {
        counted: key !== null && decided.counted,
        replayed: decided.kind === 'replayed',
        exceededBudgets: exceededOf(decided.sums),
        reservation: decided.reservation?.id ?? null,
      },
    };
  } catch (error) {
    if (!(error instanceof ApprovalUsedUp)) throw error;
    const refused = { decision: 'deny', reason: 'the approval is for another call, or used up' };
    const nothing = { metadata: {}, obligations: [], decisionId: null, rulesetHash: hash };
    return { ...refused, code: 'approval_refused', ...nothing };
  }
}
