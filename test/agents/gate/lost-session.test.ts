/** A lost session is not an empty one: a gate over HTTP refuses further calls in it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate, openGate, type GateOptions, type ToolCall } from '../../../agents/gate/gate.ts';
import { startApprovals, tokenOf } from '../../server/approvals/support.ts';
import type { TestService } from '../../server/support/service.ts';

/** Keeps no tombstone of an ended session, like a restarted service with sessions in memory. */
let forgetful: TestService;
let service: TestService;
beforeAll(async () => {
  forgetful = await startApprovals({ SERVICE_SESSION_TOMBSTONE_SECONDS: '0' });
  service = await startApprovals({});
});
afterAll(() => Promise.all([forgetful.close(), service.close()]));

const token = tokenOf('gateway');
const optionsOf = (more: object = {}, of = forgetful) =>
  ({ url: of.url, token, ruleset: 'gate', timeoutMs: 60_000, ...more }) as GateOptions;
const callIn = (session: string | null): ToolCall => ({
  agent: 'a1',
  tool: 'read',
  callId: 'c1',
  args: {},
  ...(session === null ? {} : { session }),
});
async function end(session: string, of = forgetful): Promise<void> {
  expect((await of.request('DELETE', `/v1/sessions/${session}`, { token })).status).toBe(200);
}
const GONE = { verdict: 'deny', code: 'session_gone' };
const resultIn = (session: string) => ({ session, tool: 'read', callId: 'c1', result: 'text' });

describe('a session that ends', () => {
  it('is gone for the gate whose own it is', async () => {
    const gate = await openGate(optionsOf({ session: 'own' }));
    expect((await gate.decide(callIn(null))).verdict).toBe('allow');
    await end('own');
    for (let i = 0; i < 2; i++) expect(await gate.decide(callIn(null))).toMatchObject(GONE);
    await expect(gate.observe({ tool: 'read', callId: 'c1', result: 'text' })).rejects.toMatchObject({
      code: 'session_not_found',
    });
  });

  it('is gone for a gate that has several, which goes on in the others', async () => {
    const gate = createGate(optionsOf());
    for (const session of ['one', 'two']) await gate.decide(callIn(session));
    await end('one');
    expect(await gate.decide(callIn('one'))).toMatchObject(GONE);
    expect((await gate.decide(callIn('two'))).verdict).toBe('allow');
    expect((await gate.decide(callIn(null))).verdict).toBe('allow');
  });

  it('is gone for a gate that has only taught it', async () => {
    await createGate(optionsOf()).decide(callIn('taught'));
    const gate = createGate(optionsOf());
    await gate.observe(resultIn('taught'));
    await end('taught');
    expect(await gate.decide(callIn('taught'))).toMatchObject(GONE);
  });

  it('is gone for a gate that only looks on, which says so', async () => {
    const gate = createGate(optionsOf({ mode: 'observe' }));
    await gate.decide(callIn('looked-on'));
    await end('looked-on');
    expect(await gate.decide(callIn('looked-on'))).toMatchObject({ verdict: 'allow', observed: 'deny' });
  });
});

describe('a process that is started again', () => {
  it('goes on with its session, and has none when that is gone while its mark is kept', async () => {
    const start = () => openGate(optionsOf({ session: 'again' }, service));
    expect((await (await start()).decide(callIn(null))).verdict).toBe('allow');
    expect((await (await start()).decide(callIn(null))).verdict).toBe('allow');
    await end('again', service);
    expect(await (await start()).decide(callIn(null))).toMatchObject(GONE);
  });

  it('has none without a mark, either, when it says that there must be one', async () => {
    const start = (more: object = {}) => openGate(optionsOf({ session: 'resumed', ...more }));
    const resumed = () => start({ sessionMode: 'require' });
    expect(await (await resumed()).decide(callIn(null))).toMatchObject(GONE);
    await (await start()).decide(callIn(null));
    expect((await (await resumed()).decide(callIn(null))).verdict).toBe('allow');
    await end('resumed');
    expect(await (await resumed()).decide(callIn(null))).toMatchObject(GONE);
  });
});

it('a gate remembers a limited number of sessions, the most recently used', async () => {
  const asked: unknown[] = [];
  const answer = { decision: 'allow', reason: '', metadata: {}, obligations: [] };
  const gate = createGate(
    optionsOf({
      fetch: async (_url: unknown, { body }: { body: string }) => {
        asked.push((JSON.parse(body) as { session_mode?: string }).session_mode);
        return Response.json(answer);
      },
    }),
  );
  for (let i = 0; i < 10_000; i++) await gate.decide(callIn(`s${i}`));
  await gate.decide(callIn('s0'));
  await gate.decide(callIn('more'));
  asked.length = 0;
  for (const session of ['s0', 's1', 's2']) await gate.decide(callIn(session));
  expect(asked).toEqual(['require', undefined, undefined]);
});
