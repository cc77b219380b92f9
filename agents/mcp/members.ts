/** THE table of members that `params` may have, by method. What is not listed is never forwarded. */
import { foldedTwice, foldsToKnown } from '../../library/fold-key.ts';
import { isRecord } from '../../library/is-record.ts';
import type { Message } from './message.ts';

/** Members of a member whose value is an object of the protocol; null for any other value. */
type Members = { readonly [name: string]: Members | null };

/** Members that every retry of a request can carry since revision 2026-07-28. */
const RETRY: Members = { inputResponses: null, requestState: null };
const LISTING: Members = { cursor: null };
const TASK: Members = { task: { ttl: null } };

const OF_CLIENT: Readonly<Record<string, Members>> = {
  initialize: { protocolVersion: null, capabilities: null, clientInfo: null },
  ping: {},
  'server/discover': {},
  'subscriptions/listen': { notifications: null },
  'tools/list': LISTING,
  'prompts/list': LISTING,
  'resources/list': LISTING,
  'resources/templates/list': LISTING,
  'tasks/list': LISTING,
  'tools/call': { name: null, arguments: null, ...TASK, ...RETRY },
  'prompts/get': { name: null, arguments: null, ...RETRY },
  'resources/read': { uri: null, ...RETRY },
  'resources/subscribe': { uri: null },
  'resources/unsubscribe': { uri: null },
  'completion/complete': {
    ref: { type: null, name: null, uri: null, title: null },
    argument: { name: null, value: null },
    context: { arguments: null },
  },
  'logging/setLevel': { level: null },
  'tasks/get': { taskId: null },
  'tasks/result': { taskId: null },
  'tasks/cancel': { taskId: null },
  'tasks/update': { taskId: null, ...RETRY },
  'notifications/cancelled': { requestId: null, reason: null },
  'notifications/initialized': {},
  'notifications/progress': { progressToken: null, progress: null, total: null, message: null },
  'notifications/roots/list_changed': {},
};

const OF_SERVER: Readonly<Record<string, Members>> = {
  ping: {},
  'roots/list': {},
  'elicitation/create': {
    mode: null,
    message: null,
    requestedSchema: null,
    url: null,
    elicitationId: null,
    ...TASK,
  },
  'sampling/createMessage': {
    messages: null,
    modelPreferences: null,
    systemPrompt: null,
    includeContext: null,
    temperature: null,
    maxTokens: null,
    stopSequences: null,
    metadata: null,
    tools: null,
    toolChoice: null,
    ...TASK,
  },
};

const META: ReadonlySet<string> = new Set([
  'progressToken',
  'traceparent',
  'tracestate',
  'baggage',
  ...[
    'protocolVersion',
    'clientCapabilities',
    'clientInfo',
    'logLevel',
    'subscriptionId',
    'related-task',
  ].map((name) => `io.modelcontextprotocol/${name}`),
]);

type CheckedMembers<T> =
  { readonly ok: true; readonly message: T } | { readonly ok: false; readonly problem: string };

/**
 * The message with the members that its method has, and nothing else; or the key that two readers could take for
 * different members. A method that is not in the table keeps none.
 *
 * @param from who sends it
 */
export function checkMembers<T extends Message>(message: T, from: 'client' | 'server'): CheckedMembers<T> {
  const { method = '', params } = message;
  if (params === undefined) return { ok: true, message };
  const table = from === 'client' ? OF_CLIENT : OF_SERVER;
  const members = Object.hasOwn(table, method) ? (table[method] ?? {}) : {};
  const problem = memberProblem(params, { ...members, _meta: null }) ?? foldedTwice(params);
  if (problem !== null) return { ok: false, problem };
  const meta = params['_meta'];
  const metaProblem = isRecord(meta) ? foldsToKnown(Object.keys(meta), META) : null;
  if (metaProblem !== null) return { ok: false, problem: metaProblem };
  const known = Object.entries(params).filter(([key]) => key === '_meta' || Object.hasOwn(members, key));
  return { ok: true, message: { ...message, params: Object.fromEntries(known) } };
}

/** The key of a notification or a response of the server that a client could take for another member; null if none. */
export function serverMessageProblem({ params, result }: Message): string | null {
  for (const members of [params, result]) {
    if (members === undefined) continue;
    const meta = members['_meta'];
    const problem = shallow(members) ?? (isRecord(meta) ? shallow(meta) : null);
    if (problem !== null) return problem;
  }
  return null;
}

function shallow(members: Readonly<Record<string, unknown>>): string | null {
  return foldedTwice(Object.fromEntries(Object.keys(members).map((key) => [key, null])));
}

function memberProblem(value: Readonly<Record<string, unknown>>, members: Members): string | null {
  const problem = foldsToKnown(Object.keys(value), new Set(Object.keys(members)));
  if (problem !== null) return problem;
  for (const [name, nested] of Object.entries(members)) {
    const member = value[name];
    const inner = nested !== null && isRecord(member) ? memberProblem(member, nested) : null;
    if (inner !== null) return inner;
  }
  return null;
}
