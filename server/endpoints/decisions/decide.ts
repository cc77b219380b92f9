/** A decision that counts: decided without sums, counted, and decided again on the sums if it was not. */
import type { Answer } from '../../requests/answer.ts';
import type { RouteCall } from '../route.ts';
import { checkShown, type DecisionPort } from '../counting/ports.ts';
import { countStep, withoutSums, type Counted, type OnSums } from '../../../store/budgets/count.ts';
import { ledgerFor, recordUncounted } from '../counting/count.ts';
import { idempotencyKey } from '../counting/idempotency-key.ts';
import { evaluateStep, type AskedStep, type Step } from '../counting/step.ts';
import { decisionText } from '../../../store/budgets/decision-text.ts';

/** Rejected with ServiceError. An allow is returned only when it counted, on disk. */
export async function decideCounted(
  call: Pick<RouteCall, 'body' | 'caller' | 'gzip' | 'origin' | 'headers'>,
  services: DecisionPort,
): Promise<Answer> {
  const evaluate = (on: OnSums): Promise<AskedStep> => evaluateStep(call, on, services);
  const first = await evaluate(withoutSums(services.ledger));
  const { asked } = first;
  const key = idempotencyKey(asked.key, call.headers['idempotency-key']);
  checkShown(asked, call.caller);
  const of = {
    session: asked.session,
    idempotency: { owner: call.caller.actor, key, digest: asked.digest },
  };
  const { last, decided } = await countStep(first, of, evaluate, ledgerFor(first, services));
  if (!decided.counted) await recordUncounted(last, decided, key, services);
  return answered(last, decided, asked.showsBudgets);
}

function answered(step: Step, decided: Counted, showsBudgets: boolean): Answer {
  const replayed = decided.kind === 'replayed';
  const id = decided.counted ? decided.id : step.id;
  const body = decisionText(decided.counted ? decided.response : step.response, id, decided, showsBudgets);
  const headers = { ...step.headers, 'ferrule-decision-id': id };
  return {
    status: 200,
    body,
    headers: replayed ? { ...headers, 'idempotent-replayed': 'true' } : headers,
  };
}
