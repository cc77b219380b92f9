import { connect } from 'node:net';
import type { Dice } from '../judge/dice.ts';
import { woundText, hostilePiece } from './draw-text.ts';
import { woundTree } from './draw-tree.ts';
import { isInternalMessage } from './internal-message.ts';

/** Requests that are well formed, as the start of others: method, path, body. */
const REQUESTS: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', '/v1/evaluate', { ruleset: 'tool-call-gate', facts: [{ template: 'agent', data: { id: 'a' } }] }],
  ['POST', '/v1/evaluate', { ruleset: 'tool-call-gate', session_id: 's', facts: [] }],
  ['POST', '/v1/facts', { ruleset: 'triage', session_id: 's', facts: [{ template: 'alert', data: {} }] }],
  ['POST', '/v1/query', { session_id: 's', template: 'alert', filter: { id: '1' } }],
  ['DELETE', '/v1/facts', { session_id: 's', template: 'alert', filter: null }],
  ['POST', '/v1/compile', { yaml_content: 'templates: []' }],
  ['POST', '/v1/data/tool-call-gate/allow', { input: { agent: { id: 'a' } } }],
  ['POST', '/v1/batch/data/triage', { inputs: { a: {}, b: {} } }],
  ['POST', '/v1/runs', { graph_id: 'agent-payment', params: {} }],
  ['POST', '/v1/rules/reload', { ruleset_path: 'triage' }],
  ['GET', '/v1/status', undefined],
  ['GET', '/v1/templates?ruleset=triage', undefined],
  ['DELETE', '/v1/sessions/s', undefined],
  ['GET', '/v1/runs/00000000-0000-0000-0000-000000000000', undefined],
];

/** The bytes of one request (as Latin-1 text), its head, its path or its body wounded. */
export function drawRequest(dice: Dice, token: string): string {
  const [method, path, model] = dice.pick(REQUESTS);
  let body = model === undefined ? '' : JSON.stringify(dice.percent(60) ? woundTree(dice, model) : model);
  if (dice.percent(40)) body = woundText(dice, body);
  const bytes = Buffer.from(body, 'utf8');
  const target = dice.percent(15) ? woundText(dice, path).replace(/[\s\0]/g, '') : path;
  const length = dice.percent(4) ? dice.int(0, 2 * bytes.length + 1) : bytes.length;
  const head = [
    `${method} ${encodeTarget(target)} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    ...(dice.percent(95) ? [`Authorization: Bearer ${token}`] : []),
    ...(body === '' ? [] : ['Content-Type: application/json', `Content-Length: ${length}`]),
    ...(dice.percent(10) ? [`X-Session-Id: ${hostilePiece(dice)}`] : []),
  ].join('\r\n');
  return (dice.percent(5) ? woundText(dice, head) : head) + '\r\n\r\n' + bytes.toString('latin1');
}

/** A lone surrogate has no bytes of its own: those of a careless writer are used. */
function encodeTarget(path: string): string {
  return path.replace(/[^\x21-\x7e]/gu, (character) =>
    /\p{Cs}/u.test(character) ? '%ED%A0%80' : encodeURIComponent(character),
  );
}

/** Sends a request and reads the answer. Throws an Error for a status of 500, an accident's message, or none in time. */
export async function attackService(
  url: string,
  request: string,
  limitMs: number,
): Promise<'refused' | 'loaded'> {
  const answer = await exchange(new URL(url), Buffer.from(request, 'latin1'), limitMs);
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1];
  // A request that is none at all may be cut off without an answer.
  if (answer === '') return 'refused';
  if (status === undefined || status === '500') throw new Error(`answer: ${answer.slice(0, 500)}`);
  if (Number(status) >= 400 && isInternalMessage(detailOf(answer)))
    throw new Error(`message: ${answer.slice(0, 500)}`);
  return status.startsWith('2') ? 'loaded' : 'refused';
}

/** The text for people in an error's body. */
function detailOf(answer: string): string {
  return /"(?:detail|message)":"((?:[^"\\]|\\.)*)"/.exec(answer)?.[1] ?? '';
}

function exchange(url: URL, bytes: Uint8Array, limitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(url.port), url.hostname, () => socket.end(bytes));
    socket.setTimeout(limitMs, () => {
      socket.destroy();
      reject(new Error(`no answer in ${limitMs} ms`));
    });
    socket.on('data', (data: Buffer) => (answer += data.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve(answer));
  });
}
