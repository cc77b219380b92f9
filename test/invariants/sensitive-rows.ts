/** THE tables of requests with sensitive values: one row for each endpoint and each method of gRPC. */
export const SECRET = 'c4n4ry-value';
export const LIST = 'c4n4ry-item';
export const NUMBER = 4_242_424_242_424;
export const HIDDEN = [SECRET, LIST, String(NUMBER)];

const SLOTS = `
      - { name: number, type: string, sensitive: true }
      - { name: limit, type: integer, sensitive: true }
      - { name: owners, type: string, list: true, sensitive: true }`;
export const RULES = `
ruleset: cards
templates:
  - name: card
    slots: ${SLOTS}
      - { name: tool, type: string }
  - name: shared
    scope: SCOPE
    slots: ${SLOTS}
input:
  - { template: card, slots: { number: $.call.args.number, limit: $.call.args.limit, owners: $.call.args.owners, tool: $.tool.name } }
  - { template: card, slots: { number: $.context.number, limit: $.context.limit, owners: $.context.owners, tool: $.action.name } }
rules:
  - name: asks
    when: [{ template: card, conditions: [{ slot: tool, expression: equals(wait) }] }]
    then: { action: escalate, reason: a person decides }
  - name: seen
    when: [{ template: card, conditions: [{ slot: number, expression: "not_equals()" }] }]
    then: { action: allow, reason: seen }
`;
export const GRAPH = 'graph: g\nnodes:\n  - { id: a, ruleset: cards.yaml, facts: [] }\n';

const ARGS = { number: SECRET, limit: NUMBER, owners: [LIST] };
export const FACT = { template: 'card', data: ARGS };
const PARTS = {
  subject: { type: 'user', id: 'u', properties: ARGS },
  action: { name: 'wait', properties: ARGS },
  resource: { type: 't', id: 'r', properties: ARGS },
  context: ARGS,
};
export const CALL = { ruleset: 'cards', agent: 'a', tool: { name: 'wait' }, call: { id: 'c', args: ARGS } };
const INPUT = { tool: { name: 'read' }, call: { args: ARGS } };
const WRONG = { template: 'card', data: { number: 7, limit: SECRET, owners: LIST } };

export interface Row {
  readonly path?: string | ((approval: string) => string);
  readonly bodies?: readonly unknown[];
  /** The sender gets values back that it sent itself, as the documentation says. */
  readonly own?: true;
  readonly mounted?: true;
}

