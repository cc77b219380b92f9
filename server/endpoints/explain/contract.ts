import * as z from 'zod';
import {
  AnswerRest,
  FactInput,
  needsFactsOrInput,
  OptionalFacts,
  SessionMode,
} from '../evaluate/contract.ts';
import { JsonObject } from '../../requests/schemas.ts';

export const ExplainRequest = z
  .strictObject({
    facts: OptionalFacts,
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    host_facts: z.array(FactInput).max(500).optional().meta({
      description: 'Facts of templates `from: host`, before all others: for a token with the role `host`.',
    }),
    input: z.unknown().optional().meta({
      description: 'A document that the `input:` of the ruleset turns into facts, before `facts`.',
    }),
    session_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Existing session of the evaluation; it is not changed.' }),
    session: SessionMode,
    rule: z.string().optional().meta({ description: 'Only why this rule did not fire.' }),
    flip: z
      .union([z.boolean(), z.string()])
      .optional()
      .meta({ description: 'Look for small changes that lead to another decision, or to this one.' }),
  })
  .check(needsFactsOrInput)
  .meta({ id: 'ExplainRequest' });

export const ExplainResponse = z
  .object({
    version: z.int(),
    ruleset: z.string(),
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    winner: z.int().nullable(),
    missing: AnswerRest.missing,
    beaten: z.array(JsonObject),
    firings: z.array(JsonObject),
    facts: z.array(JsonObject),
    not_fired: z.array(JsonObject),
    flips: JsonObject.optional(),
    budgets: z.array(JsonObject).optional().meta({
      description:
        'The sums of budgets that the decision would be made on, for a token with the role `budgets`.',
    }),
  })
  .meta({ id: 'ExplainResponse' });
