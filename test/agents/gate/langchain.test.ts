import { describe, expect, it, vi } from 'vitest';
import { langChainGate, type ApprovalRequest } from '../../../agents/gate/adapters/langchain.ts';
import { createGate, type GateOptions } from '../../../agents/gate/gate.ts';
import { engine, FAULTS } from './support/policy.ts';

class ToolMessage {
  readonly content: string;
  readonly tool_call_id: string;
  readonly status: string;
  constructor(fields: { content: string; tool_call_id: string; status: string }) {
    this.content = fields.content;
    this.tool_call_id = fields.tool_call_id;
    this.status = fields.status;
  }
}
class Interrupted extends Error {}

/** The middleware in a graph that is interrupted, and resumed with `answer`. */
function graph(options: GateOptions = { engine }) {
  const gate = createGate(options);
  const handler = vi.fn(async (_request: object) => 'done');
  const asked: ApprovalRequest[] = [];
  const call = async (name: string, answer?: unknown, id = 'call_1', args: object = { path: '/x' }) => {
    const interrupt = (value: ApprovalRequest): unknown => {
      asked.push(value);
      if (answer === undefined) throw new Interrupted();
      return answer;
    };
    const middleware = langChainGate(gate, { agent: 'a1' }, { interrupt, ToolMessage });
    const request = { toolCall: { name, args, id, type: 'tool_call' as const }, runtime: {}, state: {} };
    return middleware.wrapToolCall(request, handler);
  };
  return { gate, handler, asked, call };
}

const APPROVED = { decision: 'approved', by: 'ann' };

describe('a tool call of LangChain', () => {
  it('is made when it is allowed', async () => {
    const { call, handler } = graph();
    expect(await call('read')).toBe('done');
    expect(handler).toHaveBeenCalledOnce();
  });

  it('returns an error to the model when denied', async () => {
    const { call, handler, asked } = graph();
    expect(await call('remove')).toEqual(
      new ToolMessage({
        content: expect.stringContaining(
          '{"denied":"nothing is removed","code":"deny","decision_id":"',
        ) as string,
        tool_call_id: 'call_1',
        status: 'error',
      }),
    );
    expect([handler.mock.calls, asked]).toEqual([[], []]);
  });

  it('interrupts when it is escalated, and is made when it is resumed with an approval', async () => {
    const { call, asked, handler } = graph();
    await expect(call('write')).rejects.toThrow(Interrupted);
    expect(asked).toMatchObject([
      { type: 'ferrule_approval', tool: 'write', args: { path: '/x' }, reason: 'writing needs a person' },
    ]);
    expect(await call('write', APPROVED)).toBe('done');
    expect(asked[1]?.approval).toBe(asked[0]?.approval);
    // A resumed graph runs again from its beginning: the same call keeps its verdict.
    expect(await call('write')).toBe('done');
    expect(handler).toHaveBeenCalledTimes(2);
    await expect(call('write', undefined, 'call_2')).rejects.toThrow(Interrupted);
  });

  it('is refused when a person rejects it', async () => {
    const { call, handler } = graph();
    await expect(call('write')).rejects.toThrow(Interrupted);
    const refusal = await call('write', { decision: 'rejected', by: 'ann' });
    expect(refusal).toMatchObject({ status: 'error', content: expect.stringContaining('ann rejected') });
    expect(handler).not.toHaveBeenCalled();
  });

  it.each([
    ['true', true],
    ['an approval without an approver', { decision: 'approved', by: '' }],
    ['an approval without a name', { decision: 'approved' }],
    ['a word', 'approved'],
    ['another decision', { decision: 'yes', by: 'ann' }],
  ])('is refused when it is resumed with %s', async (_, answer) => {
    const { call, handler } = graph();
    expect(await call('write', answer)).toMatchObject({
      status: 'error',
      content: expect.stringContaining('needs_approval'),
    });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is not approved by the agent itself', async () => {
    const { call } = graph();
    await expect(call('write', { decision: 'approved', by: 'a1' })).rejects.toThrow('cannot decide it');
  });

  it('is refused without asking when it has no id', async () => {
    const { call, asked } = graph();
    expect(await call('write', APPROVED, '')).toMatchObject({ status: 'error' });
    expect(asked).toEqual([]);
  });

  it.each(FAULTS)('is refused: %s', async (code, options, name) => {
    const { call, handler } = graph(options);
    expect(await call(name)).toMatchObject({ status: 'error', content: expect.stringContaining(code) });
    expect(handler).not.toHaveBeenCalled();
  });

  it('is refused when its arguments are not JSON', async () => {
    const { call } = graph();
    expect(await call('read', undefined, 'call_1', { at: new Date(0) })).toMatchObject({
      content: expect.stringContaining('invalid_arguments'),
    });
  });
});
