/** Headers that must match the body, so that readers of headers alone see the same call. */
import { decodeHeaderValue } from './header-value.ts';
import { isRecord } from '../../library/is-record.ts';
import type { Request } from './message.ts';

/** Error code of revision 2026-07-28 for a missing or different header. */
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

/** Problem of the headers of a request without a session; null for none. */
export function headerProblem({ method, params }: Request, headers: Headers): string | null {
  for (const name of ['MCP-Protocol-Version', 'Mcp-Method'])
    if (!headers.has(name)) return `the header ${name} is missing`;
  const key = NAMED_BY.get(method);
  const value = key !== undefined && isRecord(params) ? params[key] : undefined;
  if (typeof value !== 'string') return null;
  const header = headers.get('Mcp-Name');
  if (header === null) return 'the header Mcp-Name is missing';
  return decodeHeaderValue(header) === value ? null : 'the header Mcp-Name contradicts the body';
}
