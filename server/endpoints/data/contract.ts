import * as z from 'zod';
import { AnswerRest } from '../evaluate/contract.ts';
import { JsonObject } from '../../requests/schemas.ts';

/** The input for a ruleset without `input:`. Null is taken as left out. */
export const DataInput = JsonObject.nullable().optional();

/** A ruleset with `input:` takes any document. */
export const DataRequest = z
  .object({
    input: z
      .unknown()
      .optional()
      .meta({ description: 'Any document for a ruleset with `input:`, else an object.' }),
  })
  .meta({ id: 'DataRequest' });

const DecisionDocument = z
  .object({
    allow: z.boolean(),
    deny: z.boolean(),
    decision: z.string().optional().meta({ description: 'Omitted if there is none.' }),
    reason: z.string().nullable(),
    rule_trace: z.array(z.string()),
    module_trace: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    duration_us: z.int(),
    ...AnswerRest,
  })
  .meta({ id: 'DecisionDocument' });

export const DataResult = z.union([z.boolean(), DecisionDocument]);

export const DataResponse = z
  .object({
    result: DataResult.optional().meta({ description: 'Omitted if the path does not name a ruleset.' }),
    decision_id: z
      .string()
      .optional()
      .meta({ description: 'Identifier of the decision, if the whole decision is returned.' }),
    warning: z.object({ code: z.string(), message: z.string() }).optional(),
    metrics: z.record(z.string(), z.number()).optional(),
    provenance: JsonObject.optional(),
    explanation: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'DataResponse' });
