import { z } from 'zod';
import { JsonObject } from './schemas.ts';

/** Identifiers that a session can be made with. */
export const SESSION_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export const FactInput = z.object({ template: z.string(), data: JsonObject }).meta({ id: 'FactInput' });

export const EvaluateRequest = z
  .object({
    facts: z.array(FactInput).max(500),
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    session_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Made if there is none: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -' }),
  })
  .meta({ id: 'EvaluateRequest' });

export type EvaluateRequest = z.infer<typeof EvaluateRequest>;

export const EvaluateResponse = z
  .object({
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    rule_trace: z.array(z.string()),
    module_trace: z.array(z.string()),
    duration_us: z.int(),
    metadata: z.record(z.string(), z.string()).optional(),
    attestation_token: z.string().nullable().optional(),
  })
  .meta({ id: 'EvaluateResponse' });
