/** Every way into the service that decides, each with the same values. */
import type { Dice } from '../judge/dice.ts';
import type { DrawnValues } from './draw-document.ts';
import type { Shape } from './policy.ts';
import { drawEncoding, send, type HttpAnswer } from './send.ts';

/** One call of a method of gRPC; resolves with its answer, rejects with its status. */
export type CallGrpc = (
  service: 'Authorization' | 'RuleService',
  method: string,
  message: object,
) => Promise<unknown>;

interface DoorWorld {
  readonly url: string;
  readonly token: string;
  readonly grpc: CallGrpc | null;
}

interface Knock {
  /** True if the answer lets the caller go on. */
  readonly allows: boolean;
  /** The answer as text. */
  readonly told: string;
}

interface Door {
  readonly name: string;
  readonly shape: Shape;
  readonly knock: (values: DrawnValues, dice: Dice, world: DoorWorld) => Promise<Knock>;
}

const NOTHING: Knock = { allows: false, told: '' };
const callInput = (values: string): string => `{"call":{"args":${values}}}`;

/** True if this member of a JSON answer is this value. */
function says({ status, text }: HttpAnswer, path: readonly string[], value: unknown): boolean {
  if (status !== 200) return false;
  let found: unknown = JSON.parse(text);
  for (const key of path) found = (found as Record<string, unknown> | null | undefined)?.[key];
  return found === value;
}

function post(
  name: string,
  shape: Shape,
  path: string,
  bodyOf: (values: string) => string,
  allows: (answer: HttpAnswer) => boolean,
): Door {
  return {
    name,
    shape,
    async knock({ text }, dice, { url, token }) {
      const encoded = drawEncoding(dice, bodyOf(text));
      const answer = await send(url, { method: 'POST', path, token, ...encoded });
      return { allows: allows(answer), told: answer.text };
    },
  };
}

const decides = (answer: HttpAnswer): boolean => says(answer, ['decision'], 'allow');
const access = (values: string, more = ''): string =>
  `{"subject":{"type":"user","id":"u"},"action":{"name":"a"},"resource":{"type":"t","id":"r"},` +
  `"context":${values}${more}}`;

export const HTTP_DOORS: readonly Door[] = [
  post(
    'evaluate, input',
    'call',
    '/v1/evaluate',
    (v) => `{"ruleset":"call","facts":[],"input":${callInput(v)}}`,
    decides,
  ),
  post(
    'evaluate, facts',
    'call',
    '/v1/evaluate',
    (v) => `{"ruleset":"call","facts":[{"template":"request","data":${v}}]}`,
    decides,
  ),
  post(
    'data',
    'call',
    '/v1/data/call/allow',
    (v) => `{"input":${callInput(v)}}`,
    (a) => says(a, ['result'], true),
  ),
  post(
    'data, whole',
    'call',
    '/v1/data/call',
    (v) => `{"input":${callInput(v)}}`,
    (a) => says(a, ['result', 'allow'], true),
  ),
  post(
    'data, batch',
    'call',
    '/v1/batch/data/call/allow',
    (v) => `{"inputs":{"x":${callInput(v)}}}`,
    (a) => says(a, ['responses', 'x', 'result'], true),
  ),
  post('default decision', 'call', '/', callInput, (a) => a.status === 200 && a.text.trim() === 'true'),
  {
    name: 'data, query',
    shape: 'call',
    async knock({ text }, _dice, { url, token }) {
      const path = `/v1/data/call/allow?input=${encodeURIComponent(callInput(text))}`;
      const answer = await send(url, { method: 'GET', path, token });
      return { allows: says(answer, ['result'], true), told: answer.text };
    },
  },
  post(
    'calls',
    'call',
    '/v1/calls',
    (v) => `{"ruleset":"call","agent":"a","tool":{"name":"t"},"call":{"id":"c","args":${v}}}`,
    decides,
  ),
  post('AuthZEN', 'access', '/access/v1/evaluation', access, (a) => says(a, ['decision'], true)),
  post(
    'AuthZEN, many',
    'access',
    '/access/v1/evaluations',
    (v) => access('{}', `,"evaluations":[{"context":${v}}]`),
    (a) => says(a, ['evaluations', '0', 'decision'], true),
  ),
  {
    name: 'Envoy over HTTP',
    shape: 'body',
    async knock({ text }, dice, { url, token }) {
      const { body, headers } = drawEncoding(dice, text);
      const answer = await send(url, {
        ...{ method: 'POST', path: '/v1/envoy/check/x', token: null, body },
        headers: { ...headers, 'x-ferrule-authorization': `Bearer ${token}` },
      });
      return { allows: answer.status === 200, told: answer.text };
    },
  },
];

function rpc(name: string, messageOf: (values: string) => object): Door {
  return {
    name,
    shape: 'call',
    async knock({ text }, _dice, { grpc }) {
      if (grpc === null) return NOTHING;
      const answer = await grpc('RuleService', 'Evaluate', messageOf(text)).catch(String);
      const allows = (answer as { readonly decision?: string }).decision === 'allow';
      return { allows, told: JSON.stringify(answer) };
    },
  };
}

export const GRPC_DOORS: readonly Door[] = [
  rpc('gRPC, input', (v) => ({ ruleset: 'call', input_json: callInput(v) })),
  rpc('gRPC, facts', (v) => ({ ruleset: 'call', facts: [{ template: 'request', data_json: v }] })),
  {
    name: 'Envoy over gRPC',
    shape: 'body',
    async knock({ text }, dice, { grpc }) {
      if (grpc === null) return NOTHING;
      const body = dice.percent(50) ? { body: text } : { raw_body: Buffer.from(text) };
      const http = { method: 'POST', path: '/x', headers: { 'content-type': 'application/json' }, ...body };
      const answer = await grpc('Authorization', 'Check', { attributes: { request: { http } } }).catch(
        String,
      );
      const status = (answer as { readonly status?: { readonly code?: number } }).status;
      const isOk =
        typeof answer === 'object' && 'ok_response' in (answer as object) && (status?.code ?? 0) === 0;
      return { allows: isOk, told: JSON.stringify(answer) };
    },
  },
];
