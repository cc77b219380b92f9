/** Lists the tools of a server by a client of the SDK, whatever version of the protocol the server speaks. */
import { VERSION } from '../version.ts';
import { listTools } from './list-tools.ts';
import type { Message } from './message.ts';
import { createTransport, type Upstream } from './upstream.ts';
import type { Tool } from './tool.ts';

/** A server that could not be started or reached, or lists no tools. */
export class UpstreamError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UpstreamError';
  }
}

/** Throws UpstreamError. */
export async function fetchTools(upstream: Upstream): Promise<readonly Tool[]> {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'ferrule', version: VERSION });
  try {
    await client.connect(await createTransport(upstream));
    const { tools } = await listTools(async (_, params) => {
      const cursor = params['cursor'];
      const result = await client.listTools(typeof cursor === 'string' ? { cursor } : undefined);
      return { jsonrpc: '2.0', result } as Message;
    }, {});
    return tools;
  } catch (error) {
    throw new UpstreamError(
      `the server cannot be listed: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    await client.close();
  }
}
