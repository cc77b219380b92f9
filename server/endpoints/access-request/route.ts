/** AuthZEN's Access Request and Approval profile: requests for escalated decisions, and their state. */
import { stateOf, type ListedApproval } from '../../../store/approvals/approval.ts';
import { readAccess, requestAccess, type AccessRequestPort } from '../authzen/access-request.ts';
import { ServiceError } from '../../../library/errors.ts';
import { AccessRequest, AccessTask } from './contract.ts';
import { answer, type Answer } from '../../requests/answer.ts';
import type { KeepsApprovals } from '../../approvals/ports.ts';
import type { LimitsBodies } from '../../requests/body-cap.ts';
import { ACCESS_REQUESTS, authzenEvaluation, baseOf, type KnowsAddress } from '../authzen/route.ts';
import type { Route, RouteCall } from '../route.ts';

const ACCEPTED = 202;
const PROBLEM = 'urn:openid:authzen:access-request:error:';

export const requestAccessRoute: Route<AccessRequestPort & LimitsBodies & KnowsAddress> = {
  ...authzenEvaluation,
  url: ACCESS_REQUESTS,
  path: ACCESS_REQUESTS,
  summary: 'Request access that AuthZEN escalated',
  operationId: 'authzenAccessRequest',
  cap: 'call',
  request: AccessRequest,
  response: AccessTask,
  success: ACCEPTED,
  errors: [400, 401, 404, 409, 410, 413, 500, 503],
  async handle(call, services) {
    const wanted = await readAccess(call, services);
    const expires = Date.parse(wanted.expiresAt);
    if (Number.isNaN(expires))
      return problem(400, 'invalid_denial_binding', 'denial.expires_at is not a valid time');
    if (expires <= Date.now()) return problem(410, 'expired_denial', 'the denial has expired');
    const approval = await requestAccess(wanted, call, services);
    if (approval === null)
      return problem(400, 'not_requestable', 'the rules do not let a person decide this request');
    return { status: ACCEPTED, body: JSON.stringify(taskOf(approval, call, services)) };
  },
};

export const readAccessRequest: Route<KeepsApprovals & KnowsAddress> = {
  ...authzenEvaluation,
  method: 'GET',
  url: `${ACCESS_REQUESTS}/:id`,
  path: `${ACCESS_REQUESTS}/{id}`,
  summary: 'Read the state of an access request',
  operationId: 'authzenAccessRequestStatus',
  body: 'none',
  request: null,
  response: AccessTask,
  parameters: [{ name: 'id', in: 'path', description: 'The task.' }],
  errors: [401, 404, 503],
  async handle(call, services) {
    const found = await services.approvals.find(call.parameters['id'] ?? '').catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'approval_not_found') return null;
      throw error;
    });
    // Tasks of other callers are reported as unknown.
    if (found?.requester !== call.caller.actor) return problem(404, 'unknown_task', 'no such task');
    return answer(JSON.stringify(taskOf(found, call, services)));
  },
};

const STATUSES = {
  pending: 'pending',
  approved: 'approved',
  rejected: 'denied',
  expired: 'expired',
} as const;

function taskOf(approval: ListedApproval, { headers }: RouteCall, services: KnowsAddress): object {
  const { id, expiresAt, answeredAt } = approval;
  const expires = new Date(expiresAt).toISOString();
  const status = STATUSES[stateOf(approval)];
  const endpoint = `${baseOf(headers, services)}${ACCESS_REQUESTS}/${id}`;
  const task = { id, status, status_endpoint: endpoint, expires_at: expires };
  if (status !== 'approved') return { task };
  const given = {
    id,
    approved_until: expires,
    approved_at: answeredAt === null ? expires : new Date(answeredAt).toISOString(),
  };
  return { task, result: { mode: 'reevaluate', approval: given } };
}

function problem(status: number, type: string, detail: string): Answer {
  return {
    status,
    body: JSON.stringify({ type: PROBLEM + type, title: type, status, detail }),
    headers: { 'content-type': 'application/problem+json' },
  };
}
