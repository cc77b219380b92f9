/** Decisions of AuthZEN that wait for a person: how one is asked, and what an approval opens. */
import { randomUUID } from 'node:crypto';
import { grantedOf } from '../gate/approval-facts.ts';
import { digestOf } from '../gate/call.ts';
import type { StoredApproval } from '../approvals/approval-table.ts';
import { stateOf } from '../approvals/stored-approvals.ts';
import { recordDenied } from '../approvals/record-denied.ts';
import { approvalRecord } from '../approvals/write-approval.ts';
import { ServiceError } from '../errors.ts';
import { accessSession } from './access-session.ts';
import { parseJson, writeJson } from '../library/json.ts';
import type { AccessRequest } from '../service/contracts/access-request.ts';
import type { JobResult } from '../service/evaluation/pool.ts';
import type { RouteCall } from '../service/routes/route.ts';
import type { Services } from '../service/services.ts';

type Parts = Pick<AccessRequest, 'subject' | 'action' | 'resource' | 'context'>;
type Unchecked = Partial<Record<keyof Parts, Readonly<Record<string, unknown>> | null>>;

/** Members of a context that the profile itself puts there: no part of what is decided on. */
const MACHINERY = [
  'access_request',
  'approval',
  'evaluation_id',
  'evaluated_at',
  'reason',
  'supported_obligations',
];

interface Decision {
  readonly decision: boolean;
  readonly context: {
    readonly action?: string;
    readonly reason?: string;
    readonly obligations?: readonly { readonly type: string }[];
  };
}

/** Digest of what is decided on. Throws ServiceError for what has none. */
function digestOfParts({ subject, action, resource, context = {} }: Parts): string {
  const relevant = Object.fromEntries(Object.entries(context).filter(([key]) => !MACHINERY.includes(key)));
  try {
    return digestOf(JSON.parse(writeJson({ subject, action, resource, context: relevant })));
  } catch {
    throw new ServiceError('invalid_request', 'the request has no canonical form');
  }
}

/** The name of the ruleset that answers, as approvals tell it. */
function rulesetOf({ serving, configuration }: Services): string {
  return serving.kind === 'mounted'
    ? serving.engine.current.ruleset.name
    : (configuration.authzenRuleset ?? '');
}

/** Evaluates what is requested again: it is asked for only while the rules say that a person decides. Null: they do not. */
export async function requestAccess(
  { denial, ...parts }: AccessRequest,
  call: RouteCall,
  services: Services,
): Promise<StoredApproval | null> {
  const { caller, origin } = call;
  const { pool, approvals, audit } = services;
  const session = accessSession(call, services);
  const { subject, action, resource, context } = parts;
  const body = Buffer.from(writeJson({ subject, action, resource, ...(context && { context }) }));
  const result = await pool.submit({
    caller,
    origin,
    kind: 'authzen-evaluation',
    body,
    context: null,
    session,
  });
  const decided = parseJson(result.body) as Decision;
  if (decided.context.action !== 'escalate') return null;
  const { approval, isNew } = await approvals.request({
    requester: caller.actor,
    // Bound to these besides the digest: that of a tool call could be the same.
    agent: subject.id,
    session,
    server: `${resource.type}/${resource.id}`,
    tool: action.name,
    argsDigest: digestOfParts(parts),
    args: body.toString(),
    ruleset: rulesetOf(services),
    rulesetHash: hashOf(result),
    callId: denial.evaluation_id,
    reason: decided.context.reason ?? 'escalate',
  });
  if (isNew) await audit?.record('approval', origin, approvalRecord('request', approval, services));
  return approval;
}

function hashOf({ headers = {} }: JobResult): string {
  return headers['ferrule-ruleset-hash'] ?? '';
}

/** Whether an approval is for what is asked; the worker judges whether that is a request at all. */
function isFor({ agent, tool, server, argsDigest }: StoredApproval, parts: Parts): boolean {
  const { subject, action, resource }: Unchecked = parts;
  const isBound =
    subject?.id === agent && action?.name === tool && `${resource?.type}/${resource?.id}` === server;
  return isBound && argsDigest === digestOfParts(parts);
}

/** `context.approval.id` of a request, found without a contract: the worker judges the rest. */
function approvalIdOf(body: unknown): { readonly id: string; readonly parts: Parts } | null {
  const parts = body as Partial<Parts> | null;
  const given = parts?.context?.['approval'] as { readonly id?: unknown } | null | undefined;
  return typeof given?.id === 'string' ? { id: given.id, parts: parts as Parts } : null;
}

/**
 * Evaluates with the approval that the context names, when it is of this caller and session, for this request and not used
 * up; else as if it named none. An approval is used up by an allow.
 */
export async function evaluateApproved(call: RouteCall, services: Services): Promise<JobResult> {
  const { caller, origin, body, headers } = call;
  const { pool, approvals, audit } = services;
  const session = accessSession(call, services);
  const job = { caller, origin, kind: 'authzen-evaluation', body, session } as const;
  const named = approvalIdOf(parsed(body));
  const found = named === null ? null : await approvals.find(named.id).catch(orNothing);
  const isTheirs =
    named !== null &&
    found?.requester === caller.actor &&
    found.session === session &&
    isFor(found, named.parts);
  if (found === null || !isTheirs || stateOf(found) !== 'approved')
    return pool.submit({ ...job, context: null });
  const granted = grantedOf({
    ...found,
    createdAt: found.createdAt.getTime(),
    expiresAt: found.expiresAt.getTime(),
  });
  const result = await pool.submit({ ...job, context: granted === null ? null : { approval: granted } });
  const { decision, context } = parseJson(result.body) as Decision;
  if (!decision) return result;
  const supported = named.parts.context?.['supported_obligations'];
  const unsupported = Array.isArray(supported)
    ? context.obligations?.find(({ type }) => !supported.includes(type))
    : undefined;
  const refused = async (code: string, reason: string): Promise<JobResult> => {
    const decisionId = result.headers?.['ferrule-decision-id'] ?? '';
    await recordDenied(services, origin, { decisionId, code, approval: found });
    return { ...result, body: JSON.stringify({ decision: false, context: { code, reason } }) };
  };
  // The caller must not go on: that is no allow, which alone uses an approval up.
  if (unsupported !== undefined)
    return refused('unhandled_obligation', `the caller cannot comply with '${unsupported.type}'`);
  const given = headers['x-request-id'];
  const callId = typeof given === 'string' && given !== '' ? given : randomUUID();
  if (!(await approvals.use(found.id, callId, hashOf(result))))
    return refused('approval_refused', 'the approval is for another request, or used up');
  if (found.usedBy === null) await audit?.record('approval', origin, approvalRecord('use', found, services));
  return result;
}

function parsed(body: Buffer): unknown {
  try {
    return parseJson(body.toString());
  } catch {
    return null;
  }
}

function orNothing(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'approval_not_found') return null;
  throw error;
}
