/** Decides a request for Envoy. Whatever fails is a denial: there is no answer that lets it through by accident. */
import { createHash, randomUUID } from 'node:crypto';
import { decidedOf, decideWithApproval, type Decided, type Outcome } from '../approvals/with-approval.ts';
import { recordDenied } from '../approvals/record-denied.ts';
import { shortOf } from '../approvals/write-approval.ts';
import type { ApprovalRequest } from '../approvals/approval-table.ts';
import { ServiceError } from '../errors.ts';
import { digestOf } from '../gate/call.ts';
import { approvalInDocument } from '../gate/local-approvals.ts';
import type { GrantedApproval } from '../gate/approval-facts.ts';
import { objectText } from '../grpc/json-fields.ts';
import type { Services } from '../service/services.ts';
import type { Caller } from '../tokens/caller.ts';
import { documentText, type EnvoyRequest } from './document.ts';
import { headersOf, type EnvoyHeaders } from './headers.ts';

export interface EnvoyVerdict extends EnvoyHeaders {
  readonly verdict: 'allow' | 'deny' | 'escalate' | 'unavailable';
  /** Of the answer that the client of Envoy gets. */
  readonly status: 200 | 403 | 503;
  /** JSON text for that client; empty when it is allowed. */
  readonly body: string;
  /** What failed; null: the rules decided. */
  readonly error: ServiceError | null;
}

export interface EnvoyAsked {
  readonly request: EnvoyRequest;
  /** Whose token Envoy has. */
  readonly caller: Caller;
  readonly origin: string | null;
}

const NO_HEADERS: EnvoyHeaders = { headers: {}, response: {} };
const SERVER_ERROR = 500;

/** The ruleset that answers. Throws ServiceError `ruleset_not_found` when there is none. */
export function envoyRuleset({ serving, configuration }: Services): string {
  if (serving.kind === 'mounted') return serving.engine.current.ruleset.name;
  if (configuration.envoyRuleset !== null) return configuration.envoyRuleset;
  throw new ServiceError('ruleset_not_found', 'no ruleset answers Envoy (SERVICE_ENVOY_RULESET)');
}

/** Throws ServiceError only when no ruleset answers, or not to this caller. */
export async function decideEnvoy(asked: EnvoyAsked, services: Services): Promise<EnvoyVerdict> {
  const ruleset = envoyRuleset(services);
  try {
    const document = documentText(asked.request);
    const outcome = await decideWithApproval(
      {
        origin: asked.origin,
        asksNobody: false,
        refusalOf: (decided) => (allowedHeaders(decided), null),
        evaluate: (granted) => evaluate(asked, ruleset, document, granted, services),
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
    return verdictOf(outcome);
  } catch (error) {
    // Over HTTP an address without a ruleset is not found.
    if (error instanceof ServiceError && error.code === 'ruleset_not_found') throw error;
    return deniedFor(error);
  }
}

async function evaluate(
  { caller, origin }: EnvoyAsked,
  ruleset: string,
  document: string,
  granted: GrantedApproval | null,
  { pool }: Services,
): Promise<Decided> {
  const approval = approvalInDocument(granted);
  const input =
    approval === null ? document : `${document.slice(0, -1)},"approval":${JSON.stringify(approval)}}`;
  const body = objectText({ ruleset: JSON.stringify(ruleset), facts: '[]', input });
  const context = granted === null ? null : { approval: granted };
  return decidedOf(
    await pool.submit({ caller, origin, kind: 'evaluate', body: Buffer.from(body), context, session: null }),
  );
}

/** Who asks is whom a certificate names, else who holds the credential: never what a request says of itself. */
function peerOf(principal: string, http: EnvoyRequest['http']): string {
  if (principal !== '') return principal;
  const credential = http.headers['authorization'] ?? http.headers['cookie'];
  if (credential === undefined) return 'anonymous';
  return `sha256:${createHash('sha256').update(credential).digest('hex')}`;
}

async function approvalOf(
  { request, caller }: EnvoyAsked,
  ruleset: string,
  { response, rulesetHash }: Decided,
  { callerOf }: Services,
): Promise<ApprovalRequest> {
  const { http, source } = request;
  const { method, host, path, body } = http;
  const principal = source?.principal ?? '';
  // Whose token could approve as well goes by its name, so that nobody approves a request of their own.
  const named = (await callerOf(http.headers['authorization']))?.actor;
  const through = named === undefined || principal === '' ? {} : { principal };
  const args = { method, host, path, ...(body === null ? {} : { body }), ...through };
  return {
    requester: caller.actor,
    agent: named ?? peerOf(principal, http),
    session: null,
    server: host === '' ? null : host,
    tool: `${method} ${path.split('?')[0]}`,
    argsDigest: digestOf(args),
    args: JSON.stringify(args),
    ruleset,
    rulesetHash,
    // The id of a request may be its client's choice: with one id for two they would have one approval.
    callId: randomUUID(),
    reason: response.reason ?? 'escalate',
  };
}

/** Throws ServiceError for an allow that Envoy could not carry out. */
function allowedHeaders({ response: { metadata, obligations = [] } }: Decided): EnvoyHeaders {
  // Envoy fulfils none.
  if (obligations.length > 0)
    throw new ServiceError('evaluation_failed', 'an obligation that nobody fulfils');
  return headersOf(metadata);
}

function verdictOf({ decided, approval, refusal }: Outcome): EnvoyVerdict {
  const { decisionId, response } = decided;
  const { decision, reason, metadata } = response;
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
    detail: refusal?.reason ?? reason ?? 'denied',
    ...(metadata['code'] === undefined ? {} : { code: metadata['code'] }),
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

/** The denial that stands for a failure: 503 for what the service is to blame for, 403 for all else. */
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
