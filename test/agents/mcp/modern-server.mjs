/**
 * A server of both eras. Without an argument over standard input and output, with `http` over Streamable HTTP; the first
 * line it prints then is its port. `wait` steps until it is cancelled, and `cancelled` says how often that has been;
 * `grow` adds a tool. `mirror` wants arguments in headers, and says which it got; `misled` wants them as no tool may.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const inputSchema = { type: 'object', properties: { path: { type: 'string' } } };
const mirrored = {
  type: 'object',
  properties: {
    path: { type: 'string', 'x-mcp-header': 'Path' },
    deep: { type: 'object', properties: { limit: { type: 'integer', 'x-mcp-header': 'Limit' } } },
    dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
  },
};
const misled = { type: 'object', properties: { path: { type: 'number', 'x-mcp-header': 'Path' } } };
const schemas = { mirror: mirrored, misled };
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const NAMES = ['read_text_file', 'write_file', 'wait', 'cancelled', 'grow', 'mirror', 'misled'];
let cancelled = 0;
let grown = false;

const create = (changed) => (request) => {
  const capabilities = { tools: { listChanged: true } };
  const server = new Server({ name: 'modern', version: '1' }, { capabilities });
  server.setRequestHandler('tools/list', async () => ({
    tools: [...NAMES, ...(grown ? ['later'] : [])].map((name) => ({
      name,
      inputSchema: schemas[name] ?? inputSchema,
      annotations: { readOnlyHint: name !== 'write_file' },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const { name, arguments: args = {}, _meta: meta } = params;
    if (name === 'mirror') {
      const headers = [...(request?.requestInfo?.headers ?? [])];
      return text(
        JSON.stringify(Object.fromEntries(headers.filter(([key]) => key.startsWith('mcp-param-')))),
      );
    }
    if (name === 'cancelled') return text(String(cancelled));
    if (name === 'grow') {
      grown = true;
      await changed(server);
    }
    if (name !== 'wait') return text(`${name} ${args.path}`);
    for (let progress = 1; !mcpReq.signal.aborted; progress++) {
      const told = { progressToken: meta?.progressToken, progress, message: args.path };
      await mcpReq.notify({ method: 'notifications/progress', params: told });
      if (args.path === String(progress)) return text(`waited ${args.path}`);
      await sleep(20);
    }
    cancelled++;
    return text('nobody waits');
  });
  return server;
};

if (process.argv[2] === 'http') {
  const handler = createMcpHandler(
    create(() => handler.notify.toolsChanged()),
    { legacy: 'reject' },
  );
  const server = createServer(async (request, response) => {
    const left = new globalThis.AbortController();
    response.once('close', () => left.abort());
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method } = request;
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    const init = { method, headers: request.headers, signal: left.signal, ...body };
    const answer = await handler.fetch(new globalThis.Request('http://localhost/mcp', init));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.flushHeaders();
    for await (const chunk of answer.body ?? []) response.write(chunk);
    response.end();
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
} else {
  serveStdio(create((server) => server.sendToolListChanged()));
}
