import { ROLES, type Role } from '../../server/tokens/roles.ts';
import { woundText } from '../hostile-fuzz/draw-text.ts';
import type { Dice } from '../judge/dice.ts';
import type { Sender } from './draw-request.ts';
import { drawValues } from './draw-document.ts';
import { SECRET } from './policy.ts';

interface DrawnCall {
  readonly method: string;
  readonly access: Role | 'open';
  readonly sender: Sender;
  readonly message: object;
}

const YAML = 'templates:\n  - name: t\n    slots: [{ name: a, type: string }]\n';

/** Methods with one answer: the role that each needs, and a message made of this JSON text. */
const METHODS: readonly (readonly [method: string, access: Role | 'open', make: (json: string) => object])[] =
  [
    ['Evaluate', 'evaluate', (v) => ({ ruleset: 'call', facts: [{ template: 'request', data_json: v }] })],
    ['Evaluate', 'evaluate', (v) => ({ ruleset: 'call', input_json: v, session_id: 's1' })],
    [
      'Decide',
      'evaluate',
      (v) => ({
        idempotency_key: 'k',
        request: { ruleset: 'call', facts: [{ template: 'request', data_json: v }] },
      }),
    ],
    ['AssertFact', 'session', (v) => ({ session_id: 's1', template: 'request', data_json: v })],
    ['AssertFacts', 'session', (v) => ({ session_id: 's1', facts: [{ template: 'request', data_json: v }] })],
    ['Query', 'session', (v) => ({ session_id: 's1', template: 'request', filter_json: v })],
    ['Retract', 'session', (v) => ({ session_id: 's1', template: 'request', filter_json: v })],
    ['Compile', 'compile', () => ({ yaml_content: YAML })],
    ['Explain', 'explain', (v) => ({ ruleset: 'call', facts: [{ template: 'request', data_json: v }] })],
    ['Reload', 'admin', () => ({ ruleset_yaml: YAML })],
    ['Status', 'open', () => ({})],
    ['EnqueueRun', 'run', (v) => ({ graph_id: 'g', params_json: v })],
    ['GetRun', 'run', () => ({ run_id: 'poc-g' })],
    ['ListRuns', 'run', () => ({})],
  ];

export function drawCall(dice: Dice): DrawnCall {
  const [method, access, make] = dice.pick(METHODS);
  const json = dice.percent(60) ? drawValues(dice).text : woundText(dice, `{"n":7,"secret":"${SECRET}"}`);
  const may = access !== 'open' && dice.percent(70);
  const sender = may ? access : dice.pick(['nobody', 'stranger', ...ROLES] as const);
  return { method, access, sender, message: make(json.toWellFormed()) };
}

const OK = 0;
const PERMISSION_DENIED = 7;
const INTERNAL = 13;
const UNKNOWN = 2;
const UNAUTHENTICATED = 16;

/** Returns what is wrong with how a call ended, or null. */
export function callProblem(
  { access, sender, method }: DrawnCall,
  code: number,
  text: string,
): string | null {
  if (code === UNKNOWN || code === INTERNAL) return `status ${code}`;
  const isNobody = sender === 'nobody' || sender === 'stranger';
  if (access !== 'open' && isNobody && code !== UNAUTHENTICATED) return `status ${code} for ${sender}`;
  if (
    access !== 'open' &&
    !isNobody &&
    sender !== access &&
    code !== UNAUTHENTICATED &&
    code !== PERMISSION_DENIED
  )
    return `status ${code} for ${sender}`;
  const isRefused = code === UNAUTHENTICATED || code === PERMISSION_DENIED;
  if ((access === 'open' || sender === access) && isRefused) return `status ${code} for ${sender}, who may`;
  const isOwn = code === OK && ['Evaluate', 'Query', 'GetRun', 'ListRuns'].includes(method);
  if (text.includes(SECRET) && !isOwn) return 'a sensitive value in the answer';
  return null;
}
