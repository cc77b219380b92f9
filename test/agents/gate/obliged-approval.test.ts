/** Only an allow uses up an approval: a call whose obligations cannot be fulfilled is refused, and its approval stays unused. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createGate, memoryApprovals, type GateOptions, type ToolCall } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';
import { callOf, gatewayOf, POLICY, startApprovals, tokenOf } from '../../server/approvals/support.ts';
import type { TestService } from '../../server/support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startApprovals({});
});
afterAll(() => service.close());

const engine = await Engine.fromSources([{ path: 'gate.yaml', text: POLICY }]);
/** Gates that share their approvals: what is approved is allowed with the obligation `notify`. */
const DOORS: readonly (readonly [string, () => GateOptions])[] = [
  ['in one process', () => ({ engine, approvals: memoryApprovals() })],
  ['over HTTP', () => gatewayOf(service)],
];

let agents = 0;
describe.each(DOORS)('a gate %s', (_door, create) => {
  async function approved() {
    const options = create();
    const notify = vi.fn<() => void>();
    const able = createGate({ ...options, obligations: { notify } });
    const unable = createGate({ ...options, obligations: { other: () => undefined } });
    const call: ToolCall = { agent: `obliged-${++agents}`, tool: 'write', callId: 'c1', args: {} };
    const { approval = '' } = await unable.decide(call);
    await able.approvals.answer(approval, 'approved', 'ann', Date.now());
    const usedBy = async () => (await able.approvals.find(approval))?.usedBy;
    return { able, unable, call, approval, notify, usedBy };
  }

  it('that has no handler uses nothing up, and one that has does', async () => {
    const { able, unable, call, approval, notify, usedBy } = await approved();
    for (let i = 0; i < 2; i++) {
      expect(await unable.decide(call)).toMatchObject({
        verdict: 'deny',
        code: 'unhandled_obligation',
        reason: "no handler for the obligation 'notify'",
        obligations: [],
      });
    }
    expect([await usedBy(), notify.mock.calls]).toEqual([null, []]);
    const next = { ...call, callId: 'c2' };
    expect(await able.decide(next)).toMatchObject({ verdict: 'allow', approval });
    expect([await usedBy(), notify.mock.calls.length]).toEqual(['c2', 1]);
    expect((await unable.decide(call)).verdict).toBe('escalate');
  });

  it('goes to one capable caller if several request it at once', async () => {
    const { able, unable, call, usedBy } = await approved();
    const gates = [unable, able, unable, able, able];
    const verdicts = await Promise.all(gates.map((gate, i) => gate.decide({ ...call, callId: `c${i}` })));
    const allowed = verdicts.flatMap(({ verdict }, i) => (verdict === 'allow' ? [i] : []));
    expect(allowed).toHaveLength(1);
    expect([1, 3, 4]).toContain(allowed[0]);
    expect(await usedBy()).toBe(`c${allowed[0]}`);
  });

  it('whose handler fails keeps its approval for the same call, which can be made again', async () => {
    const { able, call, approval, notify } = await approved();
    notify.mockImplementationOnce(() => {
      throw new Error('nobody was reached');
    });
    expect(await able.decide(call)).toMatchObject({ verdict: 'deny', code: 'obligation_failed' });
    expect((await able.decide({ ...call, callId: 'c2' })).verdict).toBe('escalate');
    expect(await able.decide(call)).toMatchObject({ verdict: 'allow', approval });
  });
});

describe('a call over HTTP', () => {
  const ask = (supported_obligations: unknown, agent: string) =>
    service.post('/v1/calls', callOf('write', { agent, supported_obligations }), {
      token: tokenOf('gateway'),
    });

  it('is decided by what its caller says it fulfils, if it says so', async () => {
    const { json } = await ask([], 'plain');
    const { id } = json['approval'] as { readonly id: string };
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, { token: tokenOf('ann') });
    const refused = await ask(['log'], 'plain');
    expect(refused.json).toMatchObject({
      decision: 'deny',
      code: 'unhandled_obligation',
      obligations: [],
      approval: { id, state: 'approved' },
    });
    expect((await ask(['log', 'notify'], 'plain')).json).toMatchObject({ decision: 'allow' });
    expect((await ask(undefined, 'plain')).json['decision']).toBe('allow');
    expect((await ask([], 'plain')).json).toMatchObject({ decision: 'deny', code: 'unhandled_obligation' });
  });

  it.each([['notify'], [[7]], [['']], [Array.from({ length: 1_001 }, () => 'x')]])(
    'is refused with %j for types of obligations',
    async (types) => {
      const { status, json } = await ask(types, 'wrong');
      expect([status, String(json['field']).split('.')[0]]).toEqual([422, 'supported_obligations']);
    },
  );
});
