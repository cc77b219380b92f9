/** AuthZEN's Access Request and Approval profile, draft 1: requests for approval of an escalated decision. */
import * as z from 'zod';
import { AccessEvaluationRequest } from '../authzen/contract.ts';
import { JsonObject } from '../../requests/schemas.ts';

export const AccessRequest = AccessEvaluationRequest.extend({
  denial: z.looseObject({
    evaluation_id: z.string().min(1).meta({ description: 'Id of the escalated decision.' }),
    expires_at: z.string().meta({ description: 'Expiry time from the decision.' }),
  }),
}).meta({ id: 'AccessRequest' });

export type AccessRequest = z.infer<typeof AccessRequest>;

export const AccessTask = z
  .object({
    task: z.object({
      id: z.string(),
      status: z.enum(['pending', 'approved', 'denied', 'expired']),
      status_endpoint: z.string(),
      expires_at: z.string(),
    }),
    result: JsonObject.optional().meta({
      description: 'When approved: evaluate again with `approval` in the context.',
    }),
  })
  .meta({ id: 'AccessTask' });
