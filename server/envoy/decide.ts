/** Decides a request for Envoy. Every failure is a denial: no response lets it through by accident. */
import { createHash, randomUUID } from 'node:crypto';
import { decidedOf, decideWithApproval, type Decided, type Outcome } from '../approvals/with-approval.ts';
import { recordDenied } from '../approvals/record-denied.ts';
import { shortOf } from '../approvals/approval-body.ts';
import type { ApprovalRequest } from '../../store/approvals/approval.ts';
import { approvalRequest } from '../approvals/approval-request.ts';
import type { BoundTexts } from '../approvals/bound-texts.ts';
import { ServiceError } from '../../library/errors.ts';
import type { GrantedApproval } from '../../agents/gate/approval-facts.ts';
import { capBytes, type LimitsBodies } from '../requests/body-cap.ts';
import type { KnowsMounted, RunsJobs } from '../evaluation/main/ports.ts';
import type { KnowsSensitivePaths, UsesApprovals } from '../approvals/ports.ts';
import type { Caller, KnowsCallers } from '../tokens/caller.ts';
import type { EnvoyRequest } from '../evaluation/protocol/envoy-request.ts';
import { lacksBody } from './document.ts';
import { headersOf, type EnvoyHeaders } from './headers.ts';

export interface EnvoyVerdict extends EnvoyHeaders {
  readonly verdict: 'allow' | 'deny' | 'escalate' | 'unavailable';
  /** Headers of the response to Envoy's client. */
  readonly status: 200 | 403 | 503;
  /** JSON text for that client; empty when it is allowed. */
  readonly body: string;
  /** The failure; null if the rules decided. */
  readonly error: ServiceError | null;
}

interface EnvoyAsked {
  readonly request: EnvoyRequest;
  /** Body of the request as received; empty if Envoy does not send it. */
  readonly body: Buffer;
  readonly gzip: boolean;
  /** Owner of Envoy's token. */
  readonly caller: Caller;
  readonly origin: string | null;
}

/** Knows which ruleset decides for Envoy. */
interface KnowsEnvoyRuleset extends KnowsMounted {
  readonly configuration: { readonly envoyRuleset: string | null };
}

/** Parts of the service for a decision for Envoy. */
export type EnvoyPort = RunsJobs &
  LimitsBodies &
  KnowsCallers &
  KnowsEnvoyRuleset &
  KnowsSensitivePaths &
  UsesApprovals;

const NO_HEADERS: EnvoyHeaders = { headers: {}, response: {} };
const SERVER_ERROR = 500;
const NOT_WHOLE = 'Envoy did not send the whole body, which the approver must see';

/** The deciding ruleset. Throws ServiceError `ruleset_not_found` if there is none. */
function envoyRuleset({ serving, configuration }: KnowsEnvoyRuleset): string {
  if (serving.kind === 'mounted') return serving.engine.current.ruleset.name;
  if (configuration.envoyRuleset !== null) return configuration.envoyRuleset;
  throw new ServiceError('ruleset_not_found', 'no ruleset is set for Envoy (SERVICE_ENVOY_RULESET)');
}

/** Throws ServiceError only if no ruleset is set, or this caller cannot use it. */
export async function decideEnvoy(asked: EnvoyAsked, services: EnvoyPort): Promise<EnvoyVerdict> {
  const ruleset = envoyRuleset(services);
  try {
    const outcome = await decideWithApproval(
      {
        origin: asked.origin,
        asksNobody: lacksBody(asked.request.http, asked.body.length),
        refusalOf: (decided) => (allowedHeaders(decided), null),
        evaluate: (granted) => evaluate(asked, ruleset, granted, services),
        requestOf: (decided) => approvalOf(asked, ruleset, decided, services),
      },
      services,
    );
    const { decided, approval, refusal } = outcome;
    if (refusal !== null)
      await recordDenied(services, asked.origin, {
        decisionId: decided.decisionId,
        code: refusal.code,
        approval,
      });
    return verdictOf(outcome, lacksBody(asked.request.http, asked.body.length));
  } catch (error) {
    // Over HTTP an address without a ruleset is not found.
    if (error instanceof ServiceError && error.code === 'ruleset_not_found') throw error;
    return deniedFor(error);
  }
}

async function evaluate(
  { caller, origin, request, body, gzip }: EnvoyAsked,
  ruleset: string,
  granted: GrantedApproval | null,
  { pool }: RunsJobs,
): Promise<Decided> {
  const envoy = { ruleset, request, named: null };
  const context = granted === null ? { gzip, envoy } : { gzip, envoy, approval: granted };
  return decidedOf(await pool.submit({ caller, origin, kind: 'envoy', body, context, session: null }));
}

