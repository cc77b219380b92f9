/** Rules know of a call before its server can say anything. */
import { afterEach, describe, expect, it } from 'vitest';
import { callsAt, createSessions, serving, textOf, tool, TOOLS } from './support.ts';

const { start, closeAll } = createSessions();
afterEach(closeAll);

describe('rules have learned of a call', () => {
  it.each<readonly [string, () => Readonly<Record<string, unknown>> | undefined]>([
    ['without a response', () => undefined],
    [
      'with an error as response',
      () => {
        throw new Error('the secret is 42');
      },
    ],
    ['with an empty response', () => ({})],
  ])('%s', async (_, answer) => {
    const session = await start((method, params) =>
      method === 'tools/list' ? { tools: TOOLS } : params['name'] === 'once' ? answer() : {},
    );
    void session.call('once', {});
    await expect.poll(() => callsAt(session)).toBe(1);
    expect(textOf(await session.call('once', {}))).toMatchObject([{ denied: 'something was seen' }, true]);
    expect(callsAt(session)).toBe(1);
  });
});

it.each(['logging/setLevel', 'Resources/read', 'resources/any', 'tools/call'])(
  'a tool with the name %s is neither listed nor callable',
  async (name) => {
    const session = await start(
      serving(() => [{ ...tool(name), annotations: { readOnlyHint: true } }, ...TOOLS]),
    );
    expect(await session.names()).toEqual(['read_text_file', 'write_file', 'once']);
    expect(textOf(await session.call(name, {}))).toMatchObject([{ code: 'definition_invalid' }, true]);
    expect(callsAt(session)).toBe(0);
  },
);
