import * as z from 'zod';
import { SHOWN_STATES } from '../../../store/approvals/approval.ts';
import { readCursor } from '../../approvals/cursor.ts';
import { JsonObject } from '../../requests/schemas.ts';

const MASKED = '`[masked]` where it may be sensitive.';

/** An approval without its request. */
export const ListedApproval = z
  .object({
    id: z.string(),
    state: z.enum(SHOWN_STATES),
    requester: z.string().meta({ description: 'Name of the token that made the request.' }),
    agent: z.string().meta({ description: MASKED }),
    session: z.string().nullable(),
    tool: z.string().meta({ description: MASKED }),
    server: z.string().nullable(),
    args_digest: z.string().nullable().meta({
      description: '`sha256:` and hex over the arguments as RFC 8785 writes them; null if masked.',
    }),
    request_digest: z.string().nullable().meta({
      description: 'Digest of `request`, which the approval is bound to; null if masked.',
    }),
    ruleset: z.string().meta({ description: 'The ruleset that decided.' }),
    ruleset_hash: z.string(),
    call_id: z.string(),
    reason: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    answered_at: z.string().nullable(),
    answered_by: z.string().nullable(),
    used_by: z.string().nullable().meta({ description: 'The call that used it up.' }),
    budgets: z.array(z.string()).optional().meta({
      description: 'Budgets that the request exceeded: they do not escalate again.',
    }),
    masked: z.literal(true).optional().meta({ description: 'The ruleset has sensitive slots.' }),
  })
  .meta({ id: 'ListedApproval' });

export const Approval = ListedApproval.extend({
  args: z.unknown(),
  request: JsonObject.nullable().meta({
    description:
      'The whole request as the rules see it, without the id and the time of the call; null if masked.',
  }),
}).meta({ id: 'Approval' });

export const ApprovalsResponse = z
  .object({
    approvals: z.array(ListedApproval),
    next_cursor: z.string().optional().meta({ description: 'Cursor of the next page, if it exists.' }),
  })
  .meta({ id: 'ApprovalsResponse' });

/** Characters of a reason. */
const LONGEST_REASON = 500;

export const AnswerApprovalRequest = z
  .strictObject({
    decision: z.enum(['approved', 'rejected']),
    reason: z
      .string()
      .min(1)
      .max(LONGEST_REASON)
      .optional()
      .meta({ description: 'Is kept in the decision log, masked where the ruleset has sensitive slots.' }),
  })
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
  state: z.enum(SHOWN_STATES).optional(),
  limit: count(MOST_LISTED).optional(),
  cursor: z
    .string()
    .refine((text) => readCursor(text) !== null, 'must be a cursor of an earlier response')
    .optional(),
});

export const ReadApprovalQuery = z.strictObject({ wait: count(LONGEST_WAIT).optional() });
