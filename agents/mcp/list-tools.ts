/** Reads the whole listing of a server's tools, page by page. */
import { isRecord } from '../../library/is-record.ts';
import type { Message } from './message.ts';
import { toolsOf, type Tool } from './tool.ts';

const MOST_PAGES = 100;
const MOST_TOOLS = 10_000;

export interface Listing {
  readonly tools: readonly Tool[];
  /** The last page, without its tools. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Sends a request of the proxy itself. Rejects without a response. */
export type Ask = (method: string, params: Readonly<Record<string, unknown>>) => Promise<Message>;

/** Throws when the server does not answer with a listing, or with one that does not end. */
export async function listTools(ask: Ask, meta: Readonly<Record<string, unknown>>): Promise<Listing> {
  const tools: Tool[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const answer = await ask('tools/list', { ...meta, ...(cursor === null ? {} : { cursor }) });
    if (!isRecord(answer.result))
      throw new Error(answer.error?.message ?? 'the server returned no list of tools');
    const { tools: _, nextCursor, ...rest } = answer.result;
    tools.push(...toolsOf(answer.result));
    if (tools.length > MOST_TOOLS) break;
    if (typeof nextCursor !== 'string') return { tools, rest };
    cursor = nextCursor;
  }
  throw new Error('the tool list of the server does not end');
}
