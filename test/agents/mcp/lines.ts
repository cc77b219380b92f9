/** A relay between a client and a server that speak in lines of text: tests see the bytes of both sides. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { localDecider } from '../../../agents/gate/local-decider.ts';
import type { DecidingEngine } from '../../../agents/gate/local-decider.ts';
import { lineWire } from '../../../agents/mcp/line-wire.ts';
import { createPolicy } from '../../../agents/mcp/policy.ts';
import { unreadableAnswer } from '../../../agents/mcp/read-message.ts';
import { startRelay } from '../../../agents/mcp/relay.ts';

export interface Lines {
  /** Writes a line as the client does. */
  readonly say: (line: string | Buffer) => void;
  /** Lines that reached the server, and the client. */
  readonly atServer: readonly string[];
  readonly atClient: readonly string[];
  readonly close: () => Promise<void>;
}

/** @param answer returns the server's response lines to a line */
export async function startLines(
  engine: DecidingEngine,
  answer: (line: string) => readonly string[],
): Promise<Lines> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-lines-'));
  const [fromClient, toClient, fromServer, toServer] = Array.from({ length: 4 }, () => new PassThrough());
  const atServer = linesOf(toServer!, (line) => {
    for (const each of answer(line)) fromServer!.write(`${each}\n`);
  });
  const atClient = linesOf(toClient!, () => undefined);
  const client = lineWire({
    input: fromClient!,
    output: toClient!,
    onUnreadable: (unreadable, reply) => reply(unreadableAnswer(unreadable)),
    end: () => undefined,
  });
  const upstream = lineWire({
    input: fromServer!,
    output: toServer!,
    onUnreadable: () => undefined,
    end: () => undefined,
  });
  await startRelay({
    client,
    upstream,
    policy: createPolicy({ decider: localDecider(engine) }, { agent: 'a', session: 's', server: 'test' }),
    session: 's',
    server: 'test',
    lock: join(folder, 'lock'),
    passed: new Set(),
    observes: true,
    elicits: false,
    tell: () => undefined,
  });
  return {
    say: (line) => fromClient!.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')])),
    atServer,
    atClient,
    close: async () => {
      await client.close();
      await rm(folder, { recursive: true });
    },
  };
}

function linesOf(stream: PassThrough, hear: (line: string) => void): readonly string[] {
  const lines: string[] = [];
  let held = '';
  stream.on('data', (chunk: Buffer) => {
    const parts = (held + chunk.toString()).split('\n');
    held = parts.pop() ?? '';
    for (const line of parts) {
      lines.push(line);
      hear(line);
    }
  });
  return lines;
}

/** A server that lists these tools and responds to every other request with this result. */
export const answering =
  (tools: readonly unknown[], result = '{"content":[]}') =>
  (line: string): readonly string[] => {
    const { id, method } = JSON.parse(line) as { readonly id?: unknown; readonly method?: string };
    if (id === undefined || method === undefined) return [];
    const text = method === 'tools/list' ? JSON.stringify({ tools }) : result;
    return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`];
  };
