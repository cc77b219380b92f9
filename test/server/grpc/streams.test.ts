/** Streams that are opened by the thousand keep neither the service nor other connections waiting. */
import { constants } from 'node:http2';
import { describe, expect, it } from 'vitest';
import { connectRaw, opened, reset, sent, streamIds } from './frames.ts';
import { serveFile } from './served.ts';
import { POLICY } from './support.ts';

const MOST = 50;
const STATUS = '/ferrule.v1.RuleService/Status';
const EMPTY = Buffer.alloc(0);

const { service, client } = await serveFile(
  { 'door.yaml': POLICY },
  { SERVICE_MAX_CONNECTION_RESETS: String(MOST) },
);

/** How many connections were closed for a cause. */
const closedFor = async (cause: string): Promise<number> => {
  const { text } = await service.request('GET', '/metrics');
  return Number(
    new RegExp(`^ferrule_grpc_connections_closed_total{cause="${cause}"} (\\d+)$`, 'm').exec(text)?.[1],
  );
};

describe('streams that are opened and reset', () => {
  const broken = (count: number, code: number): readonly Buffer[] =>
    streamIds(count).flatMap((id) => [opened(id, STATUS), reset(id, code)]);

  it('may be as many as the setting says', async () => {
    const connection = await connectRaw(service.address);
    connection.write(broken(MOST, constants.NGHTTP2_CANCEL));
    const [next] = streamIds(1, MOST);
    connection.write([opened(next!, STATUS), sent(next!, EMPTY)]);
    await expect.poll(() => connection.responded.has(next!)).toBe(true);
    connection.close();
  });

  it.each([
    ['CANCEL', constants.NGHTTP2_CANCEL],
    ['NO_ERROR', constants.NGHTTP2_NO_ERROR],
  ])('close their connection when they are more: %s', async (_name, code) => {
    const before = await closedFor('resets');
    const connection = await connectRaw(service.address);
    connection.write(broken(20 * MOST, code));
    expect(await connection.closed).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(connection.responded.size).toBe(0);
    expect(await closedFor('resets')).toBe(before + 1);
    expect(await client.call('Status', {}, { token: null })).toHaveProperty('version');
  });

  it('count with those that were reset later', async () => {
    const connection = await connectRaw(service.address);
    const ids = streamIds(MOST + 1);
    connection.write(ids.map((id) => opened(id, STATUS)));
    await client.call('Status', {});
    connection.write(ids.map((id) => reset(id, constants.NGHTTP2_CANCEL)));
    expect(await connection.closed).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
  });
});

it('a connection that opens hundreds of streams at once is served in turn with others', async () => {
  const [many, one] = await Promise.all([connectRaw(service.address), connectRaw(service.address)]);
  const call = (id: number): readonly Buffer[] => [opened(id, STATUS), sent(id, EMPTY)];
  const ids = streamIds(900);
  many.write(ids.flatMap(call));
  one.write(call(1));
  await expect.poll(() => one.responded.size, { interval: 1 }).toBe(1);
  expect(many.responded.size).toBeLessThan(ids.length / 2);
  await expect.poll(() => many.responded.size).toBe(ids.length);
  many.close();
  one.close();
});

describe('headers of streams that are opened at once', () => {
  const COUNT = 500;
  const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `x-${i}`);
  const streams = (indexed: number): readonly Buffer[] => {
    const [first, ...more] = streamIds(COUNT);
    return [
      opened(first!, STATUS, { headers: names(indexed) }),
      ...more.map((id) => opened(id, STATUS, { indexed })),
    ];
  };

  it('may be those of ordinary calls', async () => {
    const connection = await connectRaw(service.address);
    connection.write([...streams(20), ...streamIds(COUNT).map((id) => sent(id, EMPTY))]);
    await expect.poll(() => connection.responded.size).toBe(COUNT);
    connection.close();
  });

  it('close their connection when they are more', async () => {
    const before = await closedFor('headers');
    const connection = await connectRaw(service.address);
    connection.write(streams(60));
    expect(await connection.closed).toBe(constants.NGHTTP2_ENHANCE_YOUR_CALM);
    expect(await closedFor('headers')).toBe(before + 1);
  });
});
