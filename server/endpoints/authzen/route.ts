/** AuthZEN Authorization API 1.0: its two evaluations, and where they are found. */
import { evaluateApproved, type ApprovedAccessPort } from './access-request.ts';
import { accessSession, SESSION_PARAMETER } from './access-session.ts';
import { ServiceError } from '../../../library/errors.ts';
import { ACCESS_REQUEST_CAPABILITY } from './contract.ts';
import {
  AccessDecision,
  AccessEvaluationRequest,
  AccessEvaluationsRequest,
  AccessEvaluationsResponse,
  AuthzenConfiguration,
} from './contract.ts';
import { answer } from '../../requests/answer.ts';
import type { KnowsPrefix } from '../../requests/prefix.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import type { Route, RouteCall } from '../route.ts';

/** Knows where clients reach the service. */
export interface KnowsAddress extends KnowsPrefix {
  readonly configuration: {
    /** The public address, or null for the one that a request names. */
    readonly authzenUrl: string | null;
    readonly access: { readonly tls: object | null };
  };
}

interface ServesAuthzen extends KnowsMounted {
  readonly configuration: { readonly authzenRuleset: string | null };
}

const EVALUATION = '/access/v1/evaluation';
const EVALUATIONS = '/access/v1/evaluations';
export const SEARCH = '/access/v1/search';
export const ACCESS_REQUESTS = '/access/v1/requests';
const CONFIGURATION = '/.well-known/authzen-configuration';
/** Those of the obligations profile: the type of an obligation is what a rule says. */
const OBLIGATIONS = ['step-up', 'notification', 'session_termination', 'custom'];

export const authzenEvaluation: Route<ApprovedAccessPort> = {
  method: 'POST',
  url: EVALUATION,
  path: EVALUATION,
  summary: 'AuthZEN access evaluation',
  operationId: 'authzenEvaluation',
  access: 'evaluate',
  envelope: 'authzen',
  body: 'json',
  cap: 'body',
  request: AccessEvaluationRequest,
  response: AccessDecision,
  parameters: [SESSION_PARAMETER],
  errors: [400, 401, 404, 409, 413, 500, 503],
  handle(call, services) {
    const { caller, origin, body, gzip } = call;
    // Few name an approval; those that do are read here to find it.
    if (!gzip && body.includes(APPROVAL)) return evaluateApproved(call, services);
    return services.pool.submit({
      caller,
      origin,
      kind: 'authzen-evaluation',
      body,
      context: gzip ? { gzip } : null,
      session: accessSession(call, services),
    });
  },
};

const APPROVAL = Buffer.from('"approval"');

/** Public address of the service, without a trailing slash. */
export function baseOf(
  headers: RouteCall['headers'],
  { configuration: { authzenUrl, access }, prefix }: KnowsAddress,
): string {
  return authzenUrl ?? `${access.tls === null ? 'http' : 'https'}://${String(headers['host'])}${prefix}`;
}

export const authzenEvaluations: Route<RunsJobs & KnowsMounted> = {
  ...authzenEvaluation,
  url: EVALUATIONS,
  path: EVALUATIONS,
  summary: 'AuthZEN access evaluations',
  operationId: 'authzenEvaluations',
  request: AccessEvaluationsRequest,
  response: AccessEvaluationsResponse,
  handle(call, services) {
    const { caller, origin, body, gzip } = call;
    return services.pool.submit({
      caller,
      origin,
      kind: 'authzen-evaluations',
      body,
      context: gzip ? { gzip } : null,
      session: accessSession(call, services),
    });
  },
};

export const authzenConfiguration: Route<ServesAuthzen & KnowsAddress> = {
  method: 'GET',
  url: CONFIGURATION,
  path: CONFIGURATION,
  summary: 'AuthZEN endpoint metadata',
  operationId: 'authzenConfiguration',
  access: 'open',
  envelope: 'authzen',
  body: 'none',
  cap: 'body',
  request: null,
  response: AuthzenConfiguration,
  parameters: [],
  errors: [404],
  handle({ headers }, services) {
    const { configuration, serving } = services;
    if (serving.kind === 'stock' && configuration.authzenRuleset === null) {
      throw new ServiceError('not_found', 'no ruleset is set for AuthZEN (SERVICE_AUTHZEN_RULESET)');
    }
    const base = baseOf(headers, services);
    return answer(
      JSON.stringify({
        policy_decision_point: base,
        access_evaluation_endpoint: base + EVALUATION,
        access_evaluations_endpoint: base + EVALUATIONS,
        search_subject_endpoint: `${base}${SEARCH}/subject`,
        search_resource_endpoint: `${base}${SEARCH}/resource`,
        search_action_endpoint: `${base}${SEARCH}/action`,
        access_request_endpoint: base + ACCESS_REQUESTS,
        supported_obligations: OBLIGATIONS,
        capabilities: [ACCESS_REQUEST_CAPABILITY],
      }),
    );
  },
};
