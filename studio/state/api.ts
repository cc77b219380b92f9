/** The client of the HTTP API, with the endpoints that the page uses. Every function throws ApiError, or AbortError when stopped. */
import { parseDocument } from '../../library/ordered-json.ts';
import type {
  Approval,
  ApprovalAnswer,
  ApprovalsPage,
  ApprovalState,
  DecisionsPage,
  DryRun,
  ListedApproval,
  Reloaded,
  ReloadText,
  Replica,
  RulesetSource,
  ServedRuleset,
  ServiceStatus,
} from '../protocol/service.ts';
import { ApiError, noResponse, refusal } from './api-error.ts';

/** Milliseconds after which the service counts as gone. */
const LIMIT_MS = 30_000;
/** A dry run decides recent decisions again. */
const RELOAD_LIMIT_MS = 120_000;
const MOST_APPROVALS = '1000';

export type Query = Readonly<Record<string, string>>;

export interface Api {
  readonly rulesets: (stop: AbortSignal) => Promise<readonly ServedRuleset[]>;
  readonly source: (hash: string, stop: AbortSignal) => Promise<RulesetSource>;
  readonly decisions: (query: Query, stop: AbortSignal) => Promise<DecisionsPage>;
  /** The proof as text. */
  readonly proof: (id: string, stop: AbortSignal) => Promise<string>;
  readonly replicas: (stop: AbortSignal) => Promise<readonly Replica[]>;
  readonly status: (stop: AbortSignal) => Promise<ServiceStatus>;
  readonly approvals: (
    state: ApprovalState | null,
    cursor: string | null,
    stop: AbortSignal,
  ) => Promise<ApprovalsPage>;
  readonly approval: (id: string, stop: AbortSignal) => Promise<Approval>;
  readonly answer: (
    id: string,
    decision: ApprovalAnswer,
    reason: string,
    stop: AbortSignal,
  ) => Promise<ListedApproval>;
  readonly dryRun: (reload: ReloadText, stop: AbortSignal) => Promise<DryRun>;
  readonly reload: (reload: ReloadText, stop: AbortSignal) => Promise<Reloaded>;
}

interface Call {
  readonly path: string;
  /** The role that it needs; `null` if it needs none. */
  readonly role: string | null;
  readonly stop: AbortSignal;
  /** Is sent as JSON. */
  readonly body?: object;
  readonly limitMs?: number;
}

/**
 * @param root address of the API's root, relative to the page
 * @param onUnauthorized called when the service does not accept the token
 */
export function createApi(root: string, token: string, onUnauthorized: () => void): Api {
  const text = async ({ path, role, stop, body, limitMs = LIMIT_MS }: Call): Promise<string> => {
    let response: Response;
    let read: string;
    try {
      response = await fetch(root + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        credentials: 'omit',
        redirect: 'error',
        cache: 'no-store',
        signal: AbortSignal.any([stop, AbortSignal.timeout(limitMs)]),
      });
      read = await response.text();
    } catch (error) {
      stop.throwIfAborted();
      if (error instanceof TypeError || error instanceof DOMException) throw noResponse();
      throw error;
    }
    if (response.ok) return read;
    const refused = refusal(response.status, read, role);
    if (refused.status === 401) onUnauthorized();
    throw refused;
  };
  const json = async <Value>(call: Call): Promise<Value> => {
    const read = await text(call);
    try {
      return parseDocument(read) as Value;
    } catch {
      throw new ApiError(0, 'no_json', 'The service responded with something else than JSON.', null);
    }
  };
  const at = (id: string): string => encodeURIComponent(id);
  return {
    rulesets: async (stop) =>
      (
        await json<{ readonly rulesets: readonly ServedRuleset[] }>({
          path: 'v1/rulesets',
          role: 'source',
          stop,
        })
      ).rulesets,
    source: (hash, stop) => json({ path: `v1/rulesets/${at(hash)}/source`, role: 'source', stop }),
    decisions: (query, stop) =>
      json({ path: `v1/decisions?${new URLSearchParams(query).toString()}`, role: 'decisions', stop }),
    proof: (id, stop) => text({ path: `v1/decisions/${at(id)}/proof`, role: 'decisions', stop }),
    replicas: async (stop) =>
      (
        await json<{ readonly replicas: readonly Replica[] }>({
          path: 'v1/replicas',
          role: 'metrics',
          stop,
        })
      ).replicas,
    status: (stop) => json({ path: 'v1/status', role: null, stop }),
    approvals: (state, cursor, stop) => {
      const query = new URLSearchParams({
        limit: MOST_APPROVALS,
        ...(state === null ? {} : { state }),
        ...(cursor === null ? {} : { cursor }),
      });
      return json({ path: `v1/approvals?${query.toString()}`, role: 'approver', stop });
    },
    approval: (id, stop) => json({ path: `v1/approvals/${at(id)}`, role: 'approver', stop }),
    answer: (id, decision, reason, stop) =>
      json({
        path: `v1/approvals/${at(id)}`,
        role: 'approver',
        stop,
        body: { decision, ...(reason === '' ? {} : { reason }) },
      }),
    dryRun: (reload, stop) =>
      json({
        path: 'v1/rules/reload?dry_run=true',
        role: 'admin',
        stop,
        body: reload,
        limitMs: RELOAD_LIMIT_MS,
      }),
    reload: (reload, stop) =>
      json({ path: 'v1/rules/reload', role: 'admin', stop, body: reload, limitMs: RELOAD_LIMIT_MS }),
  };
}
