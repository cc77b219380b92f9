/** Messages that are costly to read: the proxy refuses or forwards them, and goes on with the next one. */
import { afterEach, describe, expect, it } from 'vitest';
import { LONGEST_LINE } from '../../../agents/mcp/line-wire.ts';
import { full } from '../../full.ts';
import { answering, startLines, type Lines } from './lines.ts';
import { engine, READER } from './support.ts';

const KEYS = 30_000;
let open: Lines | null = null;
afterEach(async () => open?.close());

/** Properties, and a reference to a document that the proxy does not have: it could be any of them. */
const WIDE = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`name${i}`, { type: 'string' }])),
  additionalProperties: { $ref: 'https://example.com/schema' },
};
const start = async (schema?: object): Promise<Lines> =>
  (open = await startLines(
    engine,
    answering([schema === undefined ? READER : { ...READER, inputSchema: schema }]),
  ));
const call = (id: number, args: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"read_text_file","arguments":${args}}}`;
const ping = (id: number): string => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;

async function expectPing(lines: Lines, id: number): Promise<void> {
  lines.say(ping(id));
  await expect.poll(() => lines.atClient.at(-1)?.slice(0, 100)).toContain(`"id":${id},"result"`);
}

/** Nothing reached the server but the ping. */
function expectUnseen({ atServer }: Lines): void {
  expect(atServer).toEqual([ping(2)]);
}

describe(`a call with ${KEYS} keys in its arguments`, () => {
  const keys = (value: string): string =>
    `{"path":"a",${Array.from({ length: KEYS }, (_, i) => `"k${i}":${value}`).join(',')}}`;
  const CALLS = [
    ['objects, for a wide schema with a reference', keys('{"a":1}'), WIDE],
    ['texts, for a small schema', keys('"x"'), undefined],
    ['numbers with all their digits', keys('1.50'), undefined],
  ] as const;

  it.each(CALLS.slice(0, full(3, 1)))(
    'is decided, and the next message, too: %s',
    async (_, args, schema) => {
      const lines = await start(schema);
      lines.say(call(1, args));
      await expect.poll(() => lines.atClient.length).toBe(1);
      expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({ id: 1 });
      await expectPing(lines, 2);
    },
  );

  it('is refused if one of them could be read as another', async () => {
    const lines = await start(WIDE);
    lines.say(call(1, keys('{"a":1}').replace('"k29999"', '"NAME7"')));
    await expect.poll(() => lines.atClient.length).toBe(1);
    expect(lines.atClient[0]).toContain('could be read as');
    expect(lines.atServer.join()).not.toContain('tools/call');
    await expectPing(lines, 2);
  });
});

it('arguments that need too many comparisons with a schema are refused', async () => {
  const lines = await start(WIDE);
  // Below each name lie all names again.
  const names = (value: string): string =>
    `{${Array.from({ length: 170 }, (_, i) => `"name${i}":${value}`).join(',')}}`;
  lines.say(call(1, `{"path":"a","other":${names(names('{"a":1}'))}}`));
  await expect.poll(() => lines.atClient.length).toBe(1);
  expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({
    id: 1,
    error: { code: -32602, message: expect.stringContaining('too many keys to compare') as string },
  });
  await expectPing(lines, 2);
});

describe('a line that is too long', () => {
  it.each([
    ['a call', call(1, `{"path":"${'x'.repeat(LONGEST_LINE)}"}`)],
    ['brackets', '['.repeat(9_000_000)],
    ['not UTF-8', Buffer.alloc(9_000_000, 0xff)],
  ])('gets an error and is not forwarded: %s', async (_, line) => {
    const lines = await start();
    lines.say(line);
    await expectPing(lines, 2);
    expect(lines.atClient).toHaveLength(2);
    expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({ id: null, error: { code: -32600 } });
    expectUnseen(lines);
  });

  it('of the server is dropped, and what follows reaches the client', async () => {
    open = await startLines(engine, (line) => {
      const { id, method } = JSON.parse(line) as { readonly id?: number; readonly method?: string };
      if (method !== 'resources/templates/list' && method !== 'prompts/list') return [];
      const result = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"prompts":[]}}`;
      return [`{"x":"${'x'.repeat(LONGEST_LINE)}"}`, result];
    });
    open.say('{"jsonrpc":"2.0","id":1,"method":"prompts/list"}');
    await expect.poll(() => open?.atClient.length).toBe(1);
    expect(JSON.parse(open.atClient[0] ?? '')).toMatchObject({ id: 1 });
    expect(open.atClient[0]?.length).toBeLessThan(1_000);
  });
});

it('a line that is not UTF-8 gets an error, and the next line is read', async () => {
  const lines = await start();
  lines.say(
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xc3, 0x28, 0x22, 0x7d])]),
  );
  await expectPing(lines, 2);
  expect(JSON.parse(lines.atClient[0] ?? '')).toMatchObject({ id: null, error: { code: -32700 } });
  expectUnseen(lines);
});
