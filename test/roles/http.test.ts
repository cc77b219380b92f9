/** Every endpoint with a token of every role: those that docs/guides/operating.md names may use it, all others get 403. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENVOY_ROUTES } from '../../server/endpoints/envoy/route.ts';
import type { Route } from '../../server/endpoints/route.ts';
import { ROUTES } from '../../server/endpoints/table.ts';
import { ROLES, type Role } from '../../server/tokens/roles.ts';
import { BLOCKING } from '../server/fleet/rules.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { DIAMOND, VERDICT } from '../server/runs/support/files.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
import { tokenOf, writeTokensFile } from '../server/support/tokens-file.ts';
import { RULES } from './rules.ts';
import { documentedRoutes, type Documented } from './documented.ts';

const FACT = { template: 'thing', data: { id: 'a' } };
const FLEET_FACT = { template: 'blocked', data: { agent: 'ann' } };
const PARTS = { subject: { type: 'user', id: 'u' }, action: { name: 'a' }, resource: { type: 't', id: 'r' } };
const DENIAL = { evaluation_id: 'e', expires_at: '2999-01-01T00:00:00Z' };

/** A request that is right for an endpoint. */
interface Case {
  readonly path?: string;
  readonly body?: unknown;
  /** Status of a token with access (default: 200). */
  readonly status?: number;
  /** Its code, if the right request is about something that is missing. */
  readonly error?: string;
  /** The service with a mounted ruleset, a fleet and a database. */
  readonly mounted?: true;
}

/** One for each endpoint, by its operation. Operations of the same session or run follow each other. */
const CASES: Readonly<Record<string, Case>> = {
  root: {},
  health: {},
  livez: {},
  readyz: {},
  status: {},
  jwks: {},
  evaluate: { body: { ruleset: 'rules', facts: [FACT] } },
  decide: { body: { ruleset: 'rules', facts: [FACT], idempotency_key: 'k' } },
  // This server keeps no decision log.
  listDecisions: { status: 409, error: 'no_decision_log' },
  readDecision: { path: '/v1/decisions/none', status: 409, error: 'no_decision_log' },
  proveDecision: { path: '/v1/decisions/none/proof', status: 409, error: 'no_decision_log' },
  // This server keeps no ledger.
  settleReservation: {
    path: '/v1/reservations/none',
    body: { commit: 1 },
    status: 503,
    error: 'store_unavailable',
  },
  readReservation: { path: '/v1/reservations/none', status: 503, error: 'store_unavailable' },
  listBudgets: { status: 503, error: 'store_unavailable' },
  resetBudget: { body: { ruleset: 'rules', budget: 'b' }, status: 503, error: 'store_unavailable' },
  listRulesets: {},
  readRulesetSource: {
    path: `/v1/rulesets/sha256:${'0'.repeat(64)}/source`,
    status: 404,
    error: 'ruleset_not_found',
  },
  explain: { body: { ruleset: 'rules', facts: [FACT] } },
  createSession: { body: { ruleset: 'rules', session_id: 's' }, status: 201 },
  assertFact: { body: { session_id: 's', ...FACT } },
  queryFacts: { body: { session_id: 's', template: 'thing' } },
  retractFacts: { body: { session_id: 's', template: 'thing' } },
  readSession: { path: '/v1/sessions/s' },
  deleteSession: { path: '/v1/sessions/s' },
  compile: { body: { yaml_content: RULES } },
  templates: { mounted: true },
  rules: { mounted: true },
  modules: { mounted: true },
  reload: { body: { ruleset_yaml: BLOCKING }, mounted: true },
  postData: { path: '/v1/data/rules/allow', body: { input: {} } },
  getData: { path: '/v1/data/rules/allow' },
  batchData: { path: '/v1/batch/data/rules', body: { inputs: { x: {} } } },
  defaultDecision: { body: {} },
  authzenEvaluation: { body: PARTS },
  authzenEvaluations: { body: PARTS },
  authzenSubjectSearch: { body: { ...PARTS, subject: { type: 'user' } } },
  authzenResourceSearch: { body: { ...PARTS, resource: { type: 't' } } },
  authzenActionSearch: { body: { subject: PARTS.subject, resource: PARTS.resource } },
  authzenConfiguration: {},
  authzenAccessRequest: { body: { ...PARTS, denial: DENIAL }, status: 400 },
  authzenAccessRequestStatus: { path: '/access/v1/requests/none', status: 404 },
  decideCall: { body: { ruleset: 'rules', agent: 'a', tool: { name: 't' }, call: { id: 'c', args: {} } } },
  listApprovals: {},
  readApproval: { path: '/v1/approvals/none', status: 404, error: 'approval_not_found' },
  answerApproval: {
    path: '/v1/approvals/none',
    body: { decision: 'approved' },
    status: 404,
    error: 'approval_not_found',
  },
  assertFleetFact: { body: FLEET_FACT, mounted: true },
  queryFleetFacts: { body: { template: 'blocked' }, mounted: true },
  retractFleetFacts: { body: { template: 'blocked' }, mounted: true },
  enqueueRun: {
    body: { graph_id: 'diamond', params: { left: 'allow', right: 'allow', name: 'n' } },
    status: 202,
    mounted: true,
  },
  listRuns: { mounted: true },
  readRun: { path: '/v1/runs/poc-diamond', mounted: true },
  metrics: {},
  listReplicas: {},
  openapi: {},
  envoyCheck: { path: '/v1/envoy/check/x' },
};

