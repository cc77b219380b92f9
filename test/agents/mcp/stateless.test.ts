/** Messages without sessions, at both ends of a relay: their owners, and messages that no request waits for. */
import { describe, expect, it } from 'vitest';
import { createExchanges } from '../../../agents/mcp/exchanges.ts';
import { httpUpstream } from '../../../agents/mcp/http-upstream.ts';
import type { Message, Request } from '../../../agents/mcp/message.ts';

const META = 'io.modelcontextprotocol/';
const request = (id: string | number, meta: object = {}): Request => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'x', _meta: { [`${META}protocolVersion`]: '2026-07-28', ...meta } },
});

describe('exchanges', () => {
  function start() {
    const exchanges = createExchanges();
    const heard: Message[] = [];
    exchanges.wire.onmessage = (message) => heard.push(message);
    /** Messages that a client has received, and the request as the relay has it. */
    const enter = (id: string | number, meta?: object) => {
      const got: Message[] = [];
      const exchange = {
        headers: new Headers(),
        send: async (message: never): Promise<void> => void got.push(message),
        close: async () => undefined,
      };
      return { got, entered: exchanges.enter(exchange, request(id, meta)) };
    };
    return { exchanges, heard, enter };
  }

  it('of two clients with the same ids and progress tokens are kept apart', async () => {
    const { exchanges, enter } = start();
    const [a, b] = [enter(1, { progressToken: 't' }), enter(1, { progressToken: 't' })];
    expect(a.entered.id).not.toBe(b.entered.id);
    const { progressToken } = b.entered.params?.['_meta'] as Record<string, unknown>;
    await exchanges.wire.send({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken, progress: 1 },
    });
    await exchanges.wire.send({ jsonrpc: '2.0', id: b.entered.id, result: { of: 'b' } });
    expect(a.got).toEqual([]);
    expect(b.got).toMatchObject([{ params: { progressToken: 't' } }, { id: 1, result: { of: 'b' } }]);
  });

  it('bear the names of subscriptions that their clients know', async () => {
    const { exchanges, enter } = start();
    const [{ got, entered }, other] = [enter('mine'), enter('other')];
    const _meta = { [`${META}subscriptionId`]: entered.id };
    await exchanges.wire.send({ jsonrpc: '2.0', method: 'notifications/x', params: { _meta } });
    await exchanges.wire.send({ jsonrpc: '2.0', id: entered.id, result: { _meta } });
    const named = { _meta: { [`${META}subscriptionId`]: 'mine' } };
    expect(got).toMatchObject([{ params: named }, { id: 'mine', result: named }]);
    expect(other.got).toEqual([]);
  });

  it('receive only messages that belong to them', async () => {
    const { exchanges, enter } = start();
    const log: Message = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x' } };
    const first = enter(1);
    await exchanges.wire.send(log);
    const second = enter(2);
    await exchanges.wire.send(log);
    expect([first.got.length, second.got.length]).toEqual([1, 0]);
  });

  it('receive no questions from the server', async () => {
    const { exchanges, heard, enter } = start();
    const { got } = enter(1);
    await exchanges.wire.send({ jsonrpc: '2.0', id: 's1', method: 'elicitation/create', params: {} });
    expect([got, heard]).toMatchObject([[], [{ id: 's1', error: { code: -32601 } }]]);
  });

  it('are cancelled once when their client leaves, and get an error when the server ends', async () => {
    const { exchanges, heard, enter } = start();
    const [gone, waiting] = [enter(1), enter(2)];
    exchanges.leave(gone.entered.id);
    exchanges.leave(gone.entered.id);
    expect(heard).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: gone.entered.id } },
    ]);
    await exchanges.wire.send({ jsonrpc: '2.0', id: gone.entered.id, result: {} });
    let closed = 0;
    exchanges.wire.onclose = () => closed++;
    await exchanges.wire.close();
    await exchanges.wire.close();
    expect([gone.got, waiting.got, closed]).toMatchObject([[], [{ id: 2, error: { code: -32603 } }], 1]);
  });
});

describe('a server over HTTP', () => {
  type Options = { readonly requestSignal?: AbortSignal; readonly onRequestStreamEnd?: () => void };
  async function start(answering: (message: Message, options: Options) => Promise<void>) {
    const sent: Message[] = [];
    const heard: Message[] = [];
    const transport = {
      onmessage: undefined as ((message: never) => void) | undefined,
      start: async () => undefined,
      close: async () => undefined,
      setProtocolVersion: () => undefined,
      send: async (message: never, options: Options = {}) => {
        sent.push(message);
        await answering(message, options);
      },
    };
    const wire = httpUpstream(transport);
    wire.onmessage = (message) => heard.push(message);
    await wire.start();
    return { wire, sent, heard, answer: (message: Message) => transport.onmessage?.(message as never) };
  }
  const cancelled = (requestId: string | number): Message => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId },
  });

  it('that ends without a response has failed, and one with a response has not', async () => {
    const ends: (() => void)[] = [];
    const { wire, heard, answer } = await start(async (_, { onRequestStreamEnd }) => {
      if (onRequestStreamEnd !== undefined) ends.push(onRequestStreamEnd);
    });
    await wire.send(request(1));
    await wire.send(request(2));
    answer({ jsonrpc: '2.0', id: 2, result: {} });
    for (const end of ends) end();
    expect(heard).toMatchObject([
      { id: 2, result: {} },
      { id: 1, error: { code: -32603 } },
    ]);
  });

  it('is left when a request is cancelled, with a notification if it has sessions', async () => {
    let signal: AbortSignal | undefined;
    const { wire, sent } = await start((_, { requestSignal }) => {
      signal = requestSignal ?? signal;
      return new Promise((_done, failed) => {
        requestSignal?.addEventListener('abort', () => failed(new Error('left')));
        if (requestSignal === undefined) failed(new Error('no signal'));
      });
    });
    const left = wire.send(request(1));
    await wire.send(cancelled(1));
    await left;
    expect([signal?.aborted, sent.length]).toEqual([true, 1]);
    await expect(wire.send(cancelled(7))).rejects.toThrow('no signal');
    expect(sent.at(-1)).toMatchObject({ method: 'notifications/cancelled' });
  });

  it('that cannot be reached is an error', async () => {
    const { wire } = await start(() => Promise.reject(new TypeError('fetch failed')));
    await expect(wire.send(request(1))).rejects.toThrow('fetch failed');
  });
});
