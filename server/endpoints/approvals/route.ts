/** Approvals: approvers list, read and decide them; requesters read their own and wait for them. */
import type { Logger } from 'pino';
import { approvalNotFound } from '../../approvals/errors.ts';
import { stateOf, type ListedApproval, type StoredApproval } from '../../../store/approvals/approval.ts';
import { listedBody, maskedBody, wholeBody } from '../../approvals/approval-body.ts';
import type { KeepsApprovals, UsesApprovals } from '../../approvals/ports.ts';
import { readCursor, writeCursor } from '../../approvals/cursor.ts';
import { approvalRecord } from '../../approvals/write-approval.ts';
import { shuttingDown } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import type { Caller } from '../../tokens/caller.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import {
  AnswerApprovalRequest,
  Approval,
  ApprovalsResponse,
  ListedApproval as ListedApprovalBody,
  ListApprovalsQuery,
  ReadApprovalQuery,
} from './contract.ts';
import { readStrictJson, readText } from '../../requests/job-body.ts';
import { answer, type Answer } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import type { HasQuotas } from '../../quotas/quotas.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import type { Route, RouteCall } from '../route.ts';

/** Shows approvals, and records who sees what is sensitive. */
interface ShowsApprovals extends UsesApprovals {
  readonly log: Logger;
}

const LISTED = 100;
const SECOND_MS = 1_000;
const ID = { name: 'id', in: 'path', description: 'The approval.' } as const;
const COMMON = { envelope: 'plain', cap: 'body', response: Approval } as const;

export const listApprovals: Route<KeepsApprovals> = {
  ...COMMON,
  method: 'GET',
  url: '/v1/approvals',
  path: '/v1/approvals',
  summary: 'List approvals, oldest first',
  operationId: 'listApprovals',
  access: 'approver',
  body: 'none',
  request: null,
  response: ApprovalsResponse,
  parameters: [
    {
      name: 'state',
      in: 'query',
      description: 'Only those that are pending, approved, rejected or expired.',
    },
    { name: 'limit', in: 'query', description: 'Maximum number of results (default: 100, at most 1000).' },
    { name: 'cursor', in: 'query', description: 'The `next_cursor` of the previous page.' },
  ],
  errors: [401, 422, 503],
  async handle({ caller, query }, { approvals }) {
    const { state = null, limit, cursor } = check(ListApprovalsQuery, parametersOf(query), 'query');
    const { approvals: found, next } = await approvals.list({
      reader: caller.actor,
      state,
      rulesets: caller.rulesets,
      after: cursor === undefined ? null : readCursor(cursor),
      limit: limit === undefined ? LISTED : Number(limit),
    });
    const more = next === null ? {} : { next_cursor: writeCursor(next) };
    return answer(writeJson({ approvals: found.map(listedBody), ...more }));
  },
};

export const readApproval: Route<ShowsApprovals & HasQuotas> = {
  ...COMMON,
  method: 'GET',
  url: '/v1/approvals/:id',
  path: '/v1/approvals/{id}',
  summary: 'Read an approval, or wait for its decision',
  operationId: 'readApproval',
  access: 'any',
  body: 'none',
  request: null,
  parameters: [
    ID,
    { name: 'wait', in: 'query', description: 'Seconds to wait (at most 60) until it is no longer pending.' },
  ],
  errors: [401, 404, 422, 503],
  async handle(call, services) {
    const { caller, parameters, query } = call;
    const { approvals } = services;
    const id = parameters['id'] ?? '';
    const { wait } = check(ReadApprovalQuery, parametersOf(query), 'query');
    const found = await approvals.find(id);
    const isTheirs = found.requester === caller.actor || caller.roles.has('approver');
    if (!isTheirs || !isSeen(found, caller)) throw approvalNotFound();
    const waits = wait !== undefined && Number(wait) > 0 && stateOf(found) === 'pending';
    const read = waits ? await waitFor(id, Number(wait), call, services) : found;
    const body = await bodyFor(read, call, services);
    const isCutOff = wait !== undefined && approvals.isStopped && stateOf(read) === 'pending';
    return isCutOff ? stoppedAnswer(body) : answer(writeJson(body));
  },
};

/** The service stops before the wait is over: the error of every request that it no longer gets to, with the approval. */
function stoppedAnswer(body: object): Answer {
  const error = shuttingDown();
  const { code, message, status } = error;
  return { status, body: writeJson({ error: code, detail: message, ...body }), error };
}

/** @throws ServiceError `overloaded` when this token waits for too many */
async function waitFor(
  id: string,
  seconds: number,
  { caller, onLeave }: Pick<RouteCall, 'caller' | 'onLeave'>,
  { approvals, quotas }: KeepsApprovals & HasQuotas,
): Promise<StoredApproval> {
  const release = quotas.acquire('waits', { actor: caller.actor, connection: null });
  try {
    return await approvals.wait(id, seconds * SECOND_MS, onLeave);
  } finally {
    release();
  }
}

/** Approvers see sensitive values, and each access is recorded before it happens. */
async function bodyFor(
  approval: StoredApproval,
  { caller, origin }: Pick<RouteCall, 'caller' | 'origin'>,
  services: ShowsApprovals,
): Promise<object> {
  if (!caller.roles.has('approver')) return maskedBody(approval);
  if (approval.sensitive !== null) {
    services.log.info({ approval: approval.id, by: caller.actor }, 'showing sensitive values of an approval');
    await services.audit?.record('approval', origin, approvalRecord('read', approval, services));
  }
  return wholeBody(approval);
}

export const answerApproval: Route<UsesApprovals & LimitsBodies> = {
  ...COMMON,
  method: 'POST',
  url: '/v1/approvals/:id',
  path: '/v1/approvals/{id}',
  summary: 'Approve or reject a call',
  operationId: 'answerApproval',
  access: 'approver',
  body: 'json',
  cap: 'word',
  request: AnswerApprovalRequest,
  response: ListedApprovalBody,
  parameters: [ID],
  errors: [400, 401, 403, 404, 409, 413, 415, 422, 503],
  async handle({ caller, parameters, body, gzip, origin }, services) {
    const { approvals, audit } = services;
    const id = parameters['id'] ?? '';
    const { decision, reason = null } = check(
      AnswerApprovalRequest,
      readStrictJson(textOf(body, gzip, services)),
    );
    if (!isSeen(await approvals.find(id), caller)) throw approvalNotFound();
    const answered = await approvals.answer(id, decision, caller.actor);
    const said = { by: caller.actor, reason };
    await audit?.record('approval', origin, approvalRecord(decision, answered, services, said));
    return answer(writeJson(listedBody(answered)));
  },
};

/** Approvals of rulesets that do not exist for the caller do not either. */
function isSeen({ ruleset }: ListedApproval, { rulesets }: Caller): boolean {
  return allowsRuleset(rulesets, ruleset);
}

function textOf(body: Buffer, gzip: boolean, { configuration }: LimitsBodies): string {
  return readText(body, gzip, capBytes('word', configuration));
}

function parametersOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}
