/** Responses of the client's user to an escalated call, in both eras of the protocol. */
import { afterEach, describe, expect, it } from 'vitest';
import { engine, serving, startSession, textOf, TOOLS, type Session } from './support.ts';

const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session.close();
});
async function start(elicits: boolean, elicitation: object | null = {}): Promise<Session> {
  const session = await startSession(
    serving(() => TOOLS),
    { elicits, gate: { engine } },
  );
  open.push(session);
  const capabilities = elicitation === null ? {} : { elicitation };
  await session.request('initialize', { protocolVersion: '2025-11-25', capabilities });
  return session;
}
const callsAt = ({ atServer }: Session): number =>
  atServer.filter(({ method }) => method === 'tools/call').length;
/** All that the approval is bound to: what the rules see of the call. */
const BOUND = {
  agent: 'a1',
  session: 's1',
  tool: { name: 'write_file', server: 'test', annotations: { listing: false } },
  call: { args: { path: 'a' } },
};
/** Waits until the proxy has sent its question to the client. */
async function asked({ atClient }: Session): Promise<string> {
  await expect.poll(() => atClient.length).toBe(1);
  expect(atClient[0]).toMatchObject({
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: `writing needs a person\n${JSON.stringify(BOUND, null, 2)}`,
      requestedSchema: { type: 'object', properties: {} },
    },
  });
  return String(atClient[0]?.id);
}

describe('a client with the handshake', () => {
  it.each([
    ['accept', 'did write_file', false, 1],
    ['decline', { denied: 'the user of the client rejected the call', code: 'approval_refused' }, true, 0],
    ['cancel', { needs_approval: 'writing needs a person' }, true, 0],
    ['agree', { needs_approval: 'writing needs a person' }, true, 0],
  ])('receives the question and responds with %s', async (action, text, isError, calls) => {
    const session = await start(true);
    const answer = session.call('write_file', { path: 'a' });
    const id = await asked(session);
    // Nothing else waits for the person.
    await session.request('ping');
    session.reply({ jsonrpc: '2.0', id, result: { action, content: {} } });
    expect(textOf(await answer)).toMatchObject([text, isError]);
    expect(callsAt(session)).toBe(calls);
  });

  it('has not agreed if it responds with an error', async () => {
    const session = await start(true);
    const answer = session.call('write_file', { path: 'a' });
    session.reply({ jsonrpc: '2.0', id: await asked(session), error: { code: -1, message: 'no' } });
    expect(textOf(await answer)).toMatchObject([{ code: 'escalate' }, true]);
  });

  it('agrees to one call only', async () => {
    const session = await start(true);
    const first = session.call('write_file', { path: 'a' });
    session.reply({ jsonrpc: '2.0', id: await asked(session), result: { action: 'accept' } });
    await first;
    void session.call('write_file', { path: 'a' });
    await expect.poll(() => session.atClient.length).toBe(2);
    expect(callsAt(session)).toBe(1);
  });

  it.each<readonly [string, boolean, object | null]>([
    ['unless the operator wants it', false, {}],
    ['when it cannot ask', true, null],
    ['when it has no forms', true, { url: {} }],
  ])('receives no question %s', async (_, elicits, elicitation) => {
    const session = await start(elicits, elicitation);
    expect(textOf(await session.call('write_file', { path: 'a' }))).toMatchObject([
      { needs_approval: 'writing needs a person' },
      true,
    ]);
    expect(session.atClient).toEqual([]);
  });
});

describe('a client without sessions', () => {
  const META = 'io.modelcontextprotocol/';
  const call = (session: Session, more: object = {}, elicitation: object | null = { form: {} }) =>
    session.request('tools/call', {
      name: 'write_file',
      arguments: { path: 'a' },
      _meta: {
        [`${META}protocolVersion`]: '2026-07-28',
        [`${META}clientCapabilities`]: elicitation === null ? {} : { elicitation },
      },
      ...more,
    });
  const responding = (action: string, more: object = {}) => ({
    inputResponses: { 'ferrule.approval': { action, content: {} }, ...more },
  });

  it('gets the question as the result, and makes the call again with the answer', async () => {
    const session = await start(true);
    const { result } = await call(session);
    expect(result).toMatchObject({
      resultType: 'input_required',
      inputRequests: { 'ferrule.approval': { method: 'elicitation/create', params: { mode: 'form' } } },
    });
    expect(callsAt(session)).toBe(0);
    expect(textOf(await call(session, responding('accept')))).toEqual(['did write_file', false]);
    expect(session.atServer.at(-1)?.params).not.toHaveProperty('inputResponses');
  });

  it('cannot agree without a question', async () => {
    const session = await start(true);
    expect((await call(session, responding('accept'))).result).toMatchObject({
      resultType: 'input_required',
    });
    const other = await call(session, { arguments: { path: 'b' }, ...responding('accept') });
    expect(other.result).toMatchObject({ resultType: 'input_required' });
    expect(callsAt(session)).toBe(0);
  });

  it('may show the question in one connection and answer it in another', async () => {
    const first = await start(true);
    const { result } = await call(first);
    const { requestState } = result as { readonly requestState: string };
    const second = await start(true);
    const stolen = { arguments: { path: 'b' }, requestState, ...responding('accept') };
    expect((await call(second, stolen)).result).toMatchObject({ resultType: 'input_required' });
    const third = await start(true);
    expect(textOf(await call(third, { requestState, ...responding('accept') }))).toEqual([
      'did write_file',
      false,
    ]);
    expect(third.atServer.at(-1)?.params).not.toHaveProperty('requestState');
  });

  it('leaves responses for the server in place', async () => {
    const session = await start(true);
    await call(session);
    await call(session, responding('accept', { other: { action: 'accept' } }));
    expect(session.atServer.at(-1)?.params).toMatchObject({
      inputResponses: { other: { action: 'accept' } },
    });
  });

  it('is refused when its user declines', async () => {
    const session = await start(true);
    expect(textOf(await call(session, responding('decline')))).toMatchObject([
      { code: 'approval_refused' },
      true,
    ]);
    expect(callsAt(session)).toBe(0);
  });

  it.each<readonly [string, boolean, object | null]>([
    ['unless the operator wants it', false, { form: {} }],
    ['when it cannot ask', true, null],
  ])('receives no question %s', async (_, elicits, elicitation) => {
    const session = await start(elicits);
    const answer = await call(session, {}, elicitation);
    expect(textOf(answer)).toMatchObject([{ needs_approval: 'writing needs a person' }, true]);
  });

  it('cannot agree where the operator does not want it', async () => {
    const session = await start(false);
    expect(textOf(await call(session, responding('accept')))).toMatchObject([{ code: 'escalate' }, true]);
    expect(callsAt(session)).toBe(0);
  });
});
