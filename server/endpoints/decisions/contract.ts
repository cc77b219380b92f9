import * as z from 'zod';
import { INCLUDABLE } from '../../../runtime/engine/evaluation-result.ts';
import { HeldReservation } from '../counting/held-reservation.ts';
import { IdempotencyKey } from '../counting/idempotency-key.ts';
import { BudgetsRest, EvaluateRequest, EvaluateResponse, needsFactsOrInput } from '../evaluate/contract.ts';

// It counts: there is nothing to preview.
const { preview: _preview, ...Request } = EvaluateRequest.shape;
const { consumes: _consumes, ...Response } = EvaluateResponse.shape;

export const DecisionRequest = z
  .strictObject({
    ...Request,
    include: z
      .array(z.enum([...INCLUDABLE, 'budgets']))
      .optional()
      .meta({ description: 'Parts to add to the response; `budgets` needs the role `budgets`.' }),
    idempotency_key: IdempotencyKey.optional().meta({
      description: 'The same key with the same request counts once. Or the header `Idempotency-Key`.',
    }),
  })
  .check(needsFactsOrInput)
  .meta({ id: 'DecisionRequest' });

export const DecisionResponse = z
  .object({
    ...Response,
    decision_id: z.string(),
    replayed: z.boolean(),
    counted: z.boolean(),
    exceeded_budgets: BudgetsRest.exceeded_budgets,
    budgets: BudgetsRest.budgets,
    reservation: HeldReservation.nullable(),
  })
  .meta({ id: 'DecisionResponse' });
