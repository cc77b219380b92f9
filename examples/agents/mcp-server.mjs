// A server of MCP with three tools, which only say that they did something. mcp.mjs starts it.
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
serveStdio(() => {
  const server = new Server({ name: 'notes', version: '1' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', async () => ({
    tools: ['read', 'write', 'remove'].map((name) => ({ name, inputSchema })),
  }));
  server.setRequestHandler('tools/call', async ({ params }) => ({
    content: [{ type: 'text', text: `${params.name} of ${params.arguments.path} is done` }],
  }));
  return server;
});
