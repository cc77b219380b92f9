/** The server behind the proxy, reached by the transports of the SDK, which is loaded only here. */
import { httpUpstream } from './http-upstream.ts';
import type { Wire } from './message.ts';

export type Upstream =
  { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** Names a server in the lock: what it is started with, never what it calls itself. */
export function upstreamKey(upstream: Upstream): string {
  return 'url' in upstream ? upstream.url : JSON.stringify([upstream.command, ...upstream.args]);
}

/** Settings of the service are none of the server's business. */
function environment(): Record<string, string> {
  const given = Object.entries(process.env).filter(([name]) => !name.startsWith('SERVICE_'));
  return Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** A transport of the SDK's client, not started. */
export async function createTransport(upstream: Upstream) {
  if ('url' in upstream) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
    const token = process.env['SERVICE_MCP_UPSTREAM_TOKEN'];
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return new StreamableHTTPClientTransport(new URL(upstream.url), { requestInit: { headers } });
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
  const { command, args } = upstream;
  return new StdioClientTransport({ command, args: [...args], env: environment(), stderr: 'inherit' });
}

export async function connectUpstream(upstream: Upstream): Promise<Wire> {
  const transport = await createTransport(upstream);
  return 'sessionId' in transport ? httpUpstream(transport) : (transport as unknown as Wire);
}
