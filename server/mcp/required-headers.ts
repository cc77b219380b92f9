/** Headers that must say what the body says: who reads only them must not be told of another call. */
import { decodeHeaderValue } from './header-value.ts';
import { isRecord } from './is-record.ts';
import type { Request } from './message.ts';

/** Of revision 2026-07-28: the code of a header that is missing or says something else. */
export const HEADER_MISMATCH = -32020;

/** The parameter of each method that `Mcp-Name` repeats. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/** What is wrong with the headers of a request without a session; null: nothing. */
export function headerProblem({ method, params }: Request, headers: Headers): string | null {
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method'])
    if (!headers.has(name)) return `the header ${name} is missing`;
  const key = NAMED_BY.get(method);
  const value = key !== undefined && isRecord(params) ? params[key] : undefined;
  if (typeof value !== 'string') return null;
  const header = headers.get('Mcp-Name');
  if (header === null) return 'the header Mcp-Name is missing';
  return decodeHeaderValue(header) === value ? null : 'the header Mcp-Name does not say what the body says';
}
