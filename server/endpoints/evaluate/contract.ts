import * as z from 'zod';
import { INCLUDABLE } from '../../../runtime/engine/evaluation-result.ts';
import { JsonObject } from '../../requests/schemas.ts';

export const FactInput = z.strictObject({ template: z.string(), data: JsonObject }).meta({ id: 'FactInput' });

export const SessionMode = z
  .enum(['create', 'require'])
  .nullable()
  .optional()
  .meta({ description: 'create: there must be no such session; require: there must be one.' });

export const EvaluateRequest = z
  .strictObject({
    facts: z.array(FactInput).max(500),
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    host_facts: z.array(FactInput).max(500).optional().meta({
      description: 'Facts of templates `from: host`, before all others: for a token with the role `host`.',
    }),
    input: z.unknown().optional().meta({
      description:
        'A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out.',
    }),
    include: z
      .array(z.enum(INCLUDABLE))
      .optional()
      .meta({ description: 'What the answer holds besides: every firing, all facts at the end.' }),
    session_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Made if there never was one: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -' }),
    session: SessionMode,
  })
  .meta({ id: 'EvaluateRequest' });

export type EvaluateRequest = z.infer<typeof EvaluateRequest>;

const Facts = z.array(z.object({ template: z.string(), data: JsonObject, rule: z.string().optional() }));

const PropertyItem = z.union([z.string(), z.number(), z.boolean()]);

const Obligations = z.array(
  z.object({
    type: z.string(),
    properties: z.record(z.string(), z.union([PropertyItem, z.array(PropertyItem)])),
  }),
);

const Firings = z.array(
  z.object({
    rule: z.string(),
    action: z.string().nullable(),
    reason: z.string(),
    metadata: z.record(z.string(), z.string()),
    scope: z.string().nullable(),
    notify: z.array(z.string()),
    obligations: Obligations,
    facts: Facts,
  }),
);

/** Optional members of a response. */
export const AnswerRest = {
  obligations: Obligations.optional().meta({
    description: 'What the caller must do besides; a caller that cannot comply must not go on.',
  }),
  firings: Firings.optional().meta({ description: 'Every firing in order, when `include` asks for them.' }),
  facts: Facts.optional().meta({ description: 'All facts at the end, when `include` asks for them.' }),
};

export const EvaluateResponse = z
  .object({
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    rule_trace: z.array(z.string()),
    module_trace: z.array(z.string()),
    duration_us: z.int(),
    metadata: z.record(z.string(), z.string()).optional(),
    attestation_token: z.string().nullable().optional(),
    ...AnswerRest,
  })
  .meta({ id: 'EvaluateResponse' });
