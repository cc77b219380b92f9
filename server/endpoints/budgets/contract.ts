import * as z from 'zod';

const Time = z.string().nullable();

export const BudgetsResponse = z
  .object({
    budgets: z.array(
      z.object({
        ruleset: z.string(),
        budget: z.string(),
        session_id: z.string().nullable(),
        key: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        window: z.string(),
        used: z.int(),
        reserved: z.int(),
        limit: z.int().nullable().meta({ description: 'Null if it depends on a fact.' }),
        window_start: Time,
        window_end: Time,
      }),
    ),
    next: z.string().nullable(),
  })
  .meta({ id: 'BudgetsResponse' });

export const ResetBudgetRequest = z
  .strictObject({ ruleset: z.string(), budget: z.string() })
  .meta({ id: 'ResetBudgetRequest' });

export const ResetBudgetResponse = z.object({ reset: z.int() }).meta({ id: 'ResetBudgetResponse' });
