import { describe, expect, it, vi } from 'vitest';
import { createGate, memoryApprovals, type Decider, type ToolCall } from '../../../agents/gate/gate.ts';
import { Engine } from '../../../library/node/engine.ts';

const POLICY = `
templates:
  - name: call
    slots:
      - { name: tool, type: string, required: true }
      - { name: approved_by, type: string }
  - name: observation
    slots:
      - { name: session, type: string, required: true }
      - { name: source, type: symbol, required: true }
input:
  - { template: call, slots: { tool: "$.tool.name", approved_by: "$.approval.by" } }
ruleset: gate
rules:
  - name: read
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(read) }] }]
    then: { action: allow, reason: "reading is fine", metadata: { code: ok } }
  - name: write
    when:
      - template: call
        conditions: [{ slot: tool, expression: equals(write) }, { slot: approved_by, expression: equals() }]
    then: { action: escalate, reason: "writing needs a person" }
  - name: approved-write
    when:
      - template: call
        conditions: [{ slot: tool, expression: equals(write) }, { slot: approved_by, expression: not_equals() }]
    then: { action: allow, reason: "approved" }
  - name: mask
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(list) }] }]
    then: { action: allow, reason: "masked", obligations: [{ type: redact, properties: { field: name } }] }
  - name: tainted
    when: [{ template: observation }, { template: call }]
    then: { action: deny, reason: "the session has seen something" }
  - name: elsewhere
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(move) }] }]
    then: { action: route, reason: "not for a gate" }
`;

const engine = await Engine.fromSources([{ path: 'gate.yaml', text: POLICY }]);
const call = (tool: string, more: Partial<ToolCall> = {}): ToolCall => ({
  agent: 'a1',
  tool,
  callId: 'c1',
  args: { path: '/x' },
  ...more,
});
const fixed = (decider: Partial<Decider>): Decider => ({ decide: vi.fn(), keep: vi.fn(), ...decider });

describe('a verdict', () => {
  it('is what the rules decide, with code, id of the rules and reason', async () => {
    const gate = createGate({ engine });
    expect(await gate.decide(call('read'))).toMatchObject({
      verdict: 'allow',
      reason: 'reading is fine',
      code: 'ok',
      rulesetHash: engine.hash,
    });
    expect(await gate.decide(call('delete'))).toMatchObject({ verdict: 'deny', code: 'deny' });
  });

  it('allows in observe mode, with the verdict it would have given, without an approval request', async () => {
    const gate = createGate({ engine, mode: 'observe' });
    expect(await gate.decide(call('write'))).toMatchObject({ verdict: 'allow', observed: 'escalate' });
    expect(await gate.approvals.list()).toEqual([]);
  });

  it('follows what the session has seen', async () => {
    const gate = createGate({ engine });
    const inSession = call('read', { session: 's1' });
    expect((await gate.decide(inSession)).verdict).toBe('allow');
    await gate.observe({ session: 's1', tool: 'fetch', callId: 'c0', result: 'text' });
    expect((await gate.decide(inSession)).verdict).toBe('deny');
    expect((await gate.decide(call('read', { session: 's2' }))).verdict).toBe('allow');
  });

  it('refuses a session with more facts than can be stored', async () => {
    const gate = createGate({
      engine,
      factsOf: ({ session }) =>
        Array.from({ length: 10_001 }, () => ({ template: 'observation', data: { session, source: 'web' } })),
    });
    const observed = gate.observe({ session: 's1', tool: 'fetch', callId: 'c0', result: 'text' });
    await expect(observed).rejects.toThrow('more facts than can be stored');
    expect(await gate.decide(call('read', { session: 's1' }))).toMatchObject({
      verdict: 'deny',
      code: 'engine_failed',
    });
  });
});