/** The requester is the subject of a certificate, else the owner of the credential: never a claim of the request. */
function peerOf(principal: string, http: EnvoyRequest['http']): string {
  if (principal !== '') return principal;
  const credential = http.headers['authorization'] ?? http.headers['cookie'];
  if (credential === undefined) return 'anonymous';
  return `sha256:${createHash('sha256').update(credential).digest('hex')}`;
}

const HTTP = 'attributes.request.http';
const PLACES = {
  agent: 'attributes',
  server: `${HTTP}.host`,
  tool: HTTP,
} as const;

async function approvalOf(
  { request, caller, body, gzip }: EnvoyAsked,
  ruleset: string,
  { response, rulesetHash }: Decided,
  services: EnvoyPort,
): Promise<ApprovalRequest> {
  const { callerOf, pool, configuration } = services;
  const { http, source } = request;
  const { method, host, path } = http;
  // Tokens that can approve are identified by name, so that they cannot approve their own requests.
  const named = (await callerOf(http.headers['authorization']))?.actor ?? null;
  const context = { gzip, envoy: { ruleset, request, named }, maxBytes: capBytes('call', configuration) };
  const job = { caller, kind: 'read-envoy', body, context, session: null, origin: null } as const;
  const bound = JSON.parse((await pool.submit(job)).body) as BoundTexts;
  return approvalRequest(
    {
      ...bound,
      requester: caller.actor,
      agent: named ?? peerOf(source?.principal ?? '', http),
      session: null,
      server: host === '' ? null : host,
      tool: `${method} ${path.split('?')[0]}`,
      // The id of a request may be its client's choice: with one id for two they would have one approval.
      callId: randomUUID(),
      ruleset,
      rulesetHash,
      reason: response.reason,
    },
    PLACES,
    services,
  );
}

/** Throws ServiceError for an allow that Envoy could not carry out. */
function allowedHeaders({ response: { metadata, obligations = [] } }: Decided): EnvoyHeaders {
  // Envoy fulfils none.
  if (obligations.length > 0) throw new ServiceError('evaluation_failed', 'Envoy cannot fulfil obligations');
  return headersOf(metadata);
}

/** @param isPartial no approval could be requested, because the body was truncated */
function verdictOf({ decided, approval, refusal }: Outcome, isPartial: boolean): EnvoyVerdict {
  const { decisionId, response } = decided;
  const { decision, reason, metadata, missing } = response;
  const common = { ...(decisionId === '' ? {} : { 'x-ferrule-decision-id': decisionId }) };
  if (refusal === null && decision === 'allow') {
    const { headers, response: added } = allowedHeaders(decided);
    const all = { ...headers, ...common, 'x-ferrule-decision': 'allow' };
    return { verdict: 'allow', status: 200, body: '', headers: all, response: added, error: null };
  }
  const isEscalated = refusal === null && decision === 'escalate' && approval !== null;
  const verdict = isEscalated ? 'escalate' : 'deny';
  const body = JSON.stringify({
    error: isEscalated ? 'approval_required' : 'denied',
    detail: refusal?.reason ?? (decision === 'escalate' && isPartial ? NOT_WHOLE : reason) ?? 'denied',
    ...(metadata['code'] === undefined ? {} : { code: metadata['code'] }),
    ...(missing === undefined || refusal !== null ? {} : { missing }),
    ...(decisionId === '' ? {} : { decision_id: decisionId }),
    ...(isEscalated ? { approval: shortOf(approval) } : {}),
  });
  const { headers } = headersOf(metadata);
  return {
    verdict,
    status: 403,
    body,
    headers: { ...headers, ...common, 'x-ferrule-decision': verdict, 'content-type': 'application/json' },
    response: {},
    error: null,
  };
}

/** The denial for a failure: 503 for failures of the service, 403 for all others. */
export function deniedFor(failure: unknown): EnvoyVerdict {
  const error =
    failure instanceof ServiceError
      ? failure
      : new ServiceError('internal_error', 'the request could not be decided');
  const isOurs = error.status >= SERVER_ERROR || error.code === 'evaluation_failed';
  return {
    ...NO_HEADERS,
    headers: { 'x-ferrule-decision': 'unavailable', 'content-type': 'application/json' },
    verdict: isOurs ? 'unavailable' : 'deny',
    status: isOurs ? 503 : 403,
    body: JSON.stringify({
      error: isOurs ? 'unavailable' : 'denied',
      detail: 'the request could not be decided',
    }),
    error,
  };
}
