/** The data of a gRPC call is limited before any of it is decoded. */
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { infoOf, refusal, connect as connectClient } from '../grpc/support.ts';
import { GREEDY, MODEST, startShared, type Shared } from './support.ts';

const CAP = 1_000_000;
const DEADLINE = 1_000;
let shared: Shared;
let session: ClientHttp2Session;

beforeAll(async () => {
  shared = await startShared({
    SERVICE_MAX_BODY_BYTES: String(CAP),
    SERVICE_MAX_RELOAD_BYTES: String(CAP),
    SERVICE_REQUEST_TIMEOUT_MS: String(DEADLINE),
    SERVICE_MAX_TOKEN_BYTES: '3000000',
    SERVICE_MAX_OPEN_CALLS: '8',
    SERVICE_MAX_TOKEN_REQUESTS: '50',
  });
  session = connect(`http://${shared.service.address}`);
  session.on('error', () => undefined);
});
afterAll(async () => {
  session.destroy();
  await shared.close();
});

const CHECK = '/grpc.health.v1.Health/Check';
const EVALUATE = '/ferrule.v1.RuleService/Evaluate';
const STATUS = '/ferrule.v1.RuleService/Status';
const STREAM = '/ferrule.v1.RuleService/EvaluateStream';

function open(path: string, token: string | null, more: object = {}): ClientHttp2Stream {
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/grpc',
    te: 'trailers',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...more,
  });
  stream.on('error', () => undefined);
  stream.resume();
  return stream;
}

/** The frame of a message: its header says `length`. */
function frame(length: number, bytes: Buffer, isCompressed = false): Buffer {
  const head = Buffer.alloc(5);
  head[0] = isCompressed ? 1 : 0;
  head.writeUInt32BE(length, 1);
  return Buffer.concat([head, bytes]);
}

/** Waits until this much of a resource is held by all. The request that reads it is one itself. */
async function expectHeld(resource: string, amount: number): Promise<void> {
  await expect
    .poll(async () => (await shared.service.request('GET', '/metrics', { token: MODEST })).text)
    .toContain(`ferrule_quota_held{resource="${resource}"} ${amount}\n`);
}

/** The status that a call ends with. */
function statusOf(stream: ClientHttp2Stream): Promise<number> {
  return new Promise((resolve) => {
    stream.on('response', (headers) => {
      if (headers['grpc-status'] !== undefined) resolve(Number(headers['grpc-status']));
    });
    stream.on('trailers', (headers) => resolve(Number(headers['grpc-status'])));
    stream.on('close', () => resolve(-1));
  });
}

const EXHAUSTED = 8;
const DEADLINE_EXCEEDED = 4;
const INVALID = 3;

describe('a message without a token', () => {
  it.each([CHECK, STATUS])('%s may only be small', async (path) => {
    const stream = open(path, null);
    stream.write(frame(10_000, Buffer.alloc(1_000)));
    expect(await statusOf(stream)).toBe(EXHAUSTED);
  });

  it('must not be compressed', async () => {
    const bytes = gzipSync(Buffer.alloc(500_000));
    const stream = open(STATUS, null, { 'grpc-encoding': 'gzip' });
    stream.write(frame(bytes.length, bytes, true));
    expect(await statusOf(stream)).toBe(INVALID);
  });

  it('must arrive in time', async () => {
    const stream = open(CHECK, null);
    stream.write(frame(100, Buffer.alloc(10)));
    expect(await statusOf(stream)).toBe(DEADLINE_EXCEEDED);
  });

  it('is one of few on its connection', async () => {
    // A refused call counts until it is closed.
    await expectHeld('open', 0);
    const streams = Array.from({ length: 12 }, () => open(CHECK, null));
    for (const stream of streams) stream.write(frame(100, Buffer.alloc(10)));
    const statuses = await Promise.all(streams.map(statusOf));
    expect(statuses.filter((status) => status === EXHAUSTED)).toHaveLength(4);
    expect(statuses.filter((status) => status === DEADLINE_EXCEEDED)).toHaveLength(8);
    const client = connectClient(shared.service.address);
    expect(await client.call('Status', {}, { token: null })).toMatchObject({
      version: expect.any(String) as string,
    });
    client.close();
  });
});