let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let database: TestDatabase;
let stock: TestService;
let mounted: TestService;
let documented: ReadonlyMap<string, Documented>;

beforeAll(async () => {
  documented = await documentedRoutes();
  tokens = await writeTokensFile(Object.fromEntries(ROLES.map((role) => [role, { roles: [role] }])));
  database = await createPostgres();
  const settings = { SERVICE_TOKENS_FILE: tokens.path };
  stock = await startTestService(
    { 'rules.yaml': RULES },
    {
      ...settings,
      SERVICE_DEFAULT_DECISION: 'rules',
      SERVICE_AUTHZEN_RULESET: 'rules',
      SERVICE_ENVOY_RULESET: 'rules',
    },
  );
  mounted = await startTestService(
    { 'blocking.yaml': BLOCKING, 'verdict.yaml': VERDICT, 'graphs/diamond.yaml': DIAMOND },
    { ...settings, ...database.settings, SERVICE_SESSIONS: 'memory', SERVICE_FLEET: 'roles' },
    'blocking.yaml',
  );
});
afterAll(async () => {
  await Promise.all([stock.close(), mounted.close()]);
  await Promise.all([database.drop(), tokens.remove()]);
});

/** Access to a route, according to the documentation. */
function permittedBy({ method, path, operationId }: Route): Documented {
  const endpoint = operationId === 'envoyCheck' ? '/v1/envoy/check' : `${method} ${path}`;
  const found = documented.get(endpoint);
  if (found === undefined) throw new Error(`docs/guides/operating.md does not say who may use ${endpoint}`);
  return found;
}

function ask(route: Route, token: string | null, method: string = route.method): Promise<Reply> {
  const { path = route.path, body, mounted: isMounted } = CASES[route.operationId] ?? {};
  // Envoy's token has a header of its own; the other belongs to the request that it checks.
  const own = route.tokenHeader !== undefined && token !== null;
  return (isMounted === true ? mounted : stock).request(method, path, {
    token: own ? null : token,
    ...(own ? { headers: { [route.tokenHeader!]: `Bearer ${token}` } } : {}),
    ...(body === undefined ? {} : { body }),
  });
}

const refusalOf = ({ status, json }: Reply): unknown => [status, json['error']];
const all = [...ROUTES, ...ENVOY_ROUTES.filter(({ url }) => url.endsWith('/*'))].sort(
  (a, b) => position(a) - position(b),
);

function position({ operationId }: Route): number {
  return Object.keys(CASES).indexOf(operationId);
}

test('every endpoint has a case and a line in the documentation, and no line is of another', () => {
  const operations = new Set(all.map(({ operationId }) => operationId));
  expect([...operations].sort()).toEqual(Object.keys(CASES).sort());
  const endpoints = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect([...documented.keys()].sort()).toEqual([...endpoints, '/v1/envoy/check'].sort());
});

describe.each(all.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_name, route) => {
  test.each(ROLES)('with the role %s', async (role: Role) => {
    const permitted = permittedBy(route);
    const { status = 200, error } = CASES[route.operationId] ?? {};
    const reply = await ask(route, tokenOf(role));
    if (permitted === 'open' || permitted.has(role)) {
      expect([reply.status, reply.json['error'] ?? undefined]).toEqual([status, error]);
      return;
    }
    expect(refusalOf(reply)).toEqual([403, 'forbidden']);
    expect(reply.json['detail']).toBe(`the token lacks the role '${[route.access].flat().join("' or '")}'`);
  });

  test('without a token, and with an unknown one', async () => {
    const isOpen = permittedBy(route) === 'open';
    for (const token of [null, 'a-token-that-nobody-has'])
      if (isOpen) expect((await ask(route, token)).status).toBe(200);
      else expect(refusalOf(await ask(route, token))).toEqual([401, 'unauthorized']);
  });

  test.runIf(route.method === 'GET' && route.envelope !== 'data')('by HEAD', async () => {
    const permitted = permittedBy(route);
    for (const role of ROLES) {
      const may = permitted === 'open' || permitted.has(role);
      const { status } = await ask(route, tokenOf(role), 'HEAD');
      expect([role, status === 403]).toEqual([role, !may]);
    }
  });
});
