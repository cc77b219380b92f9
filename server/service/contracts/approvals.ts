import * as z from 'zod';

export const APPROVAL_STATES = ['pending', 'approved', 'rejected', 'expired'] as const;

export const Approval = z
  .object({
    id: z.string(),
    state: z.enum(APPROVAL_STATES),
    requester: z.string().meta({ description: 'Name of the token that asks.' }),
    agent: z.string(),
    session: z.string().nullable(),
    tool: z.string(),
    server: z.string().nullable(),
    args: z.unknown(),
    args_digest: z
      .string()
      .meta({ description: '`sha256:` and hex over the arguments as RFC 8785 writes them.' }),
    ruleset: z.string(),
    ruleset_hash: z.string(),
    call_id: z.string(),
    reason: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    answered_at: z.string().nullable(),
    answered_by: z.string().nullable(),
    used_by: z.string().nullable().meta({ description: 'The call that used it up.' }),
  })
  .meta({ id: 'Approval' });

export const ApprovalsResponse = z.object({ approvals: z.array(Approval) }).meta({ id: 'ApprovalsResponse' });

export const AnswerApprovalRequest = z
  .strictObject({ decision: z.enum(['approved', 'rejected']) })
  .meta({ id: 'AnswerApprovalRequest' });

const MOST_LISTED = 1_000;
const LONGEST_WAIT = 60;

/** A whole number of the query, from 1 up to a limit. */
function count(most: number): z.ZodType<string> {
  return z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .refine((text) => Number(text) >= 1 && Number(text) <= most, `must be 1 to ${most}`);
}

export const ListApprovalsQuery = z.strictObject({
  state: z.enum(['pending', 'approved', 'rejected']).optional(),
  limit: count(MOST_LISTED).optional(),
});

export const ReadApprovalQuery = z.strictObject({ wait: count(LONGEST_WAIT).optional() });