describe('fails closed', () => {
  it.each([
    ['engine_failed', fixed({ decide: () => Promise.reject(new Error('broken')) })],
    ['engine_unreachable', fixed({ decide: () => Promise.reject(new TypeError('fetch failed')) })],
    ['evaluation_timeout', fixed({ decide: () => new Promise(() => {}) })],
  ])('%s', async (code, decider) => {
    const gate = createGate({ decider, timeoutMs: 20 });
    expect(await gate.decide(call('read'))).toMatchObject({ verdict: 'deny', code });
  });

  it('on a decision that no gate knows', async () => {
    expect(await createGate({ engine }).decide(call('move'))).toMatchObject({
      verdict: 'deny',
      code: 'unknown_decision',
    });
  });

  it('on arguments that are not JSON', async () => {
    const verdict = await createGate({ engine }).decide(call('read', { args: undefined }));
    expect(verdict).toMatchObject({ verdict: 'deny', code: 'invalid_arguments' });
  });

  it.each([
    ['nobody', { agent: undefined }],
    ['a caller without a name', { agent: '' }],
    ['nothing', { tool: '' }],
    ['no id', { callId: undefined }],
    ['an empty id', { callId: '' }],
    ['a session without a name', { session: '' }],
  ])('on a call of %s', async (_, more) => {
    const verdict = await createGate({ engine }).decide({ ...call('read'), ...more } as ToolCall);
    expect(verdict).toMatchObject({ verdict: 'deny', code: 'invalid_arguments' });
  });

  it('on an obligation without a handler, and on a handler that fails', async () => {
    expect(await createGate({ engine }).decide(call('list'))).toMatchObject({
      verdict: 'deny',
      code: 'unhandled_obligation',
    });
    const failing = createGate({ engine, obligations: { redact: () => Promise.reject(new Error('no')) } });
    expect(await failing.decide(call('list'))).toMatchObject({
      verdict: 'deny',
      code: 'obligation_failed',
      reason: 'no',
    });
    const redact = vi.fn();
    expect((await createGate({ engine, obligations: { redact } }).decide(call('list'))).verdict).toBe(
      'allow',
    );
    expect(redact).toHaveBeenCalledWith({ type: 'redact', properties: { field: 'name' } }, call('list'));
  });
});

describe('an escalation', () => {
  const NOW = 1_760_000_000_000;

  it('waits for an approval, which one call uses up', async () => {
    const gate = createGate({ engine, now: () => NOW });
    const { verdict, approval = '' } = await gate.decide(call('write'));
    expect(verdict).toBe('escalate');
    expect((await gate.decide(call('write'))).approval).toBe(approval);
    await gate.approvals.answer(approval, 'approved', 'ann', NOW);
    expect(await gate.decide(call('write'))).toMatchObject({ verdict: 'allow', reason: 'approved' });
    // The same call again, as a run that is resumed makes it, gets the same verdict.
    expect((await gate.decide(call('write'))).verdict).toBe('allow');
    // The next call requests its own approval.
    const next = await gate.decide(call('write', { callId: 'c2' }));
    expect(next.verdict).toBe('escalate');
    expect(next.approval).not.toBe(approval);
  });

  it.each([
    ['other arguments', { args: { path: '/y' } }],
    ['another agent', { agent: 'a2' }],
    ['another session', { session: 's9' }],
  ])('is not approved for %s', async (_, other) => {
    const gate = createGate({ engine, now: () => NOW });
    const { approval = '' } = await gate.decide(call('write'));
    await gate.approvals.answer(approval, 'approved', 'ann', NOW);
    expect((await gate.decide(call('write', other))).verdict).toBe('escalate');
  });

  it('is not approved under other rules', async () => {
    let { hash } = engine;
    const { ruleset } = engine;
    const evaluate: typeof engine.evaluate = (options) => engine.evaluate(options);
    const changing = {
      ruleset,
      evaluate,
      get hash() {
        return hash;
      },
    };
    const gate = createGate({ engine: changing, now: () => NOW });
    const { approval = '' } = await gate.decide(call('write'));
    await gate.approvals.answer(approval, 'approved', 'ann', NOW);
    hash = `sha256:${'0'.repeat(64)}`;
    const again = await gate.decide(call('write'));
    expect([again.verdict, again.approval === approval]).toEqual(['escalate', false]);
  });

  it('is refused when rejected; the next call, and one with an expired approval, request a new one', async () => {
    let now = NOW;
    const gate = createGate({ engine, now: () => now, approvals: memoryApprovals(1_000) });
    const first = await gate.decide(call('write'));
    await gate.approvals.answer(first.approval ?? '', 'rejected', 'ann', now);
    expect(await gate.decide(call('write'))).toMatchObject({
      verdict: 'deny',
      code: 'approval_refused',
      reason: 'ann rejected the call',
    });
    const next = call('write', { callId: 'c2' });
    const second = await gate.decide(next);
    expect([second.verdict, second.approval === first.approval]).toEqual(['escalate', false]);
    await gate.approvals.answer(second.approval ?? '', 'approved', 'ann', now);
    now += 1_000;
    expect((await gate.decide(next)).verdict).toBe('escalate');
  });

  it('is never approved by the agent itself', async () => {
    const gate = createGate({ engine, now: () => NOW });
    const { approval = '' } = await gate.decide(call('write'));
    await expect(gate.approvals.answer(approval, 'approved', 'a1', NOW)).rejects.toThrow('cannot decide it');
    expect((await gate.decide(call('write'))).verdict).toBe('escalate');
  });
});
