import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ApprovalError,
  createGate,
  GateServiceError,
  openGate,
  type Gate,
  type GateOptions,
  type ToolCall,
} from '../../../agents/gate/gate.ts';
import { startApprovals, tokenOf } from '../../server/approvals/support.ts';
import type { TestService } from '../../server/support/service.ts';

let service: TestService;
let mounted: TestService;
beforeAll(async () => {
  service = await startApprovals({});
  mounted = await startApprovals({}, 'gate.yaml');
});
afterAll(() => Promise.all([service.close(), mounted.close()]));

const notified: unknown[] = [];
function optionsOf(
  more: Partial<Parameters<typeof createGate>[0]> & { url?: string; approverToken?: string } = {},
) {
  return {
    url: service.url,
    token: tokenOf('gateway'),
    ruleset: 'gate',
    obligations: { notify: ({ properties }) => void notified.push(properties) },
    // The embedded database opens with the first approval.
    timeoutMs: 60_000,
    ...more,
  } as GateOptions;
}
let calls = 0;
const callOf = (tool: string, more: Partial<ToolCall> = {}): ToolCall => ({
  agent: `agent-${++calls}`,
  tool,
  callId: 'c1',
  args: { path: '/x' },
  ...more,
});

describe('a gate over HTTP', () => {
  it('gives the verdict of the rules', async () => {
    const gate = createGate(optionsOf());
    expect(
      await gate.decide(callOf('read', { server: 'files', annotations: { readOnlyHint: true } })),
    ).toEqual({
      verdict: 'allow',
      reason: 'reading is fine',
      code: 'ok',
      obligations: [],
      decisionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      rulesetHash: expect.stringMatching(/^sha256:/) as string,
    });
    expect(await gate.decide(callOf('remove'))).toMatchObject({ verdict: 'deny', code: 'deny' });
  });

  it('waits for an approval in the store of the service, which one call uses up', async () => {
    const gate = createGate(optionsOf({ approverToken: tokenOf('ann') }));
    const call = callOf('write');
    const { verdict, approval = '' } = await gate.decide(call);
    expect(verdict).toBe('escalate');
    expect((await gate.approvals.list()).map(({ id }) => id)).toContain(approval);
    expect(await gate.approvals.find(approval)).toMatchObject({
      state: 'pending',
      tool: 'write',
      callId: 'c1',
    });
    expect(await gate.approvals.answer(approval, 'approved', 'ann', 0)).toMatchObject({ state: 'approved' });
    expect(await gate.approvals.answer(approval, 'rejected', 'ann', 0)).toBeNull();
    const obligations = [{ type: 'notify', properties: { to: 'ops' } }];
    for (let again = 0; again < 2; again++)
      expect(await gate.decide(call)).toMatchObject({ verdict: 'allow', approval, obligations });
    expect(notified).toContainEqual({ to: 'ops' });
    expect((await gate.decide({ ...call, callId: 'c2' })).verdict).toBe('escalate');
    expect((await gate.decide({ ...call, args: { path: '/y' } })).verdict).toBe('escalate');
  });

  it('refuses what a person rejected', async () => {
    const gate = createGate(optionsOf({ approverToken: tokenOf('ann') }));
    const call = callOf('write');
    const { approval = '' } = await gate.decide(call);
    await gate.approvals.answer(approval, 'rejected', 'ann', 0);
    expect(await gate.decide(call)).toMatchObject({ verdict: 'deny', code: 'approval_refused' });
  });

  it('never approves by itself', async () => {
    const alone = createGate(optionsOf());
    const { approval = '' } = await alone.decide(callOf('write'));
    await expect(alone.approvals.answer(approval, 'approved', 'ann', 0)).rejects.toThrow(GateServiceError);
    await expect(alone.approvals.list()).rejects.toThrow('no approver token');
    const bob = createGate(optionsOf({ token: tokenOf('bob'), approverToken: tokenOf('bob') } as object));
    const call = callOf('write');
    const asked = await bob.decide(call);
    const answer = bob.approvals.answer(asked.approval ?? '', 'approved', 'ann', 0);
    await expect(answer).rejects.toThrow(ApprovalError);
    await expect(bob.approvals.answer(asked.approval ?? '', 'approved', call.agent, 0)).rejects.toThrow(
      ApprovalError,
    );
    expect((await bob.decide(call)).verdict).toBe('escalate');
    expect(await bob.approvals.find('nothing')).toBeNull();
  });

  it('only observes in observe mode, without approval requests', async () => {
    const gate = createGate(optionsOf({ mode: 'observe' }));
    const verdict = await gate.decide(callOf('write'));
    expect(verdict).toMatchObject({ verdict: 'allow', observed: 'escalate' });
    expect(verdict).not.toHaveProperty('approval');
    expect(await gate.decide(callOf('remove'))).toMatchObject({ verdict: 'allow', observed: 'deny' });
  });

  it('keeps what it observes in the session of the service', async () => {
    const gate = createGate(optionsOf());
    await gate.decide(callOf('read', { session: 'seen' }));
    await gate.observe({ session: 'seen', tool: 'read', callId: 'c1', result: 'text' });
    const body = { session_id: 'seen', template: 'observation' };
    const { json } = await service.post('/v1/query', body, { token: tokenOf('gateway') });
    expect(json['facts']).toEqual([{ session: 'seen', source: 'tool' }]);
    await expect(
      gate.observe({ session: 'never', tool: 'read', callId: 'c1', result: 'text' }),
    ).rejects.toMatchObject({ code: 'session_not_found' });
  });

  it.each<[string, () => GateOptions, Partial<ToolCall>]>([
    ['engine_unreachable', () => optionsOf({ url: 'http://127.0.0.1:1' }), {}],
    ['engine_unreachable', () => optionsOf({ token: 'wrong' } as object), {}],
    ['engine_unreachable', () => optionsOf({ ruleset: 'nothing' } as object), {}],
    ['engine_unreachable', () => optionsOf({ url: mounted.url }), { session: 's' }],
    ['engine_unreachable', () => optionsOf(), { session: 'a b' }],
    ['invalid_arguments', () => optionsOf(), { callId: '' }],
    [
      'evaluation_timeout',
      () => optionsOf({ timeoutMs: 20, fetch: () => new Promise(() => {}) } as object),
      {},
    ],
    ['engine_failed', () => optionsOf({ fetch: async () => new Response('nonsense') } as object), {}],
    ['unknown_decision', () => optionsOf({ fetch: async () => Response.json({}) } as object), {}],
    ['invalid_arguments', () => optionsOf(), { args: undefined }],
    [
      'unhandled_obligation',
      () => optionsOf({ obligations: {}, fetch: answering({ decision: 'allow' }) } as object),
      {},
    ],
  ])('fails closed: %s', async (code, options, more) => {
    expect(await createGate(options()).decide(callOf('read', more))).toMatchObject({ verdict: 'deny', code });
  });
});

/** A service that always gives this answer, with an obligation. */
function answering(answer: object): typeof fetch {
  const obligations = [{ type: 'strange', properties: {} }];
  return async () => Response.json({ reason: null, metadata: {}, obligations, ...answer });
}

describe('a gate with a session', () => {
  const open = (url: string): Promise<Gate> => openGate(optionsOf({ url, session: 'own' }));

  it('is not made on a mounted service, which has none', async () => {
    await expect(open(mounted.url)).rejects.toMatchObject({ code: 'sessions_unavailable' });
    await expect(open('http://127.0.0.1:1')).rejects.toThrow('fetch failed');
    expect(() => createGate(optionsOf({ session: 'own' }))).toThrow('openGate');
    expect((await (await openGate(optionsOf({ url: mounted.url }))).decide(callOf('read'))).verdict).toBe(
      'allow',
    );
  });

  it('gives it to calls that name none', async () => {
    const gate = await open(service.url);
    expect((await gate.decide(callOf('read'))).verdict).toBe('allow');
    const { status } = await service.request('GET', '/v1/sessions/own', { token: tokenOf('gateway') });
    expect(status).toBe(200);
  });
});
