import { z } from 'zod';
import { JsonObject } from './schemas.ts';

/** Null is taken as left out. */
export const DataInput = JsonObject.nullable().optional();

export const DataRequest = z.object({ input: DataInput }).meta({ id: 'DataRequest' });

export const DecisionDocument = z
  .object({
    allow: z.boolean(),
    deny: z.boolean(),
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    rule_trace: z.array(z.string()),
    module_trace: z.array(z.string()),
    metadata: z.record(z.string(), z.string()),
    duration_us: z.int(),
  })
  .meta({ id: 'DecisionDocument' });

export const DataResult = z.union([z.boolean(), DecisionDocument]);

export const DataResponse = z
  .object({
    result: DataResult.optional().meta({ description: 'Left out when the path names no ruleset.' }),
    warning: z.object({ code: z.string(), message: z.string() }).optional(),
    metrics: z.record(z.string(), z.number()).optional(),
    provenance: JsonObject.optional(),
    explanation: z.array(z.unknown()).optional(),
  })
  .meta({ id: 'DataResponse' });
