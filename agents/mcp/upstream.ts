/** The server behind the proxy. The transport of the SDK for HTTP is loaded only here. */
import { httpUpstream } from './http-upstream.ts';
import { exactFetch } from './exact-http.ts';
import { serverEnvironment } from './server-environment.ts';
import { stdioServer } from './stdio.ts';
import type { Wire } from './message.ts';

export type Upstream =
  { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** Names a server in the lock: what it is started with, never what it calls itself. */
export function upstreamKey(upstream: Upstream): string {
  return 'url' in upstream ? upstream.url : JSON.stringify([upstream.command, ...upstream.args]);
}

/**
 * One end of a relay, not started.
 *
 * @param kept settings of this process that the server gets although they are ferrule's own
 */
export async function connectUpstream(upstream: Upstream, kept: readonly string[] = []): Promise<Wire> {
  if ('command' in upstream) {
    const { command, args } = upstream;
    return stdioServer({ command, args, env: serverEnvironment(process.env, new Set(kept)) });
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const token = process.env['SERVICE_MCP_UPSTREAM_TOKEN'];
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = { requestInit: { headers }, fetch: exactFetch(fetch) };
  return httpUpstream(new StreamableHTTPClientTransport(new URL(upstream.url), options));
}