/** One for each endpoint, in the order in which they are used. */
export const ENDPOINTS: Readonly<Record<string, Row>> = {
  root: {},
  health: {},
  livez: {},
  readyz: {},
  status: {},
  jwks: {},
  evaluate: {
    bodies: [
      { ruleset: 'cards', facts: [FACT] },
      { ruleset: 'cards', facts: [], input: INPUT },
      { ruleset: 'cards', facts: [WRONG] },
    ],
  },
  decide: {
    bodies: [
      { ruleset: 'cards', facts: [FACT] },
      { ruleset: 'cards', facts: [], input: INPUT },
      { ruleset: 'cards', facts: [WRONG] },
    ],
  },
  listDecisions: {},
  readDecision: { path: '/v1/decisions/none' },
  proveDecision: { path: '/v1/decisions/none/proof' },
  settleReservation: { path: '/v1/reservations/none', bodies: [{ commit: NUMBER }, { commit: SECRET }] },
  readReservation: { path: '/v1/reservations/none' },
  listBudgets: {},
  resetBudget: { bodies: [{ ruleset: 'cards', budget: SECRET }] },
  explain: {
    bodies: [
      { ruleset: 'cards', facts: [FACT] },
      { ruleset: 'cards', facts: [], input: INPUT, flip: true },
      { ruleset: 'cards', facts: [WRONG] },
    ],
  },
  listRulesets: {},
  readRulesetSource: { path: `/v1/rulesets/sha256:${'0'.repeat(64)}/source` },
  createSession: { bodies: [{ ruleset: 'cards', session_id: 's' }] },
  assertFact: { bodies: [{ session_id: 's', ...FACT }] },
  queryFacts: { bodies: [{ session_id: 's', template: 'card' }], own: true },
  readSession: { path: '/v1/sessions/s' },
  retractFacts: { bodies: [{ session_id: 's', template: 'card', filter: { number: SECRET } }] },
  deleteSession: { path: '/v1/sessions/s' },
  compile: { bodies: [{ yaml_content: RULES.replace('SCOPE', 'session') }] },
  templates: { mounted: true },
  rules: { mounted: true },
  modules: { mounted: true },
  postData: { path: '/v1/data/cards', bodies: [{ input: INPUT }] },
  getData: { path: '/v1/data/cards' },
  batchData: { path: '/v1/batch/data/cards', bodies: [{ inputs: { x: INPUT } }] },
  defaultDecision: { bodies: [INPUT] },
  authzenEvaluation: { bodies: [PARTS] },
  authzenEvaluations: { bodies: [{ ...PARTS, evaluations: [PARTS, PARTS] }] },
  authzenSubjectSearch: { bodies: [PARTS] },
  authzenResourceSearch: { bodies: [PARTS] },
  authzenActionSearch: { bodies: [PARTS] },
  authzenConfiguration: {},
  authzenAccessRequest: {
    bodies: [{ ...PARTS, denial: { evaluation_id: 'e', expires_at: '2999-01-01T00:00:00Z' } }],
  },
  authzenAccessRequestStatus: { path: '/access/v1/requests/none' },
  decideCall: { bodies: [CALL, { ...CALL, tool: { name: 'read' } }] },
  listApprovals: {},
  readApproval: { path: (approval) => `/v1/approvals/${approval}` },
  answerApproval: {
    path: (approval) => `/v1/approvals/${approval}`,
    bodies: [{ decision: SECRET, by: SECRET }],
  },
  assertFleetFact: { bodies: [{ template: 'shared', data: ARGS }], mounted: true },
  queryFleetFacts: { bodies: [{ template: 'shared' }], mounted: true, own: true },
  retractFleetFacts: { bodies: [{ template: 'shared', filter: { number: SECRET } }], mounted: true },
  reload: {
    path: '/v1/rules/reload?dry_run=true',
    bodies: [{ ruleset_yaml: RULES.replace('SCOPE', 'fleet') }],
    mounted: true,
  },
  enqueueRun: { bodies: [{ graph_id: 'g', params: ARGS }] },
  listRuns: { own: true },
  readRun: { path: '/v1/runs/poc-g', own: true },
  metrics: {},
  listReplicas: {},
  openapi: {},
  envoyCheck: { path: `/v1/envoy/check/x` },
};
/** Shared with all callers of its role: members of a fleet share its facts. */
export const SHARED: ReadonlySet<string> = new Set(['queryFleetFacts']);

const DATA = JSON.stringify(ARGS);
/** One for each method of gRPC with one answer. */
export const METHODS: Readonly<Record<string, { readonly request: object; readonly own?: true }>> = {
  Evaluate: { request: { ruleset: 'cards', facts: [{ template: 'card', data_json: DATA }] } },
  Explain: { request: { ruleset: 'cards', facts: [{ template: 'card', data_json: DATA }] } },
  Decide: {
    request: {
      idempotency_key: 'k',
      request: { ruleset: 'cards', facts: [{ template: 'card', data_json: DATA }] },
    },
  },
  AssertFact: { request: { session_id: 'none', template: 'card', data_json: DATA } },
  AssertFacts: { request: { session_id: 'none', facts: [{ template: 'card', data_json: DATA }] } },
  Query: { request: { session_id: 'none', template: 'card', filter_json: DATA } },
  Retract: { request: { session_id: 'none', template: 'card', filter_json: DATA } },
  Compile: { request: { yaml_content: RULES } },
  Reload: { request: { ruleset_yaml: RULES } },
  Status: { request: {} },
  EnqueueRun: { request: { graph_id: 'g', params_json: DATA } },
  GetRun: { request: { run_id: 'poc-g' }, own: true },
  ListRuns: { request: {}, own: true },
};
/** Methods that send more than one message. */
export const STREAMS = ['EvaluateStream', 'SubscribeChanges'];
