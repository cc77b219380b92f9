import { splitDataUrl } from '../../server/http/data-url.ts';
import { ENVOY_ROUTES } from '../../server/endpoints/envoy/route.ts';
import type { Route } from '../../server/endpoints/route.ts';
import { ROUTES } from '../../server/endpoints/table.ts';
import { ROLES, type Role } from '../../server/tokens/roles.ts';
import { hostilePiece, woundText } from '../hostile-fuzz/draw-text.ts';
import { woundTree } from '../hostile-fuzz/draw-tree.ts';
import type { Dice } from '../judge/dice.ts';
import { drawValues } from './draw-document.ts';
import { SECRET } from './policy.ts';
import { drawEncoding, type HttpRequest } from './send.ts';

/** Sender of a request: a token with this role, an invalid token, or none. */
export type Sender = Role | 'nobody' | 'stranger';

interface DrawnRequest {
  readonly route: Route;
  readonly sender: Sender;
  readonly request: Omit<HttpRequest, 'token'>;
  /** True if sensitive values are where the ruleset says that they are, and nowhere else. */
  readonly isWhole: boolean;
}

const YAML = 'templates:\n  - name: t\n    slots: [{ name: a, type: string }]\n';
const FACT = { template: 'request', data: { n: 7, s: 'ok', secret: SECRET } };
const PARTS = {
  subject: { type: 'user', id: 'u' },
  action: { name: 'a' },
  resource: { type: 't', id: 'r' },
  context: { n: 7, s: 'ok', secret: SECRET },
};
const DENIAL = { evaluation_id: 'e', expires_at: '2999-01-01T00:00:00Z' };
const CALL = { id: 'c', args: { n: 7, s: 'ok', secret: SECRET } };

/** Bodies that fit, by the operation of their route. */
const MODELS: Readonly<Record<string, readonly unknown[]>> = {
  evaluate: [
    { ruleset: 'call', facts: [FACT] },
    { ruleset: 'call', facts: [], input: { call: CALL } },
    { ruleset: 'call', facts: [FACT], session_id: 's1' },
    { ruleset: 'nothing', facts: [] },
  ],
  explain: [
    { ruleset: 'call', facts: [FACT] },
    { ruleset: 'call', facts: [], input: { call: CALL } },
  ],
  decide: [
    { ruleset: 'call', facts: [FACT], idempotency_key: 'k' },
    { ruleset: 'call', facts: [], input: { call: CALL }, idempotency_key: 'k2' },
  ],
  settleReservation: [{ commit: 7 }, { release: true }],
  resetBudget: [{ ruleset: 'call', budget: 'b' }],
  assertFact: [{ session_id: 's1', ...FACT }],
  retractFacts: [{ session_id: 's1', template: 'request', filter: { n: 7 } }],
  queryFacts: [{ session_id: 's1', template: 'request' }],
  compile: [{ yaml_content: YAML }],
  reload: [{ ruleset_yaml: YAML }],
  postData: [{ input: { call: CALL } }, { input: { n: 7 } }],
  batchData: [{ inputs: { x: { call: CALL } } }],
  defaultDecision: [{ call: CALL }],
  authzenEvaluation: [PARTS, { ...PARTS, context: { ...PARTS.context, approval: { id: 'x' } } }],
  authzenEvaluations: [PARTS, { ...PARTS, evaluations: [{}, { context: { n: 5 } }] }],
  authzenSubjectSearch: [{ ...PARTS, subject: { type: 'user' } }],
  authzenResourceSearch: [{ ...PARTS, resource: { type: 't' } }],
  authzenActionSearch: [{ subject: PARTS.subject, resource: PARTS.resource }],
  authzenAccessRequest: [{ ...PARTS, denial: DENIAL }],
  decideCall: [{ ruleset: 'call', agent: 'a', tool: { name: 't' }, call: CALL }],
  answerApproval: [{ decision: 'approved' }],
  createSession: [{ ruleset: 'call', session_id: 's1' }, { ruleset: 'call' }],
  assertFleetFact: [FACT],
  retractFleetFacts: [{ template: 'request' }],
  queryFleetFacts: [{ template: 'request' }],
  enqueueRun: [{ graph_id: 'g', params: { n: 7, secret: SECRET } }, { graph_id: 'missing' }],
  envoyCheck: [{ n: 7, s: 'ok', secret: SECRET }],
};

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  path: ['call', 'call/allow', 'nothing', '..%2f..%2fetc', 'call/%00', 'access/deny', '%ff'],
  hash: [`sha256:${'0'.repeat(64)}`, 'sha256:0', 'x', '%00', '..%2f..'],
  from: ['2026-01-01T00:00:00Z', '2999-01-01T00:00:00.000%2B01:00', 'x', ''],
  to: ['2026-01-01T00:00:00Z', '2999-01-01T00:00:00Z', '-1'],
  decision: ['allow', 'deny', '%00'],
  rule: ['MAIN::r', 'x'],
  actor: ['evaluate', 'x'],
  ruleset: ['call', 'x'],
  id: ['x', '00000000-0000-0000-0000-000000000000', '%00', 'a%2fb'],
  run_id: ['poc-g', 'poc-missing', 'x', '%00'],
  session_id: ['s1', 's2', '%20', 'x'.repeat(200)],
  state: ['pending', 'approved', 'x'],
  limit: ['1', '0', '-1', '1e9', 'x'],
  wait: ['0', '-1', 'x'],
  cursor: [
    '1',
    'x',
    '9223372036854775808',
    'W1sid29ya2VyLTAiLDEsOTldXQ',
    'W1siLi4vLi4iLDEsOTldXQ',
    'W10',
    'e30',
  ],
  attempt: ['1', '0', 'x', '99999999999999999999'],
  input: ['{"call":{"args":{"n":7}}}', '{', 'null', '%00'],
  template: ['request', 'nothing', ''],
  dry_run: ['true', 'x'],
};

