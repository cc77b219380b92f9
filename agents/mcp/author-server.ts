/** `ferrule mcp serve`: the tools for assistants, for clients of both eras. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { bundleFile } from '../../library/node/package-root.ts';
import { VERSION } from '../../library/version.ts';
import { createAuthorCalls, type RunAuthorCall } from './author-calls.ts';
import { AUTHOR_TOOLS, type AuthorTool } from './author-tools.ts';
import type { DoorQuotas } from './door-quotas.ts';
import { openHttpDoor, type DoorAddress, type HttpDoor } from './http-door.ts';
import { isRecord } from '../../library/is-record.ts';

const LIMITS = { file: bundleFile('author-worker.js'), timeoutMs: 10_000, memoryMb: 512, most: 2 };

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const listed = ({ name, description, inputSchema }: AuthorTool) => ({
  name,
  description,
  inputSchema,
  annotations: HINTS,
});

type Tell = (line: string) => void;

const createAuthorServer = (root: string, run: RunAuthorCall, tell: Tell) => (): Server => {
  const server = new Server({ name: 'ferrule', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: AUTHOR_TOOLS.map(listed) as never }));
  server.setRequestHandler('tools/call', async ({ params }) =>
    call(params.name, params.arguments, root, run, tell),
  );
  return server;
};

/** Over Streamable HTTP. */
export async function listenForAuthors(
  root: string,
  address: DoorAddress & { readonly quotas: DoorQuotas },
  tell: Tell,
): Promise<HttpDoor> {
  const run = createAuthorCalls({ ...LIMITS, quotas: address.quotas });
  const handler = createMcpHandler(createAuthorServer(root, run, tell), {
    onerror: ({ message }) => tell(message),
  });
  const door = await openHttpDoor({ ...address, tell, answer: (request) => handler.fetch(request) });
  return {
    url: door.url,
    async close() {
      await handler.close();
      await door.close();
    },
  };
}

/** Over standard input and output: ends when the client does. */
export function serveAuthors(root: string, quotas: DoorQuotas, tell: Tell): Promise<void> {
  const run = createAuthorCalls({ ...LIMITS, quotas });
  return new Promise((resolve) => {
    const handle = serveStdio(createAuthorServer(root, run, tell), {
      onerror: (error) => tell(error.message),
    });
    process.stdin.once('end', () => void handle.close().then(resolve));
  });
}

interface ToolResult {
  readonly [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

async function call(
  name: string,
  args: unknown,
  root: string,
  run: RunAuthorCall,
  tell: Tell,
): Promise<ToolResult> {
  if (!AUTHOR_TOOLS.some((tool) => tool.name === name)) return failed(`unknown tool ${JSON.stringify(name)}`);
  const answer = await run({ name, args: isRecord(args) ? args : {}, root });
  if ('text' in answer) return { content: [{ type: 'text', text: answer.text }] };
  if ('problem' in answer) return failed(answer.problem);
  tell(answer.defect);
  return failed('internal error');
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
