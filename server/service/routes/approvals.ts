/** Approvals: who may give them lists, reads and answers them; who asked for one reads it and waits for it. */
import { approvalNotFound } from '../../approvals/errors.ts';
import { approvalBody, approvalRecord } from '../../approvals/write-approval.ts';
import type { StoredApproval } from '../../approvals/approval-table.ts';
import { writeJson } from '../../library/json.ts';
import type { Caller } from '../../tokens/caller.ts';
import { allowsRuleset } from '../../tokens/ruleset-patterns.ts';
import {
  AnswerApprovalRequest,
  Approval,
  ApprovalsResponse,
  ListApprovalsQuery,
  ReadApprovalQuery,
} from '../contracts/approvals.ts';
import { readJson, readText } from '../evaluation/job-body.ts';
import { answer } from '../http/answer.ts';
import { check } from '../http/contract-check.ts';
import type { Services } from '../services.ts';
import type { Route } from './route.ts';

const LISTED = 100;
const SECOND_MS = 1_000;
const ID = { name: 'id', in: 'path', description: 'The approval.' } as const;
const COMMON = { envelope: 'plain', cap: 'body', response: Approval } as const;

export const listApprovals: Route = {
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
      description: 'Only those that are pending, approved or rejected, not expired.',
    },
    { name: 'limit', in: 'query', description: 'How many at most: 100 when left out, 1000 at most.' },
  ],
  errors: [401, 422, 503],
  async handle({ caller, query }, { approvals }) {
    const { state = null, limit } = check(ListApprovalsQuery, parametersOf(query), 'query');
    const found = await approvals.list({ state, limit: limit === undefined ? LISTED : Number(limit) });
    const seen = found.filter(({ ruleset }) => allowsRuleset(caller.rulesets, ruleset));
    return answer(writeJson({ approvals: seen.map(approvalBody) }));
  },
};

export const readApproval: Route = {
  ...COMMON,
  method: 'GET',
  url: '/v1/approvals/:id',
  path: '/v1/approvals/{id}',
  summary: 'Read an approval, or wait until it is answered',
  operationId: 'readApproval',
  access: 'any',
  body: 'none',
  request: null,
  parameters: [
    ID,
    { name: 'wait', in: 'query', description: 'Seconds, 60 at most: answers when it is no longer pending.' },
  ],
  errors: [401, 404, 422, 503],
  async handle({ caller, parameters, query, onLeave }, { approvals }) {
    const id = parameters['id'] ?? '';
    const { wait } = check(ReadApprovalQuery, parametersOf(query), 'query');
    const found = await approvals.find(id);
    const isTheirs = found.requester === caller.actor || caller.roles.has('approver');
    if (!isTheirs || !isSeen(found, caller)) throw approvalNotFound();
    if (wait === undefined) return answer(writeJson(approvalBody(found)));
    return answer(writeJson(approvalBody(await approvals.wait(id, Number(wait) * SECOND_MS, onLeave))));
  },
};

export const answerApproval: Route = {
  ...COMMON,
  method: 'POST',
  url: '/v1/approvals/:id',
  path: '/v1/approvals/{id}',
  summary: 'Approve or reject a call',
  operationId: 'answerApproval',
  access: 'approver',
  body: 'json',
  request: AnswerApprovalRequest,
  parameters: [ID],
  errors: [400, 401, 403, 404, 409, 413, 415, 422, 503],
  async handle({ caller, parameters, body, gzip, origin }, services) {
    const { approvals, audit } = services;
    const id = parameters['id'] ?? '';
    const { decision } = check(AnswerApprovalRequest, readJson(textOf(body, gzip, services)));
    if (!isSeen(await approvals.find(id), caller)) throw approvalNotFound();
    const answered = await approvals.answer(id, decision, caller.actor);
    const more = { answered_by: caller.actor };
    await audit?.record('approval', origin, approvalRecord(decision, answered, services, more));
    return answer(writeJson(approvalBody(answered)));
  },
};

/** Approvals of rulesets that do not exist for the caller do not either. */
function isSeen({ ruleset }: StoredApproval, { rulesets }: Caller): boolean {
  return allowsRuleset(rulesets, ruleset);
}

function textOf(body: Buffer, gzip: boolean, { configuration }: Services): string {
  return readText(body, gzip, configuration.maxBodyBytes);
}

function parametersOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}