/** Draws a request to a route that the service knows, by a sender who may or may not use it. */
export function drawRequest(dice: Dice): DrawnRequest {
  const route = dice.pick<Route>(dice.percent(5) ? ENVOY_ROUTES : ROUTES);
  const sender = drawSender(dice, route);
  const path = drawPath(dice, route);
  const base = { route, sender, request: { method: route.method, path }, isWhole: true };
  if (route.body === 'none') return base;
  const { text, isWhole } = drawBody(dice, route.operationId);
  const { body, headers } = drawEncoding(dice, text);
  const lies: Readonly<Record<string, string>> = dice.percent(3)
    ? { 'content-encoding': dice.pick(['gzip', 'br', 'identity']) }
    : {};
  const type: Readonly<Record<string, string>> = dice.percent(3)
    ? { 'content-type': dice.pick(['text/plain', 'application/json; charset=latin1']) }
    : {};
  return { ...base, isWhole, request: { ...base.request, body, headers: { ...headers, ...lies, ...type } } };
}

function drawSender(dice: Dice, { access }: Route): Sender {
  if (access !== 'open' && access !== 'any' && dice.percent(70)) return dice.pick([access].flat());
  return dice.pick(['nobody', 'stranger', ...ROLES] as const);
}

function drawPath(dice: Dice, { path, url, parameters }: Route): string {
  const filled = path
    .replace(/\/\*$/, '/x')
    .replace(/\{(\w+)\}/g, (_, name: string) => dice.pick(PARAMETERS[name] ?? ['x']));
  const at = splitDataUrl(url) === null ? filled : filled.replace(/\/+$/, '');
  const query = parameters.flatMap(({ name, in: place }) =>
    place === 'query' && dice.percent(25)
      ? [
          `${name}=${dice.percent(80) ? dice.pick(PARAMETERS[name] ?? ['true', 'x']) : encodeURIComponent(wellFormed(hostilePiece(dice)))}`,
        ]
      : [],
  );
  return query.length === 0 ? at : `${at}?${query.join('&')}`.replace(/[^\x21-\x7e]/g, encodeURIComponent);
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}

function drawBody(dice: Dice, operation: string): { readonly text: string; readonly isWhole: boolean } {
  const model = dice.pick(MODELS[operation] ?? [{}]);
  const share = dice.int(1, 100);
  const whole = JSON.stringify(model);
  if (share <= 40) return { text: whole, isWhole: true };
  if (share <= 75) return { text: JSON.stringify(woundTree(dice, model)) ?? 'null', isWhole: false };
  if (share > 90) return { text: woundText(dice, whole), isWhole: false };
  return { text: whole.replace(/\{"n":7[^}]*\}/, () => drawValues(dice).text), isWhole: true };
}
