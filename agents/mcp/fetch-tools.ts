/** Lists the tools of a server by a client of the SDK, whatever version of the protocol the server speaks. */
import { VERSION } from '../../library/version.ts';
import { listTools } from './list-tools.ts';
import type { Message, Wire } from './message.ts';
import { writeJson } from '../../library/json.ts';
import { connectUpstream, type Upstream } from './upstream.ts';
import type { Tool } from './tool.ts';

/** A server that could not be started or reached, or lists no tools. */
export class UpstreamError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UpstreamError';
  }
}

/** Throws UpstreamError. */
export async function fetchTools(upstream: Upstream, kept: readonly string[] = []): Promise<readonly Tool[]> {
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'ferrule', version: VERSION });
  try {
    const listened = listenTo(await connectUpstream(upstream, kept));
    await client.connect(listened.transport as never);
    const { tools } = await listTools(async (_, params) => {
      const cursor = params['cursor'];
      await client.listTools(typeof cursor === 'string' ? { cursor } : undefined);
      return listened.listing();
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

/** A transport for the client of the SDK, which leaves out members that it does not know: the listing is kept whole. */
function listenTo(wire: Wire): { readonly transport: object; readonly listing: () => Message } {
  let listing: Message = { jsonrpc: '2.0' };
  const transport: Wire = {
    async start() {
      wire.onmessage = (message) => {
        if (message.result?.['tools'] !== undefined) listing = message;
        transport.onmessage?.(JSON.parse(writeJson(message)) as Message);
      };
      wire.onclose = () => transport.onclose?.();
      wire.onerror = (error) => transport.onerror?.(error);
      await wire.start();
    },
    send: (message) => wire.send(message),
    close: () => wire.close(),
    setProtocolVersion: (version) => wire.setProtocolVersion?.(version),
  };
  return { transport, listing: () => listing };
}
