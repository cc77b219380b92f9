/** Nothing that a gRPC client sends keeps the thread, and with it `/livez`, from everything else. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRaw, opened, reset, sent, streamIds, type RawConnection } from '../server/grpc/frames.ts';
import { POLICY } from '../server/grpc/support.ts';
import { startMeasured, type Measured } from './turns.ts';
import { full } from '../full.ts';

const TOKEN = 'invariant-token-invariant-token';
const SERVICE = '/ferrule.v1.RuleService';
const STATUS = `${SERVICE}/Status`;
const EVALUATE = `${SERVICE}/Evaluate`;
const EMPTY = Buffer.alloc(0);
const SIZE = 8_000_000;
/** The bound on `/livez`, in milliseconds. */
const BOUND_MS = 50;
/** A load that blocks the thread blocks it each time; a machine that is busy with something else does so rarely. */
const ATTEMPTS = 5;
/** Time for what was sent to have its effect, in milliseconds. */
const EFFECT_MS = full(1_500, 600);

/** Field of the ruleset and field of the document of an evaluation. */
const field = (number: number, text: string): Buffer => {
  const bytes = Buffer.from(text);
  const length: number[] = [];
  for (let rest = bytes.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([8 * number + 2, ...length]), bytes]);
};
const ruleset = field(2, 'door');
const document = (text: string): Buffer => Buffer.concat([ruleset, field(4, text)]);
/** A message just below the size that another thread reads, of facts without anything in them. */
const emptyFacts = Buffer.alloc(32_000, Buffer.from([0x1a, 0]));

const names = Array.from({ length: 60 }, (_, i) => `x-${i}`);
const manyHeaders = streamIds(900).map((id, i) =>
  opened(id, STATUS, i === 0 ? { headers: names } : { indexed: 60 }),
);
const evaluate = opened(1, EVALUATE, { token: TOKEN });

interface Client {
  readonly connections?: number;
  /** Frames that each connection writes at once. */
  readonly opens: readonly Buffer[];
  /** Frames that each of them writes when all have opened their calls. */
  readonly sends?: readonly Buffer[];
}

const CLIENTS: Readonly<Record<string, Client>> = {
  'streams that are opened and reset': {
    opens: streamIds(20_000).flatMap((id) => [opened(id, STATUS), reset(id, constants.NGHTTP2_CANCEL)]),
  },
  'calls that are half sent': {
    opens: streamIds(500).flatMap((id) => [opened(id, STATUS), sent(id, Buffer.alloc(10), 100, false)]),
  },
  'streams with many headers': { opens: manyHeaders },
  'a thousand connections': { connections: 1_000, opens: [opened(1, STATUS), sent(1, EMPTY)] },
  'a thousand messages': { connections: 1_000, opens: [opened(1, STATUS)], sends: [sent(1, EMPTY)] },
  'a thousand evaluations': { connections: 1_000, opens: [evaluate], sends: [sent(1, ruleset)] },
  'messages with many fields': { connections: 30, opens: [evaluate], sends: [sent(1, emptyFacts)] },
};

const LARGE: Readonly<Record<string, string>> = {
  objects: `[1.0,${'{},'.repeat(SIZE / 3)}{}]`,
  brackets: '['.repeat(SIZE),
  keys: `{${Array.from({ length: 600_000 }, (_, i) => `"k${i.toString(36)}":1.0`).join(',')}}`,
  text: `["${'x'.repeat(SIZE)}"]`,
  escapes: `["${'\\u0061'.repeat(SIZE / 6)}"]`,
  numbers: `[${'1e5,'.repeat(SIZE / 4)}1]`,
  digits: '1'.repeat(SIZE),
};

describe.runIf(process.platform === 'linux')('one client', () => {
  let folder: string;
  let service: Measured;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-livez-'));
    await mkdir(join(folder, 'root'));
    await writeFile(join(folder, 'root/door.yaml'), POLICY);
    service = await startMeasured({
      SERVICE_WORKERS: '1',
      SERVICE_DATA_DIR: ':memory:',
      SERVICE_SESSIONS: 'memory',
      SERVICE_API_TOKEN: TOKEN,
      SERVICE_RULESET_ROOT: join(folder, 'root'),
    });
  });
  afterAll(async () => {
    await service.end();
    await rm(folder, { recursive: true });
  });

  async function expectShortTurns(load: () => Promise<void>): Promise<void> {
    let longest = Infinity;
    for (let i = 0; i < ATTEMPTS && longest >= BOUND_MS; i++) {
      await service.longestTurn();
      await load();
      longest = await service.longestTurn();
    }
    expect(longest).toBeLessThan(BOUND_MS);
  }

  test.each(Object.entries(CLIENTS))('%s', (_name, { connections = 1, opens, sends = [] }) =>
    expectShortTurns(async () => {
      const clients: RawConnection[] = [];
      await Promise.all(
        Array.from({ length: connections }, async () => {
          const client = await connectRaw(service.grpcAddress);
          clients.push(client);
          client.write(opens);
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, EFFECT_MS));
      for (const client of clients) client.write(sends);
      await new Promise((resolve) => setTimeout(resolve, EFFECT_MS));
      for (const client of clients) client.close();
    }),
  );

  test.each(Object.entries(LARGE))('a large message of %s', (_name, text) =>
    expectShortTurns(async () => {
      const session = connect(`http://${service.grpcAddress}`);
      const stream = session.request({
        ':method': 'POST',
        ':path': EVALUATE,
        'content-type': 'application/grpc',
        te: 'trailers',
        authorization: `Bearer ${TOKEN}`,
      });
      stream.resume();
      const message = document(text);
      const head = Buffer.alloc(5);
      head.writeUInt32BE(message.length, 1);
      stream.end(Buffer.concat([head, message]));
      await once(stream, 'close');
      session.close();
    }),
  );
});
