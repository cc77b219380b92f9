/** THE table of methods: what the proxy lets pass, what it decides, and what it answers itself. All others are denied. */

/** Of both eras: handshake, discovery, listings. */
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

/** What a server may ask of its client. */
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

export function mayServerAsk(method: string): boolean {
  return OF_SERVER.has(method);
}

export function mayClientNotify(method: string): boolean {
  return NOTIFICATIONS_OF_CLIENT.has(method);
}

/** The first of these that is no method which could be decided; null when all are. */
export function unknownPass(methods: readonly string[]): string | null {
  return methods.find((method) => !DECIDED.has(method)) ?? null;
}

export const PASSABLE: readonly string[] = [...DECIDED];
