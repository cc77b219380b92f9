/** A stand-in for the service: the built page at `/studio/` below a prefix, and the endpoints that it asks, typed with their contracts. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { z } from 'zod';
import { readStudioFile } from '../../library/node/studio/page-files.ts';
import type {
  Approval,
  ApprovalsResponse,
  ListedApproval,
} from '../../server/endpoints/approvals/contract.ts';
import type { RulesetDryRunResponse, RulesetReloadResponse } from '../../server/endpoints/reload/contract.ts';
import type { ReplicasResponse } from '../../server/endpoints/replicas/contract.ts';
import type {
  RulesetsResponse,
  RulesetSourceResponse,
} from '../../server/endpoints/ruleset-sources/contract.ts';
import type { StatusResponse } from '../../server/endpoints/status/contract.ts';
import type { DecisionRecord } from '../../studio/protocol/service.ts';

type WholeApproval = z.infer<typeof Approval>;
type ReloadBody = { readonly ruleset_yaml: string; readonly signature?: string };

/** What the stand-in holds; tests change it while it runs. */
export interface ServiceState {
  /** Roles by token. */
  readonly tokens: Readonly<Record<string, readonly string[]>>;
  readonly rulesets: z.infer<typeof RulesetsResponse>['rulesets'];
  /** Text of the one file of each version, by hash. */
  readonly sources: Readonly<Record<string, string>>;
  /** Newest first; `null` without a decision log. */
  decisions: readonly DecisionRecord[] | null;
  approvals: WholeApproval[];
  readonly replicas: z.infer<typeof ReplicasResponse>['replicas'];
  readonly dryRun: z.infer<typeof RulesetDryRunResponse>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface ConnectedService {
  /** Address of the page. */
  readonly url: string;
  readonly state: ServiceState;
  /** Requests to the API, in order. */
  readonly asked: readonly Asked[];
  readonly close: () => Promise<void>;
}

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const PAGE_PREFIX = '/prefix/studio/';
const API_PREFIX = '/prefix/v1/';
/** Records in a page of decisions. */
const PAGE_SIZE = 3;

export async function startConnected(state: ServiceState): Promise<ConnectedService> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void respond(request, response, state, asked).catch((error: unknown) => {
      const { status, code, message } =
        error instanceof Refused ? error : new Refused(500, 'internal_error', String(error));
      send(response, status, { error: code, detail: message });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${PAGE_PREFIX}`,
    state,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServiceState,
  asked: Asked[],
) {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (url.pathname.startsWith(PAGE_PREFIX)) return sendPage(response, url.pathname.slice(PAGE_PREFIX.length));
  if (!url.pathname.startsWith(API_PREFIX)) throw new Refused(404, 'not_found', 'not found');
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const text = Buffer.concat(parts).toString('utf8');
  const { method = 'GET' } = request;
  const one: Asked = {
    method,
    path: url.pathname.slice(API_PREFIX.length),
    query: url.searchParams,
    body: text === '' ? null : (JSON.parse(text) as unknown),
  };
  asked.push(one);
  const found = ENDPOINTS.find(([verb, path]) => verb === method && path.test(one.path));
  if (found === undefined) throw new Refused(404, 'not_found', `no endpoint ${method} ${one.path}`);
  const [, path, role, handle] = found;
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const roles = Object.hasOwn(state.tokens, token) ? state.tokens[token] : undefined;
  if (role !== null && roles === undefined)
    throw new Refused(401, 'unauthorized', 'the token is missing or wrong');
  if (role !== null && roles?.includes(role) !== true)
    throw new Refused(403, 'forbidden', `the token lacks the role '${role}'`);
  const [, id = ''] = path.exec(one.path) ?? [];
  const result = handle(state, decodeURIComponent(id), one);
  if (typeof result === 'string') {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(result);
  } else send(response, 200, result);
}

type Handler = (state: ServiceState, id: string, asked: Asked) => object | string;

/** THE table of the stand-in's endpoints. */
const ENDPOINTS: readonly (readonly [method: string, path: RegExp, role: string | null, handle: Handler])[] =
  [
    ['GET', /^status$/, null, ({ rulesets, replicas }) => statusOf(rulesets, replicas)],
    ['GET', /^rulesets$/, 'source', ({ rulesets }) => ({ rulesets })],
    ['GET', /^rulesets\/([^/]+)\/source$/, 'source', ({ sources }, hash) => sourceOf(sources, hash)],
    ['GET', /^decisions$/, 'decisions', listDecisions],
    [
      'GET',
      /^decisions\/([^/]+)$/,
      'decisions',
      ({ decisions }, id) => found(decisions?.find((one) => one.decision_id === id)),
    ],
    [
      'GET',
      /^decisions\/([^/]+)\/proof$/,
      'decisions',
      (_state, id) => `c2sp.org/tlog-proof@v1\nindex 1\n\nof ${id}\n`,
    ],
    ['GET', /^replicas$/, 'metrics', ({ replicas }) => ({ replicas })],
    ['GET', /^approvals$/, 'approver', listApprovals],
    [
      'GET',
      /^approvals\/([^/]+)$/,
      'approver',
      ({ approvals }, id) => found(approvals.find((one) => one.id === id)),
    ],
    ['POST', /^approvals\/([^/]+)$/, 'approver', answerApproval],
    ['POST', /^rules\/reload$/, 'admin', reload],
  ];

function found<Value extends object>(value: Value | undefined): Value {
  if (value === undefined) throw new Refused(404, 'not_found', 'there is none');
  return value;
}

function statusOf(
  rulesets: ServiceState['rulesets'],
  [first]: ServiceState['replicas'],
): z.infer<typeof StatusResponse> {
  return {
    ruleset_hash: rulesets.find(({ mounted }) => mounted)?.hash ?? null,
    version: first?.version ?? '1.0.0',
    time_zones: '2025b',
    loaded_at: '2026-11-27T08:00:00.000Z',
    warnings: '0',
    ruleset_origin: 'mounted',
  };
}

function sourceOf(sources: ServiceState['sources'], hash: string): z.infer<typeof RulesetSourceResponse> {
  if (!Object.hasOwn(sources, hash))
    throw new Refused(404, 'ruleset_not_found', 'the source of this version is not kept');
  const text = sources[hash] ?? '';
  return { name: 'gate', hash, files: [{ path: 'gate.yaml', text }] };
}

function listDecisions({ decisions }: ServiceState, _id: string, { query }: Asked): object {
  if (decisions === null)
    throw new Refused(409, 'no_decision_log', 'the service keeps no decision log: set SERVICE_AUDIT');
  const wanted = decisions.filter(
    (one) =>
      (query.get('decision') ?? one.decision) === one.decision &&
      (query.get('actor') ?? one.actor) === one.actor &&
      (query.get('ruleset') ?? one.ruleset) === one.ruleset &&
      (query.get('hash') ?? one.ruleset_hash) === one.ruleset_hash &&
      (!query.has('rule') || one.rule_trace?.includes(query.get('rule') ?? '') === true) &&
      one.time >= (query.get('from') ?? ''),
  );
  const at = Number(query.get('cursor') ?? 0);
  const page = wanted.slice(at, at + PAGE_SIZE);
  const next = at + PAGE_SIZE < wanted.length ? String(at + PAGE_SIZE) : null;
  return { decisions: page, next, scanned_to: page.at(-1)?.time ?? new Date(0).toISOString() };
}

function listedOf({
  args: _args,
  request: _request,
  ...listed
}: WholeApproval): z.infer<typeof ListedApproval> {
  return listed;
}

function listApprovals(
  { approvals }: ServiceState,
  _id: string,
  { query }: Asked,
): z.infer<typeof ApprovalsResponse> {
  const state = query.get('state');
  return { approvals: approvals.filter((one) => state === null || one.state === state).map(listedOf) };
}

function answerApproval(state: ServiceState, id: string, { body }: Asked): z.infer<typeof ListedApproval> {
  const one = found(state.approvals.find((approval) => approval.id === id));
  if (one.requester === 'ann')
    throw new Refused(403, 'approval_by_requester', 'the requester of an approval cannot decide it');
  const { decision } = body as { readonly decision: 'approved' | 'rejected' };
  const done: WholeApproval = {
    ...one,
    state: decision,
    answered_at: new Date().toISOString(),
    answered_by: 'ann',
  };
  state.approvals = state.approvals.map((approval) => (approval.id === id ? done : approval));
  return listedOf(done);
}

function reload(
  { dryRun, rulesets }: ServiceState,
  _id: string,
  { query, body }: Asked,
): z.infer<typeof RulesetDryRunResponse> | z.infer<typeof RulesetReloadResponse> {
  const { ruleset_yaml: text } = body as ReloadBody;
  if (text.includes('rules: [')) throw new Refused(422, 'invalid_ruleset', 'ruleset.yaml:1:8: not closed');
  if (query.get('dry_run') === 'true') return dryRun;
  return {
    ruleset_hash_before: rulesets[0]?.hash ?? '',
    ruleset_hash_after: `sha256:${'e'.repeat(64)}`,
    loaded_at: '2026-11-27T09:00:00.000Z',
    rules: 2,
    templates: 1,
    modules: 1,
    warnings: [],
    attestation_token: null,
  };
}

async function sendPage(response: ServerResponse, name: string): Promise<void> {
  const file = await readStudioFile(name, { mode: 'connected', api: '../' });
  if (file === null) throw new Refused(404, 'not_found', name);
  response.writeHead(200, file.headers);
  response.end(file.text);
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
