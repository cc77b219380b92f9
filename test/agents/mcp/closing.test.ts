import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { afterAll, expect, it } from 'vitest';
import { localDecider } from '../../../agents/gate/local-decider.ts';
import { httpUpstream } from '../../../agents/mcp/http-upstream.ts';
import { httpWire } from '../../../agents/mcp/http-wire.ts';
import { createPolicy } from '../../../agents/mcp/policy.ts';
import { startRelay } from '../../../agents/mcp/relay.ts';
import { engine } from './support.ts';

const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-'));
afterAll(() => rm(folder, { recursive: true }));

/** A relay between two HTTP ends, and how often each end was closed. */
async function relayOverHttp() {
  const server = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 's1' });
  const remote = new StreamableHTTPClientTransport(new URL('http://127.0.0.1:9/mcp'));
  const closings = { client: 0, upstream: 0 };
  const [client, upstream] = [httpWire(server), httpUpstream(remote)];
  const counted = (end: 'client' | 'upstream', close: () => Promise<void>) => (): Promise<void> => {
    closings[end]++;
    return close();
  };
  const relay = await startRelay({
    client: Object.assign(client, { close: counted('client', client.close) }),
    upstream: Object.assign(upstream, { close: counted('upstream', upstream.close) }),
    policy: createPolicy({ decider: localDecider(engine) }, { agent: 'a1', session: 's1', server: 'test' }),
    session: 's1',
    server: 'test',
    lock: join(folder, 'ferrule.mcp.lock'),
    passed: new Set(),
    observes: true,
    elicits: false,
    tell: () => undefined,
  });
  return { server, remote, relay, closings };
}

it.each(['client', 'server'] as const)(
  'a relay between two HTTP ends closes once when the %s closes',
  async (end) => {
    const { server, remote, relay, closings } = await relayOverHttp();
    await (end === 'client' ? server : remote).close();
    await relay.closed;
    expect(closings).toEqual({ client: 1, upstream: 1 });
  },
);
