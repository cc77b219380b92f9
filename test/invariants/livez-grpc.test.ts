/** Nothing that a gRPC client sends keeps the thread, and with it `/livez`, from everything else. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { constants } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectRaw, opened, reset, sent, streamIds, type RawConnection } from '../server/grpc/frames.ts';
import { POLICY } from '../server/grpc/support.ts';
import { startMeasured, type Measured } from './turns.ts';

const TOKEN = 'invariant-token-invariant-token';
const STATUS = '/ferrule.v1.RuleService/Status';
/** The bound on `/livez`, in milliseconds. */
const BOUND_MS = 50;
/** Time for what was sent to have its effect, in milliseconds. */
const EFFECT_MS = 1_500;

const broken = streamIds(20_000).flatMap((id) => [opened(id, STATUS), reset(id, constants.NGHTTP2_CANCEL)]);
const halfSent = streamIds(500).flatMap((id) => [opened(id, STATUS), sent(id, Buffer.alloc(10), 100, false)]);
const names = Array.from({ length: 60 }, (_, i) => `x-${i}`);
const headers = streamIds(900).map((id, i) =>
  opened(id, STATUS, i === 0 ? { headers: names } : { indexed: 60 }),
);
const whole = [opened(1, STATUS), sent(1, Buffer.alloc(0))];

/** By name: how many connections, and what each of them writes at once. */
const CLIENTS: Readonly<Record<string, readonly [connections: number, frames: readonly Buffer[]]>> = {
  'streams that are opened and reset': [1, broken],
  'calls that are half sent': [1, halfSent],
  'streams with many headers': [1, headers],
  'a thousand connections': [1_000, whole],
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

  test.each(Object.entries(CLIENTS))('%s', async (_name, [count, frames]) => {
    await service.longestTurn();
    const connections: RawConnection[] = [];
    await Promise.all(
      Array.from({ length: count }, async () => {
        const connection = await connectRaw(service.grpcAddress);
        connections.push(connection);
        connection.write(frames);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, EFFECT_MS));
    for (const connection of connections) connection.close();
    expect(await service.longestTurn()).toBeLessThan(BOUND_MS);
  });
});
