/** AuthZEN decisions that wait for a person: requests for approval, and their effect. */
import { randomUUID } from 'node:crypto';
import { grantedOf } from '../../../agents/gate/approval-facts.ts';
import { stateOf, type ListedApproval, type StoredApproval } from '../../../store/approvals/approval.ts';
import type { KnowsSensitivePaths, UsesApprovals } from '../../approvals/ports.ts';
import { approvalRequest } from '../../approvals/approval-request.ts';
import { recordDenied } from '../../approvals/record-denied.ts';
import { approvalRecord } from '../../approvals/write-approval.ts';
import { ServiceError } from '../../../library/errors.ts';
import { normalName } from '../../../library/node/rulesets/locate.ts';
import type { NamedApproval, WantedAccess } from './access-parts.ts';
import { accessSession } from './access-session.ts';
import { parseJson } from '../../../library/json.ts';
import type { JobResult } from '../../evaluation/main/pool.ts';
import type { KnowsMounted, RunsJobs } from '../../evaluation/main/ports.ts';
import { capBytes, type LimitsBodies } from '../../requests/body-cap.ts';
import type { RouteCall } from '../route.ts';

interface Decision {
  readonly decision: boolean;
  readonly context: {
    readonly action?: string;
    readonly reason?: string;
    readonly obligations?: readonly { readonly type: string }[];
  };
}

interface KnowsAuthzenRuleset extends KnowsMounted {
  readonly configuration: { readonly authzenRuleset: string | null };
}

type ReadsAccess = RunsJobs & LimitsBodies;
/** Parts of the service for evaluating with an approval. */
export type ApprovedAccessPort = ReadsAccess & KnowsMounted & UsesApprovals;
/** Parts of the service for a request for access. */
export type AccessRequestPort = RunsJobs & KnowsAuthzenRuleset & KnowsSensitivePaths & UsesApprovals;

const PLACES = {
  agent: 'subject.id',
  server: 'resource',
  tool: 'action.name',
} as const;

/** The name of the deciding ruleset, as in approvals. */
function rulesetOf({ serving, configuration }: KnowsAuthzenRuleset): string {
  if (serving.kind === 'mounted') return serving.engine.current.ruleset.name;
  return normalName(configuration.authzenRuleset ?? '') ?? '';
}

/** Reads an access request in a worker. Throws ServiceError. */
export async function readAccess(call: RouteCall, services: ReadsAccess): Promise<WantedAccess> {
  return JSON.parse(await read('requests', call, services)) as WantedAccess;
}

async function read(
  path: 'evaluation' | 'requests',
  { caller, body, gzip }: RouteCall,
  { pool, configuration }: ReadsAccess,
): Promise<string> {
  const context = { path, gzip, maxBytes: capBytes('call', configuration) };
  const job = { caller, kind: 'read-access', body, context, session: null, origin: null } as const;
  return (await pool.submit(job)).body;
}

/** Evaluates the request again: approval is requested only while the rules escalate. `null` if they do not. */
export async function requestAccess(
  wanted: WantedAccess,
  call: RouteCall,
  services: AccessRequestPort,
): Promise<ListedApproval | null> {
  const { caller, origin } = call;
  const { pool, approvals, audit } = services;
  const session = accessSession(call, services);
  const { evaluationId, expiresAt: _, ...binding } = wanted;
  // Decided on the bound request alone.
  const body = Buffer.from(wanted.request);
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
  const asking = {
    ...binding,
    requester: caller.actor,
    session,
    callId: evaluationId,
    ruleset: rulesetOf(services),
    rulesetHash: hashOf(result),
    reason: decided.context.reason ?? null,
  };
  const { approval, isNew } = await approvals.request(approvalRequest(asking, PLACES, services));
  if (isNew) await audit?.record('approval', origin, approvalRecord('request', approval, services));
  return approval;
}

function hashOf({ headers = {} }: JobResult): string {
  return headers['ferrule-ruleset-hash'] ?? '';
}

/** True if an approval covers the request; the worker checks that it is a valid request. */
function isFor({ agent, tool, server, requestDigest }: StoredApproval, named: NamedApproval): boolean {
  const isBound = named.agent === agent && named.tool === tool && named.server === server;
  return isBound && requestDigest === named.requestDigest;
}

/**
 * Evaluates with the approval that the context names, when it is of this caller and session, for this request and not used
 * up; else as if it named none. An approval is used up by an allow.
 */
export async function evaluateApproved(call: RouteCall, services: ApprovedAccessPort): Promise<JobResult> {
  const { caller, origin, body, gzip, headers } = call;
  const { pool, approvals, audit } = services;
  const session = accessSession(call, services);
  const job = { caller, origin, kind: 'authzen-evaluation', body, session } as const;
  // Access requests are limited to this length, so nothing longer was ever approved.
  const isShort = body.length <= capBytes('call', services.configuration);
  const named = isShort
    ? (JSON.parse(await read('evaluation', call, services)) as NamedApproval | null)
    : null;
  const found = named === null ? null : await approvals.find(named.id).catch(orNothing);
  const isTheirs =
    named !== null && found?.requester === caller.actor && found.session === session && isFor(found, named);
  if (found === null || !isTheirs || stateOf(found) !== 'approved')
    return pool.submit({ ...job, context: gzip ? { gzip } : null });
  const granted = grantedOf(found);
  const result = await pool.submit({
    ...job,
    context: granted === null ? { gzip } : { gzip, approval: granted },
  });
  const { decision, context } = parseJson(result.body) as Decision;
  if (!decision) return result;
  const { supported } = named;
  const unsupported =
    supported === null ? undefined : context.obligations?.find(({ type }) => !supported.includes(type));
  const refused = async (code: string, reason: string): Promise<JobResult> => {
    const decisionId = result.headers?.['ferrule-decision-id'] ?? '';
    await recordDenied(services, origin, { decisionId, code, approval: found });
    return { ...result, body: JSON.stringify({ decision: false, context: { code, reason } }) };
  };
  // The caller must not continue: that is not an allow, and only an allow uses an approval.
  if (unsupported !== undefined)
    return refused('unhandled_obligation', `the caller cannot comply with '${unsupported.type}'`);
  const given = headers['x-request-id'];
  const callId = typeof given === 'string' && given !== '' ? given : randomUUID();
  if (!(await approvals.use(found.id, callId, hashOf(result))))
    return refused('approval_refused', 'the approval is for another request, or used up');
  if (found.usedBy === null) await audit?.record('approval', origin, approvalRecord('use', found, services));
  return result;
}

function orNothing(error: unknown): null {
  if (error instanceof ServiceError && error.code === 'approval_not_found') return null;
  throw error;
}
