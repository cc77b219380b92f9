/** Ambiguous messages are never forwarded, and forwarded messages keep every digit. */
import { afterEach, describe, expect, it } from 'vitest';
import { answering, startLines, type Lines } from './lines.ts';
import { engine, READER } from './support.ts';

let open: Lines | null = null;
afterEach(async () => open?.close());
const start = async (result?: string): Promise<Lines> =>
  (open = await startLines(engine, answering([READER], result)));

describe('a line that is not one message', () => {
  const call =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_text_file","arguments":{}}}';
  it.each<readonly [string, string | Buffer, number, unknown]>([
    ['not JSON', '{"jsonrpc":"2.0","id":1,', -32700, null],
    ['two messages', `${call}\r${call}`, -32700, null],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), -32700, null],
    ['a batch', `[${call}]`, -32600, null],
    ['an empty batch', '[]', -32600, null],
    ['a number', '7', -32600, null],
    ['of another version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, 1],
    ['without a method', '{"jsonrpc":"2.0","id":1}', -32600, 1],
    ['with a method that is not a text', '{"jsonrpc":"2.0","id":1,"method":7}', -32600, 1],
    ['with the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ['with an id beyond 2^53', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', -32600, null],
    ['with params of a list', '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32600, 1],
    ['request and response', '{"jsonrpc":"2.0","id":1,"method":"ping","result":{}}', -32600, null],
    [
      'result and error',
      '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}',
      -32600,
      null,
    ],
    ['with a result that is not an object', '{"jsonrpc":"2.0","id":1,"result":7}', -32600, null],
    ['with an error that has no code', '{"jsonrpc":"2.0","id":1,"error":{}}', -32600, null],
    ['neither request nor response', '{"jsonrpc":"2.0"}', -32600, null],
    ['with a repeated key', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}', -32600, null],
    [
      'with a repeated escape',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"\\u0061":1}}',
      -32600,
      null,
    ],
    ['with METHOD', '{"jsonrpc":"2.0","id":1,"METHOD":"ping"}', -32600, 1],
    ['with ID', '{"jsonrpc":"2.0","id":1,"ID":2,"method":"ping"}', -32600, 1],
    [
      'nested too deeply',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`,
      -32600,
      null,
    ],
  ])('returns an error and is not forwarded: %s', async (_, line, code, id) => {
    const lines = await start();
    lines.say(line);
    await expect.poll(() => lines.atClient.length).toBe(1);
    expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({ id, error: { code } });
    expect(lines.atServer).toEqual([]);
  });

  it('is none when it is empty', async () => {
    const lines = await start();
    lines.say(' \r');
    lines.say('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    await expect.poll(() => lines.atClient.length).toBe(1);
    expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({ id: 1, result: {} });
  });
});

it.each(['9007199254740991', '1.50', '-0', '1e3', '0.10000000000000000055511'])(
  'the number %s is the same in the call and in its result',
  async (number) => {
    const lines = await start(`{"content":[],"structuredContent":{"id":${number}}}`);
    const args = `{"path":"a","id":${number}}`;
    lines.say(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_text_file","arguments":${args}}}`,
    );
    await expect.poll(() => lines.atClient.length).toBe(1);
    expect(lines.atServer.at(-1)).toContain(args);
    expect(lines.atClient[0]).toContain(`"structuredContent":{"id":${number}}`);
  },
);

it.each(['9007199254740993', '18446744073709551617', '123456789012345678'])(
  'the number %s is the same in a result, and refused in a call, where programs would read another one',
  async (number) => {
    const lines = await start(`{"content":[],"structuredContent":{"id":${number}}}`);
    const say = (id: number, args: string): void =>
      lines.say(
        `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_text_file","arguments":${args}}}`,
      );
    say(1, '{"path":"a"}');
    await expect.poll(() => lines.atClient.length).toBe(1);
    expect(lines.atClient[0]).toContain(`"structuredContent":{"id":${number}}`);
    const before = lines.atServer.length;
    say(2, `{"path":"a","id":${number}}`);
    await expect.poll(() => lines.atClient.length).toBe(2);
    expect(lines.atClient[1]).toContain('integers must be at most 2^53 - 1');
    expect(lines.atServer.length).toBe(before);
  },
);

it('a definition may hold integers of 64 bits', async () => {
  const big = '{"type":"object","properties":{"n":{"type":"integer","maximum":9223372036854775807}}}';
  const listing = `{"tools":[{"name":"read_text_file","annotations":{"readOnlyHint":true},"inputSchema":${big}}]}`;
  open = await startLines(engine, (line) => {
    const { id } = JSON.parse(line) as { readonly id: unknown };
    return [`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${listing}}`];
  });
  open.say('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  await expect.poll(() => open?.atClient.length).toBe(1);
  expect(open.atClient[0]).toContain('"maximum":9223372036854775807');
});
