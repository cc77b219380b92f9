/** The documents of the AuthZEN Authorization API 1.0. Fields that it does not name are ignored, as it says. */
import * as z from 'zod';
import { JsonObject } from '../../requests/schemas.ts';

/** An empty one names nothing. */
export const Name = z.string().min(1);
export const Entity = z.object({ type: Name, id: Name, properties: JsonObject.optional() });
export const Action = z.object({ name: Name, properties: JsonObject.optional() });

export const AccessEvaluationRequest = z
  .object({ subject: Entity, action: Action, resource: Entity, context: JsonObject.optional() })
  .meta({ id: 'AccessEvaluationRequest' });

export const SEMANTICS = ['execute_all', 'deny_on_first_deny', 'permit_on_first_permit'] as const;
const MOST_EVALUATIONS = 500;

/** Parts that an evaluation omits come from the top level. Each is checked separately, so that one cannot invalidate the others. */
export const AccessEvaluationsRequest = z
  .object({
    subject: z.unknown().optional(),
    action: z.unknown().optional(),
    resource: z.unknown().optional(),
    context: z.unknown().optional(),
    evaluations: z.array(JsonObject).max(MOST_EVALUATIONS).optional().meta({
      description: 'If empty, the top level is the only evaluation, and the response is its decision.',
    }),
    options: z.object({ evaluations_semantic: z.enum(SEMANTICS).optional() }).optional(),
  })
  .meta({ id: 'AccessEvaluationsRequest' });

export const AccessObligations = z.array(
  z.object({ id: z.string(), type: z.string(), properties: JsonObject }),
);

export const AccessDecision = z
  .object({
    decision: z.boolean().meta({ description: 'True for `allow` and for nothing else.' }),
    context: z
      .looseObject({
        action: z.string().optional().meta({ description: 'Decision of the rules, such as `escalate`.' }),
        reason: z.string().optional(),
        obligations: AccessObligations.optional().meta({
          description: 'A caller that cannot comply must not go on.',
        }),
        access_request: z
          .object({ expires_at: z.string() })
          .optional()
          .meta({ description: 'A person decides: request access at the access request endpoint.' }),
        error: z.object({ status: z.int(), message: z.string() }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'AccessDecision' });

export const AccessEvaluationsResponse = z.union([
  AccessDecision,
  z.object({ evaluations: z.array(AccessDecision) }),
]);

export const AuthzenConfiguration = z
  .object({
    policy_decision_point: z.string(),
    access_evaluation_endpoint: z.string(),
    access_evaluations_endpoint: z.string(),
    search_subject_endpoint: z.string(),
    search_resource_endpoint: z.string(),
    search_action_endpoint: z.string(),
    access_request_endpoint: z.string(),
    supported_obligations: z
      .array(z.string())
      .optional()
      .meta({ description: 'Standard obligation types; rules can also define their own.' }),
    capabilities: z.array(z.string()),
  })
  .meta({ id: 'AuthzenConfiguration' });

/** AuthZEN's Access Request and Approval profile is served. */
export const ACCESS_REQUEST_CAPABILITY = 'urn:openid:authzen:capability:access-request';
