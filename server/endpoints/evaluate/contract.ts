import * as z from 'zod';
import { INCLUDABLE, type Included } from '../../../runtime/engine/evaluation-result.ts';
import { JsonObject } from '../../requests/schemas.ts';

export const FactInput = z.strictObject({ template: z.string(), data: JsonObject }).meta({ id: 'FactInput' });

export const SessionMode = z
  .enum(['create', 'require'])
  .nullable()
  .optional()
  .meta({ description: 'create: the session must not exist yet; require: the session must exist.' });

/** Facts of a request, which one with a document may leave out. */
export const OptionalFacts = z
  .array(FactInput)
  .max(500)
  .optional()
  .meta({ description: 'Optional if `input` is given.' });

/** Refuses a request that has neither facts nor a document. */
export function needsFactsOrInput({
  value,
  issues,
}: z.core.ParsePayload<{ readonly facts?: unknown; readonly input?: unknown }>): void {
  if (value.facts !== undefined || (value.input ?? null) !== null) return;
  issues.push({ code: 'invalid_type', expected: 'array', path: ['facts'], input: undefined });
}

export const EvaluateRequest = z
  .strictObject({
    facts: OptionalFacts,
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    host_facts: z.array(FactInput).max(500).optional().meta({
      description: 'Facts of templates `from: host`, before all others: for a token with the role `host`.',
    }),
    input: z.unknown().optional().meta({
      description:
        'A document that the `input:` of the ruleset turns into facts, before `facts`. Null is taken as left out.',
    }),
    include: z
      .array(z.enum([...INCLUDABLE, 'budgets']))
      .optional()
      .meta({
        description:
          'Parts to add to the response: every firing, all final facts. `budgets` is for a preview and needs the role `budgets`.',
      }),
    preview: z.boolean().optional().meta({
      description: 'true: the decision that `POST /v1/decisions` would make now. Nothing is counted.',
    }),
    session_id: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'Created if it never existed: 1 to 128 characters of A-Z, a-z, 0-9 and . _ : -' }),
    session: SessionMode,
  })
  .check(needsFactsOrInput)
  .check(({ value, issues }) => {
    if (value.preview === true || value.include?.includes('budgets') !== true) return;
    issues.push({ code: 'custom', message: '`budgets` needs `preview`', path: ['include'], input: value });
  })
  .meta({ id: 'EvaluateRequest' });

type EvaluateRequest = z.infer<typeof EvaluateRequest>;

/** A request as it is evaluated: sums are not included by the rules. */
export type EvaluatedRequest = Omit<EvaluateRequest, 'include' | 'preview'> & {
  readonly include?: readonly Included[] | undefined;
};

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
    description: 'Obligations of the caller; a caller that cannot comply must not proceed.',
  }),
  missing: z.array(z.string()).optional().meta({
    description:
      'Document paths whose values the deciding rule could not use: missing, of another type or unreadable. Only for a rule that denies or escalates in doubt.',
  }),
  firings: Firings.optional().meta({ description: 'Every firing in order, if `include` lists them.' }),
  facts: Facts.optional().meta({ description: 'All final facts, if `include` lists them.' }),
};

/** Members of a response that are about budgets. */
export const BudgetsRest = {
  exceeded_budgets: z.array(z.string()),
  budgets: z
    .array(
      z.object({
        budget: z.string(),
        key: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        requested: z.int(),
        used: z.int(),
        reserved: z.int(),
        limit: z.int(),
        window_start: z.string().nullable(),
        window_end: z.string().nullable(),
        exceeded: z.boolean(),
        over: z.boolean().optional(),
      }),
    )
    .optional(),
};

export const EvaluateResponse = z
  .object({
    counted: z.boolean().optional().meta({ description: 'Only in a preview: false.' }),
    consumes: z
      .boolean()
      .optional()
      .meta({ description: 'Only in a preview: true if the decision would count.' }),
    exceeded_budgets: BudgetsRest.exceeded_budgets.optional(),
    budgets: BudgetsRest.budgets,
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