describe('a message with a token', () => {
  it('must arrive in time', async () => {
    const stream = open(EVALUATE, GREEDY);
    stream.write(frame(1_000, Buffer.alloc(10)));
    expect(await statusOf(stream)).toBe(DEADLINE_EXCEEDED);
  });

  it('must end in time', async () => {
    const stream = open(EVALUATE, GREEDY);
    stream.write(frame(0, Buffer.alloc(0)));
    expect(await statusOf(stream)).toBe(DEADLINE_EXCEEDED);
  });

  it('that never begins on a stream of many does not end it', async () => {
    const stream = open(STREAM, GREEDY);
    const ended = statusOf(stream).then((status) => ({ status }));
    const waited = new Promise((resolve) => setTimeout(() => resolve('waits'), 2 * DEADLINE));
    expect(await Promise.race([ended, waited])).toBe('waits');
    stream.write(frame(100, Buffer.alloc(10)));
    expect(await ended).toEqual({ status: DEADLINE_EXCEEDED });
  });

  it.each([2, 255])('has no flag %i', async (flag) => {
    const stream = open(EVALUATE, GREEDY);
    const message = frame(0, Buffer.alloc(0));
    message[0] = flag;
    stream.end(message);
    expect(await statusOf(stream)).toBe(INVALID);
  });

  it('cannot be larger than a body', async () => {
    const stream = open(EVALUATE, GREEDY);
    stream.write(frame(2 * CAP, Buffer.alloc(10)));
    expect(await statusOf(stream)).toBe(EXHAUSTED);
  });

  it('counts against the bytes of its token, which another token does not notice', async () => {
    const streams = Array.from({ length: 6 }, () => open(EVALUATE, GREEDY));
    for (const stream of streams) stream.write(frame(CAP, Buffer.alloc(CAP - 1)));
    const statuses = Promise.all(streams.map(statusOf));
    const client = connectClient(shared.service.address);
    const asked = { ruleset: 'rules', facts: [{ template: 'doc', data_json: '{"n":1}' }] };
    expect((await client.call('Evaluate', asked, { token: MODEST }))['decision']).toBe('allow');
    client.close();
    const ended = await statuses;
    expect(ended).toContain(EXHAUSTED);
    for (const status of ended) expect([EXHAUSTED, DEADLINE_EXCEEDED]).toContain(status);
  });

  it('has no more fields than can be read at once', async () => {
    const client = connectClient(shared.service.address);
    // Facts without anything in them.
    const bytes = Buffer.alloc(200_000);
    for (let i = 0; i < bytes.length; i += 2) bytes[i] = 0x1a;
    const stream = open(EVALUATE, MODEST);
    stream.end(frame(bytes.length, bytes));
    expect(await statusOf(stream)).toBe(INVALID);
    client.close();
  });

  it('has JSON texts that end where they begin, however long they are', async () => {
    const client = connectClient(shared.service.address);
    const padding = 'x'.repeat(50_000);
    const sent = (data_json: string): Promise<unknown> =>
      client.call(
        'Evaluate',
        { ruleset: 'rules', facts: [{ template: 'doc', data_json }] },
        { token: MODEST },
      );
    expect(await sent(`{"n":1,"text":"${padding}"}`)).toMatchObject({ decision: 'allow' });
    for (const text of [
      `{"n":1},"template":"${padding}"`,
      `{"n":1,"text":"${padding}"}},{"template":"doc","data":{"n":2}`,
      `{"n":1,"text":"${padding}"]`,
      `{"n":1,"text":"${padding}\\"}`,
      `{"n":1,"text":"${padding}",}`,
    ]) {
      const refused = await refusal(sent(text));
      expect([refused.code, infoOf(refused)['reason']]).toEqual([INVALID, 'invalid_json']);
    }
    client.close();
  });
});

it('beyond the requests of its token a call is refused by name, with the time to try again', async () => {
  // A refused call counts until it is closed: beside one of an earlier test, fewer than 50 would be admitted.
  await expectHeld('requests', 1);
  const streams = Array.from({ length: 50 }, () => open(STREAM, GREEDY));
  await expectHeld('requests', 51);
  const client = connectClient(shared.service.address);
  const refused = await refusal(client.call('Evaluate', { ruleset: 'rules' }, { token: GREEDY }));
  expect([refused.code, infoOf(refused)['reason']]).toEqual([EXHAUSTED, 'overloaded']);
  expect(refused.details).toContain('50 requests in flight (SERVICE_MAX_TOKEN_REQUESTS)');
  expect(refused.metadata.get('retry-after')).toEqual(['1']);
  expect((await client.call('Evaluate', { ruleset: 'rules' }, { token: MODEST }))['decision']).toBe('deny');
  // A status would leave it to Envoy whether the request goes on.
  const envoy = connectClient(shared.service.address, 'envoy.service.auth.v3.Authorization');
  const denied = await envoy.call('Check', {}, { token: GREEDY });
  expect(denied).toMatchObject({
    status: { code: EXHAUSTED },
    denied_response: { status: { code: 'ServiceUnavailable' } },
  });
  const metrics = await shared.service.request('GET', '/metrics', { token: MODEST });
  expect(metrics.text).toMatch(/ferrule_quota_refusals_total\{resource="requests",scope="token"\} [1-9]/);
  expect(metrics.text).toContain('ferrule_quota_held_most{resource="requests"} 50');
  expect(metrics.text).not.toContain('greedy');
  for (const stream of streams) stream.close(constants.NGHTTP2_CANCEL);
  await expect
    .poll(
      async () =>
        (await client.call('Evaluate', { ruleset: 'rules' }, { token: GREEDY }).catch(() => null)) !== null,
    )
    .toBe(true);
  client.close();
  envoy.close();
});
