/**
 * Asks the user of the client whether an escalated call may be made, by elicitation. The client answers for its user, and
 * may do so without asking: an operator has to want it.
 */
import type { Verdict } from '../gate/verdict.ts';
import { isRecord } from './is-record.ts';
import type { Message, Request } from './message.ts';

const META = 'io.modelcontextprotocol/';
/** Names our question among those of the server. */
const KEY = 'ferrule.approval';
const MOST_SHOWN = 2_000;

export type Answer = 'accept' | 'decline' | 'cancel';

/** What a client declares in `initialize`. */
export function declaresForms({ params }: Request): boolean {
  return isForm(params?.['capabilities']);
}

/** Since revision 2026-07-28 each request declares what its client can, and a question is a result. */
export function asksByResult({ params }: Request): boolean {
  const meta = params?.['_meta'];
  return isRecord(meta) && typeof meta[`${META}protocolVersion`] === 'string';
}

/** Whether the client of such a request shows forms. */
export function requestDeclaresForms({ params }: Request): boolean {
  const meta = params?.['_meta'];
  return isRecord(meta) && isForm(meta[`${META}clientCapabilities`]);
}

/** An empty capability is one for forms. */
function isForm(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isRecord(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || isRecord(elicitation['form']);
}

/** Parameters of `elicitation/create`. */
export function question(
  tool: string,
  args: unknown,
  { reason }: Verdict,
): Readonly<Record<string, unknown>> {
  const message = `${reason}\n${tool} ${JSON.stringify(args)}`.slice(0, MOST_SHOWN);
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } };
}

export function questionResult(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    resultType: 'input_required',
    inputRequests: { [KEY]: { method: 'elicitation/create', params } },
  };
}

/** What a client answers to `elicitation/create`; an error is no consent. */
export function answerOf(result: unknown): Answer {
  const action = isRecord(result) ? result['action'] : undefined;
  return action === 'accept' || action === 'decline' ? action : 'cancel';
}

/** The answer in a request that is made again; null: there is none. */
export function answerIn({ params }: Request): Answer | null {
  const responses = params?.['inputResponses'];
  return isRecord(responses) && Object.hasOwn(responses, KEY) ? answerOf(responses[KEY]) : null;
}

/** The request without the answer to us, which is none of the server's business. */
export function withoutAnswer<T extends Message>(request: T): T {
  const responses = request.params?.['inputResponses'];
  if (!isRecord(responses) || !Object.hasOwn(responses, KEY)) return request;
  const { inputResponses: _, ...params } = request.params ?? {};
  const { [KEY]: __, ...rest } = responses;
  const kept = Object.keys(rest).length === 0 ? {} : { inputResponses: rest };
  return { ...request, params: { ...params, ...kept } };
}
