/** AuthZEN Authorization API 1.0: its two evaluations, and where they are found. */
import { ServiceError } from '../../errors.ts';
import {
  AccessDecision,
  AccessEvaluationRequest,
  AccessEvaluationsRequest,
  AccessEvaluationsResponse,
  AuthzenConfiguration,
} from '../contracts/authzen.ts';
import { answer } from '../http/answer.ts';
import type { Route } from './route.ts';

const EVALUATION = '/access/v1/evaluation';
const EVALUATIONS = '/access/v1/evaluations';
export const SEARCH = '/access/v1/search';
const CONFIGURATION = '/.well-known/authzen-configuration';

export const authzenEvaluation: Route = {
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
  parameters: [],
  errors: [400, 401, 404, 413, 500, 503],
  handle: ({ caller, origin, body, gzip }, { pool }) =>
    pool.submit({
      caller,
      origin,
      kind: 'authzen-evaluation',
      body,
      context: gzip ? { gzip } : null,
      session: null,
    }),
};

export const authzenEvaluations: Route = {
  ...authzenEvaluation,
  url: EVALUATIONS,
  path: EVALUATIONS,
  summary: 'AuthZEN access evaluations',
  operationId: 'authzenEvaluations',
  request: AccessEvaluationsRequest,
  response: AccessEvaluationsResponse,
  handle: ({ caller, origin, body, gzip }, { pool }) =>
    pool.submit({
      caller,
      origin,
      kind: 'authzen-evaluations',
      body,
      context: gzip ? { gzip } : null,
      session: null,
    }),
};

export const authzenConfiguration: Route = {
  method: 'GET',
  url: CONFIGURATION,
  path: CONFIGURATION,
  summary: 'Where the AuthZEN endpoints are',
  operationId: 'authzenConfiguration',
  access: 'open',
  envelope: 'authzen',
  body: 'none',
  cap: 'body',
  request: null,
  response: AuthzenConfiguration,
  parameters: [],
  errors: [404],
  handle({ headers }, { configuration, serving, prefix }) {
    const { authzenUrl, authzenRuleset, access } = configuration;
    if (serving.kind === 'stock' && authzenRuleset === null) {
      throw new ServiceError('not_found', 'no ruleset answers AuthZEN (SERVICE_AUTHZEN_RULESET)');
    }
    const scheme = access.tls === null ? 'http' : 'https';
    const base = authzenUrl ?? `${scheme}://${String(headers['host'])}${prefix}`;
    return answer(
      JSON.stringify({
        policy_decision_point: base,
        access_evaluation_endpoint: base + EVALUATION,
        access_evaluations_endpoint: base + EVALUATIONS,
        search_subject_endpoint: `${base}${SEARCH}/subject`,
        search_resource_endpoint: `${base}${SEARCH}/resource`,
        search_action_endpoint: `${base}${SEARCH}/action`,
      }),
    );
  },
};
