import * as z from 'zod';
import { HeldReservation } from '../counting/held-reservation.ts';
import { IdempotencyKey } from '../counting/idempotency-key.ts';
import { AnswerRest, FactInput } from '../evaluate/contract.ts';
import { SESSION_ID } from '../../requests/session-name.ts';
import { JsonObject } from '../../requests/schemas.ts';

const LONGEST_NAME = 1_000;
const MOST_OBLIGATIONS = 1_000;
const Name = z.string().min(1).max(LONGEST_NAME);

export const CallRequest = z
  .strictObject({
    ruleset: z.string().meta({ description: 'Path of a ruleset under the root.' }),
    agent: Name.meta({
      description: 'Name of the calling agent, set by the host and never from an argument.',
    }),
    session: z
      .string()
      .regex(SESSION_ID, 'must be 1 to 128 of A-Z, a-z, 0-9 and . _ : -')
      .optional()
      .meta({ description: 'Session whose facts also count; created if it does not exist.' }),
    session_mode: z
      .literal('require')
      .optional()
      .meta({ description: 'require: the session must exist; it is not created.' }),
    tool: z.strictObject({ name: Name, server: Name.optional(), annotations: JsonObject.optional() }),
    call: z.strictObject({
      id: Name.meta({ description: 'The same id again gets the same verdict from an approval.' }),
      args: z.unknown().meta({ description: 'The arguments as they will be executed.' }),
    }),
    idempotency_key: IdempotencyKey.optional().meta({
      description:
        'The same key with the same request counts once. Without it every call that is allowed counts again.',
    }),
    supported_obligations: z.array(Name).max(MOST_OBLIGATIONS).optional().meta({
      description: 'Obligation types that the caller supports: an allow with another type becomes a deny.',
    }),
    host_facts: z.array(FactInput).max(500).optional().meta({
      description: 'Facts of templates `from: host`, before all others: for a token with the role `host`.',
    }),
    mode: z
      .enum(['enforce', 'observe'])
      .optional()
      .meta({ description: 'observe: decide without requesting an approval, and count nothing.' }),
  })
  .meta({ id: 'CallRequest' });

export type CallRequest = z.infer<typeof CallRequest>;

export const CallVerdict = z
  .object({
    decision: z.string().nullable(),
    reason: z.string().nullable(),
    code: z.string().optional().meta({
      description:
        '`approval_refused`: the approval does not allow the call; `unhandled_obligation`: the caller cannot fulfil an obligation.',
    }),
    metadata: z.record(z.string(), z.string()),
    obligations: z.array(z.object({ type: z.string(), properties: JsonObject })),
    rule_trace: z.array(z.string()),
    missing: AnswerRest.missing,
    decision_id: z.string(),
    replayed: z.boolean().optional().meta({ description: 'With these, of a ruleset with budgets.' }),
    counted: z.boolean().optional(),
    exceeded_budgets: z.array(z.string()).optional(),
    reservation: HeldReservation.nullable().optional(),
    ruleset_hash: z.string(),
    attestation_token: z.string().optional().meta({
      description: 'Proof of the decision, if the rules request one.',
    }),
    approval: z
      .object({ id: z.string(), state: z.string(), expires_at: z.string() })
      .optional()
      .meta({ description: 'The one that an escalated call waits for, or that an allowed one used.' }),
  })
  .meta({ id: 'CallVerdict' });
