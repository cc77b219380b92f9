/** `ferrule mcp serve`: the tools for assistants, for clients of both eras. */
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { FerruleError } from '../../runtime/errors.ts';
import { CommandError } from '../cli/command.ts';
import { CompileError } from '../library/compile-error.ts';
import { errorDetail } from '../library/error-detail.ts';
import { SourceError } from '../library/sources.ts';
import { VERSION } from '../version.ts';
import { AUTHOR_TOOLS, type AuthorTool } from './author-tools.ts';
import { ToolError } from './confined-path.ts';
import { openHttpDoor, type DoorAddress, type HttpDoor } from './http-door.ts';
import { isRecord } from './is-record.ts';

const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const listed = ({ name, description, inputSchema }: AuthorTool) => ({
  name,
  description,
  inputSchema,
  annotations: HINTS,
});

type Tell = (line: string) => void;

const createAuthorServer = (root: string, tell: Tell) => (): Server => {
  const server = new Server({ name: 'ferrule', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({ tools: AUTHOR_TOOLS.map(listed) as never }));
  server.setRequestHandler('tools/call', async ({ params }) =>
    call(params.name, params.arguments, root, tell),
  );
  return server;
};

/** Over Streamable HTTP. */
export async function listenForAuthors(root: string, address: DoorAddress, tell: Tell): Promise<HttpDoor> {
  const handler = createMcpHandler(createAuthorServer(root, tell), {
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
export function serveAuthors(root: string, tell: Tell): Promise<void> {
  return new Promise((resolve) => {
    const handle = serveStdio(createAuthorServer(root, tell), { onerror: (error) => tell(error.message) });
    process.stdin.once('end', () => void handle.close().then(resolve));
  });
}

interface ToolResult {
  readonly [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

async function call(name: string, args: unknown, root: string, tell: Tell): Promise<ToolResult> {
  const tool = AUTHOR_TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) return failed(`there is no tool ${JSON.stringify(name)}`);
  try {
    return { content: [{ type: 'text', text: await tool.run(isRecord(args) ? args : {}, root) }] };
  } catch (error) {
    const message = expectedMessage(error);
    if (message !== null) return failed(message);
    tell(error instanceof Error ? error.message : String(error));
    return failed('internal error');
  }
}

function failed(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** What an assistant can do something about; null for a defect. */
function expectedMessage(error: unknown): string | null {
  if (error instanceof FerruleError) return errorDetail(error);
  const isTold =
    error instanceof ToolError ||
    error instanceof CompileError ||
    error instanceof SourceError ||
    error instanceof CommandError;
  return isTold ? error.message : null;
}
