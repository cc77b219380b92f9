/** Table of methods that the proxy forwards, decides, or handles itself. All others are denied. */

import { foldKey } from '../../library/fold-key.ts';

/** Forwarded methods of both protocol eras: handshake, discovery, listings. */
const PASSED: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'subscriptions/listen',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Decided under the method as name of the tool, with its parameters as arguments. */
const DECIDED: ReadonlySet<string> = new Set([
  'completion/complete',
  'logging/setLevel',
  'prompts/get',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'tasks/cancel',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tasks/update',
]);

/** Responses of these are opaque: rules learn of them only afterwards. */
const QUIET: ReadonlySet<string> = new Set([
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** Requests that a server may send to its client. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'elicitation/create',
  'ping',
  'roots/list',
  'sampling/createMessage',
]);

const NOTIFICATIONS_OF_CLIENT: ReadonlySet<string> = new Set([
  'notifications/cancelled',
  'notifications/initialized',
  'notifications/progress',
  'notifications/roots/list_changed',
]);

export type Handling = 'pass' | 'decide' | 'list' | 'call' | 'deny';

/** @param passed methods of the table above that are not decided */
export function handlingOf(method: string, passed: ReadonlySet<string>): Handling {
  if (method === 'tools/call') return 'call';
  if (method === 'tools/list') return 'list';
  if (PASSED.has(method)) return 'pass';
  if (!DECIDED.has(method)) return 'deny';
  return passed.has(method) ? 'pass' : 'decide';
}

/** True if the answer to a method can bring what a later decision must know. */
export function bringsContent(method: string): boolean {
  return !QUIET.has(method);
}

/** Every method that a client may send. */
export const CLIENT_METHODS: readonly string[] = [...PASSED, ...DECIDED, 'tools/list', 'tools/call'];

const NAMESPACES: ReadonlySet<string> = new Set(
  [...CLIENT_METHODS, ...OF_SERVER, 'notifications/message']
    .filter((method) => method.includes('/'))
    .map((method) => foldKey(method.slice(0, method.indexOf('/')))),
);

/** True for a tool with a name of the protocol's: rules for a method would decide calls of the tool. */
export function isReservedName(tool: string): boolean {
  const end = tool.indexOf('/');
  return end !== -1 && NAMESPACES.has(foldKey(tool.slice(0, end).trim()));
}

export function mayServerAsk(method: string): boolean {
  return OF_SERVER.has(method);
}

export function mayClientNotify(method: string): boolean {
  return NOTIFICATIONS_OF_CLIENT.has(method);
}

/** The first of these that is not a decidable method; null if all are. */
export function unknownPass(methods: readonly string[]): string | null {
  return methods.find((method) => !DECIDED.has(method)) ?? null;
}

export const PASSABLE: readonly string[] = [...DECIDED];
