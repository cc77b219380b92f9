import { describe, expect, it, vi } from 'vitest';
import { aiSdkGate, CallRefused, type AiSdkCall } from '../../../agents/gate/adapters/ai-sdk.ts';
import { createGate, type GateOptions } from '../../../agents/gate/gate.ts';
import { engine, FAULTS } from './support/policy.ts';

/** A tool as the SDK calls it. */
interface Tool {
  readonly description: string;
  readonly execute: (input: unknown, call: AiSdkCall) => unknown;
  readonly needsApproval?: boolean | ((input: unknown, call: AiSdkCall) => boolean | Promise<boolean>);
}

const CALL = { toolCallId: 'call-1', messages: [] };
const tool = (more: Partial<Tool> = {}): Tool => ({
  description: 'a tool',
  execute: vi.fn(async () => 'done'),
  ...more,
});
const adapter = (options: GateOptions = { engine }) => aiSdkGate(createGate(options), { agent: 'a1' });
const asks = async ({ needsApproval }: Tool, input: unknown): Promise<unknown> =>
  typeof needsApproval === 'function' ? needsApproval(input, CALL) : needsApproval;
const refusalOf = (gated: Tool, input: unknown = {}): Promise<unknown> =>
  Promise.resolve(gated.execute(input, CALL)).catch((error: unknown) => error);

describe('a tool of the AI SDK', () => {
  it('runs when it is allowed, and is otherwise what it was', async () => {
    const read = tool();
    const gated = adapter().tools({ read }).read;
    expect([gated.description, await asks(gated, {})]).toEqual(['a tool', false]);
    expect(await gated.execute({ path: '/x' }, CALL)).toBe('done');
    expect(read.execute).toHaveBeenCalledWith({ path: '/x' }, CALL);
  });

  it('does not run when denied, without an approval request; the refusal is not a tool error', async () => {
    const remove = tool({ needsApproval: true });
    const gated = adapter().tool('remove', remove);
    expect(await asks(gated, {})).toBe(false);
    const refusal = await refusalOf(gated);
    expect(refusal).toBeInstanceOf(CallRefused);
    expect(refusal).toMatchObject({
      message: expect.stringContaining(
        '{"denied":"nothing is removed","code":"deny","decision_id":"',
      ) as string,
      verdict: { verdict: 'deny' },
    });
    expect(remove.execute).not.toHaveBeenCalled();
  });

  it('waits for a person when it is escalated; an approval that only the messages hold opens nothing', async () => {
    const { tool: wrap, answered } = adapter();
    const gated = wrap('write', tool());
    expect(await asks(gated, { path: '/x' })).toBe(true);
    expect(await refusalOf(gated, { path: '/x' })).toMatchObject({ verdict: { verdict: 'escalate' } });
    const call = { toolCallId: 'call-1', toolName: 'write', input: { path: '/x' } };
    await expect(answered(call, 'approved', 'a1')).rejects.toThrow('cannot decide it');
    expect((await answered(call, 'approved', 'ann'))?.by).toBe('ann');
    expect(await asks(gated, { path: '/x' })).toBe(true);
    expect(await gated.execute({ path: '/x' }, CALL)).toBe('done');
    expect(await refusalOf(gated, { path: '/y' })).toBeInstanceOf(CallRefused);
  });

  it('does not run when a person has rejected it', async () => {
    const { tool: wrap, answered } = adapter();
    const gated = wrap('write', tool());
    await asks(gated, {});
    await answered({ toolCallId: 'call-1', toolName: 'write', input: {} }, 'rejected', 'ann');
    expect(await refusalOf(gated)).toBeInstanceOf(CallRefused);
  });

  it.each([
    ['always', true],
    ['by its input', (input: unknown) => input !== null],
  ])('still requests approval %s if it did before', async (_, needsApproval) => {
    expect(await asks(adapter().tool('read', tool({ needsApproval })), {})).toBe(true);
  });

  it('hands on the last of a stream of results', async () => {
    async function* execute(): AsyncGenerator<string> {
      yield 'loading';
      yield 'done';
    }
    expect(await adapter().tool('read', tool({ execute })).execute({}, CALL)).toBe('done');
  });

  it('cannot be wrapped when it runs elsewhere', () => {
    expect(() => adapter().tool('read', { needsApproval: true })).toThrow("the tool 'read' has no execute");
  });

  it.each(FAULTS)('is refused: %s', async (code, options, name) => {
    const wrapped = tool();
    const gated = adapter(options).tool(name, wrapped);
    expect(await asks(gated, {})).toBe(false);
    expect(await refusalOf(gated)).toMatchObject({ verdict: { verdict: 'deny', code } });
    expect(wrapped.execute).not.toHaveBeenCalled();
  });

  it('is refused when its arguments are not JSON', async () => {
    const gated = adapter().tool('read', tool());
    expect(await refusalOf(gated, { at: new Date(0) })).toMatchObject({
      verdict: { code: 'invalid_arguments' },
    });
  });
});
