import { afterEach, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  createClient,
  type Client,
  type ClientOptions,
} from '../../clients/typescript/client.ts';
import {
  ALLOWED,
  busy,
  hang,
  hangUp,
  json,
  stall,
  startFaultyServer,
  type Answerer,
  type FaultyServer,
} from './support.ts';

let server: FaultyServer;
afterEach(() => server.close());

async function clientOf(answers: readonly Answerer[], options: Partial<ClientOptions> = {}): Promise<Client> {
  server = await startFaultyServer(...answers);
  return createClient({ url: server.url, token: 't', ...options });
}

const EVALUATE = { ruleset: 'access', facts: [] };
const FACT = { session_id: 's', template: 'agent', data: {} };

describe('what is sent again', () => {
  it.each([
    ['a server that is busy', busy],
    ['a lost connection', hangUp],
    ['a gateway without a server', json(502, '<html>')],
  ])('an evaluation, after %s', async (_, fault) => {
    const client = await clientOf([fault, fault, json(200, ALLOWED)]);
    expect(await client.evaluate(EVALUATE)).toMatchObject({ decision: 'allow' });
    expect(server.seen).toHaveLength(3);
  });

  it('an evaluation, after an attempt that hung', async () => {
    const client = await clientOf([hang, stall, json(200, ALLOWED)], { timeoutMs: 100 });
    expect(await client.evaluate(EVALUATE)).toMatchObject({ decision: 'allow' });
  });

  it('a change, only when the service refused before it began', async () => {
    const begun = await clientOf([busy, json(200, { success: true })]);
    expect(await begun.assertFact(FACT)).toEqual({ success: true });
    expect(server.seen).toEqual(['POST /v1/facts', 'POST /v1/facts']);
  });

  it('a run that has a key', async () => {
    const accepted = json(202, { run_id: 'r1', status: 'queued' });
    const client = await clientOf([hangUp, accepted]);
    await client.enqueueRun({ graph_id: 'g', idempotency_key: 'k' });
    expect(server.seen).toHaveLength(2);
  });

  it('nothing more often than it may be', async () => {
    const client = await clientOf([busy]);
    await expect(client.evaluate(EVALUATE, { retries: 3 })).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterMs: 0,
    });
    expect(server.seen).toHaveLength(4);
  });
});

describe('what is not sent again', () => {
  it.each([
    [
      'a change whose connection was lost',
      hangUp,
      (client: Client) => client.assertFact(FACT),
      'unreachable',
    ],
    [
      'a session to be made',
      hangUp,
      (client: Client) => client.evaluate({ ...EVALUATE, session_id: 's', session: 'create' }),
      'unreachable',
    ],
    ['a run without a key', hangUp, (client: Client) => client.enqueueRun({ graph_id: 'g' }), 'unreachable'],
    [
      'an evaluation that took too long there',
      json(503, { error: 'evaluation_timeout', detail: 'too long' }),
      (client: Client) => client.evaluate(EVALUATE),
      'evaluation_timeout',
    ],
    [
      'what a wrong token was sent with',
      json(401, { error: 'unauthorized', detail: 'no' }),
      (client: Client) => client.evaluate(EVALUATE),
      'unauthorized',
    ],
    [
      'what the service wants sent much later',
      json(503, { error: 'overloaded', detail: 'later' }, { 'retry-after': '3600' }),
      (client: Client) => client.evaluate(EVALUATE),
      'overloaded',
    ],
  ] as const)('%s', async (_, fault, call, code) => {
    const client = await clientOf([fault]);
    await expect(call(client)).rejects.toMatchObject({ code });
    expect(server.seen).toHaveLength(1);
  });
});

describe('an answer that cannot be trusted', () => {
  it.each([
    ['no JSON', json(200, '{"decision": "allow"')],
    ['another value', json(200, 'true')],
    ['no decision', json(200, { ...ALLOWED, decision: undefined })],
    ['a redirect', json(302, ALLOWED, { location: 'http://127.0.0.1:1/' })],
  ])('is an error: %s', async (_, fault) => {
    const client = await clientOf([fault]);
    const error: unknown = await client.evaluate(EVALUATE).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ code: 'invalid_answer' });
    expect(server.seen).toHaveLength(1);
  });
});

describe('no answer', () => {
  it('is reported after the timeout', async () => {
    const client = await clientOf([hang], { timeoutMs: 50, retries: 0 });
    await expect(client.status()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('ends a body that never ends', async () => {
    const client = await clientOf([stall], { timeoutMs: 50, retries: 0 });
    await expect(client.status()).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is reported when no server listens, and a change is sent again then', async () => {
    const client = await clientOf([hang]);
    await server.close();
    let attempts = 0;
    const counted: typeof fetch = (...request) => {
      attempts++;
      return fetch(...request);
    };
    const gone = createClient({ url: server.url, fetch: counted });
    await expect(gone.assertFact(FACT)).rejects.toMatchObject({ code: 'unreachable' });
    expect(attempts).toBe(3);
    await expect(client.status({ retries: 0 })).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('a signal', () => {
  it('ends a call that is under way, with its reason', async () => {
    const client = await clientOf([hang]);
    const leaving = new AbortController();
    const call = client.evaluate(EVALUATE, { signal: leaving.signal });
    setTimeout(() => leaving.abort(new Error('no longer needed')), 20);
    await expect(call).rejects.toThrow('no longer needed');
  });

  it('ends a call that waits before another attempt', async () => {
    const client = await clientOf([json(503, { error: 'overloaded', detail: '' }, { 'retry-after': '9' })]);
    const leaving = new AbortController();
    const call = client.evaluate(EVALUATE, {
      signal: leaving.signal,
      onResponse: () => setTimeout(() => leaving.abort(), 20),
    });
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.seen).toHaveLength(1);
  });

  it('that was given before keeps a call from being sent', async () => {
    const client = await clientOf([hang]);
    await expect(client.status({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(server.seen).toEqual([]);
  });
});

it('keeps the path of its address, and sends the given headers', async () => {
  let traceparent: unknown;
  const client = await clientOf(
    [
      (response, request) => {
        ({ traceparent } = request.headers);
        json(200, { status: 'ok' })(response, request);
      },
    ],
    { headers: { traceparent: 'x' } },
  );
  const below = createClient({ url: `${server.url}/rules/`, headers: { traceparent: '00-1-2-01' } });
  await below.livez();
  expect([server.seen, traceparent]).toEqual([['GET /rules/livez'], '00-1-2-01']);
  expect(await client.livez()).toEqual({ status: 'ok' });
});
