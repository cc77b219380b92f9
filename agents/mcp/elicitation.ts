/**
 * Asks the client's user to approve an escalated call, by elicitation. The client responds for its user, and
 * can do so without involving the user, so an operator must enable it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApprovalRecord } from '../gate/approvals.ts';
import { shownJson, visible } from '../../library/shown-text.ts';
import { isRecord } from '../../library/is-record.ts';
import { resultMessage, type Message, type Request } from './message.ts';

const META = 'io.modelcontextprotocol/';
/** Names our question among those of the server. */
const KEY = 'ferrule.approval';

export type Answer = 'accept' | 'decline' | 'cancel';

/** Capabilities that a client declares in `initialize`. */
export function declaresForms({ params }: Request): boolean {
  return isForm(params?.['capabilities']);
}

/** Since revision 2026-07-28 each request declares what its client can, and a question is a result. */
export function asksByResult({ params }: Request): boolean {
  const meta = params?.['_meta'];
  return isRecord(meta) && typeof meta[`${META}protocolVersion`] === 'string';
}

/** True if the client of such a request shows forms. */
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

/** Parameters of `elicitation/create`: everything that the approval is bound to. `null` if that is not known. */
export function question({
  reason,
  request,
}: Pick<ApprovalRecord, 'reason' | 'request'>): Readonly<Record<string, unknown>> | null {
  // A store of the operator's own may not keep it.
  if ((request ?? null) === null) return null;
  const message = `${visible(reason)}\n${shownJson(request)}`;
  return { mode: 'form', message, requestedSchema: { type: 'object', properties: {} } };
}

/** The question as the result of a call. Its state later proves which request the user saw. */
export function questionResult(
  params: Readonly<Record<string, unknown>>,
  requestDigest: string,
): Readonly<Record<string, unknown>> {
  return {
    resultType: 'input_required',
    inputRequests: { [KEY]: { method: 'elicitation/create', params } },
    requestState: stateOf(requestDigest),
  };
}

const STATE_KEY = randomBytes(32);

function stateOf(requestDigest: string): string {
  return `${KEY}:${createHmac('sha256', STATE_KEY).update(requestDigest).digest('base64url')}`;
}

/** True if the request brings the state of a question about the request with this digest. */
export function provesQuestion({ params }: Request, requestDigest: string): boolean {
  const given = params?.['requestState'];
  const expected = Buffer.from(stateOf(requestDigest));
  const sent = Buffer.from(typeof given === 'string' ? given : '');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** Response of a client to `elicitation/create`; an error is not consent. */
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
export function withoutAnswer<T extends Message>(given: T): T {
  const request = withoutState(given);
  const responses = request.params?.['inputResponses'];
  if (!isRecord(responses) || !Object.hasOwn(responses, KEY)) return request;
  const { inputResponses: _, ...params } = request.params ?? {};
  const { [KEY]: __, ...rest } = responses;
  const kept = Object.keys(rest).length === 0 ? {} : { inputResponses: rest };
  return { ...request, params: { ...params, ...kept } };
}

function withoutState<T extends Message>(request: T): T {
  const { requestState, ...params } = request.params ?? {};
  const isOurs = typeof requestState === 'string' && requestState.startsWith(`${KEY}:`);
  return isOurs ? { ...request, params } : request;
}

/** A refusal that the model can read. Clients that receive questions as results expect each result to be marked as final. */
export function refused(request: Request, text: string): Message {
  const last = asksByResult(request) ? { resultType: 'complete' } : {};
  return resultMessage(request.id, { ...last, content: [{ type: 'text', text }], isError: true });
}
