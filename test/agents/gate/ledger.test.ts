/** Gates in this process that count on a ledger. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { aiSdkGate } from '../../../agents/gate/adapters/ai-sdk.ts';
import { claudeAgentHooks } from '../../../agents/gate/adapters/claude-agent.ts';
import { langChainGate } from '../../../agents/gate/adapters/langchain.ts';
import { openAiAgentsGate } from '../../../agents/gate/adapters/openai-agents.ts';
import {
  createGate,
  memoryApprovals,
  openGate,
  type Gate,
  type GateOptions,
  type ToolCall,
} from '../../../agents/gate/gate.ts';
import { openLedger, type FolderLedger } from '../../../entries/ledger.ts';
import { Engine } from '../../../library/node/engine.ts';

const RULES = `
rules:
  pay: { allow: ok, if: input.tool.name == "pay" }
  owe: { allow: ok, obligations: [{ type: log }], if: input.tool.name == "owe" }
budgets:
  spend: { for: input, per: input.agent, amount: input.call.args.amount, limit: 100, window: 24h, on_exceed: escalate }
  hard: { for: input, per: input.agent, amount: input.call.args.amount, limit: 1000, window: 24h }
`;
const HELD = RULES.replaceAll('window: 24h', 'window: 24h, reserve: { ttl: 15m, on_expire: keep }');
const engineOf = (text: string): Promise<Engine> =>
  Engine.fromSources([{ path: 'pay.yaml', text }], { name: 'pay', warmUp: false });
const engine = await engineOf(RULES);

const folders: string[] = [];
const ledgers: FolderLedger[] = [];
const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-gate-ledger-'));
  folders.push(folder);
  return folder;
};
const newLedger = async (folder?: string): Promise<FolderLedger> => {
  const ledger = await openLedger(folder ?? (await newFolder()));
  ledgers.push(ledger);
  return ledger;
};
afterAll(async () => {
  for (const ledger of ledgers) await ledger.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

const onWarning = (): void => undefined;
const gateOn = (ledger: FolderLedger, more: Partial<GateOptions> = {}): Gate =>
  createGate({ engine, ledger, onWarning, ...more } as GateOptions);
let count = 0;
const pay = (amount: unknown, more: Partial<ToolCall> = {}): ToolCall => ({
  ...{ agent: 'a1', tool: 'pay', callId: `c-${++count}`, args: { amount } },
  ...more,
});
const usedOf = async (ledger: FolderLedger, budget = 'spend'): Promise<unknown> =>
  (await ledger.list()).find((key) => key.budget === budget)?.used ?? 0;

describe('a gate refuses to start', () => {
  test('with budgets and without a ledger', async () => {
    const problem =
      'the ruleset has budgets: give `ledger` (openLedger of ferrule/ledger), or decide through a service with `url`';
    expect(() => createGate({ engine })).toThrow(problem);
    expect(() => createGate({ engine, mode: 'observe' })).toThrow(problem);
    await expect(openGate({ engine })).rejects.toThrow(problem);
  });

  test('with a ledger that nothing would count on, or one of another make', async () => {
    const ledger = await newLedger();
    const options = [
      { url: 'http://127.0.0.1:1', token: 't', ruleset: 'r', ledger },
      { decider: { decide: () => Promise.reject(new Error()), keep: () => undefined }, ledger },
    ] as unknown as readonly GateOptions[];
    for (const each of options)
      expect(() => createGate(each)).toThrow('`ledger` needs `engine`: a service counts by itself');
    const other = { engine, ledger: { folder: '/x' }, onWarning } as unknown as GateOptions;
    expect(() => createGate(other)).toThrow('`ledger` must come from openLedger()');
  });
});

test('an allow counts, each attempt anew, whatever id the model gives it', async () => {
  const ledger = await newLedger();
  const gate = gateOn(ledger);
  const call = pay(30, { callId: 'same' });
  for (let i = 0; i < 3; i++)
    expect(await gate.decide(call)).toMatchObject({
      ...{ verdict: 'allow', counted: true, replayed: false, exceededBudgets: [], reservation: null },
    });
  expect(await usedOf(ledger)).toBe(90);
  expect(await gate.decide(pay(30))).toMatchObject({
    ...{ verdict: 'escalate', counted: false, exceededBudgets: ['spend'] },
  });
  expect(await usedOf(ledger)).toBe(90);
  // The agent is what `per` and the keys belong to.
  expect(await gate.decide(pay(30, { agent: 'a2' }))).toMatchObject({ verdict: 'allow' });
});

test('without an amount nothing is allowed, and one that cannot be counted is refused', async () => {
  const gate = gateOn(await newLedger());
  expect(await gate.decide(pay(undefined, { args: {} }))).toMatchObject({
    verdict: 'deny',
    code: 'budget_unknown',
  });
  for (const amount of [-1, 1.5])
    expect(await gate.decide(pay(amount))).toMatchObject({ verdict: 'deny', code: 'engine_failed' });
});

test('the same key is the same attempt: it counts once, and is allowed once', async () => {
  const folder = await newFolder();
  const ledger = await newLedger(folder);
  const gate = gateOn(ledger);
  const call = pay(30, { idempotencyKey: 'k-1' });
  const first = await gate.decide(call);
  expect(first).toMatchObject({ verdict: 'allow', replayed: false });
  expect(await gate.decide(call)).toMatchObject({
    ...{ verdict: 'deny', code: 'decision_repeated', decisionId: first.decisionId },
  });
  // Another process does not know whether the call was made: the host does.
  expect(await gateOn(await newLedger(folder)).decide(call)).toMatchObject({
    ...{ verdict: 'allow', replayed: true, counted: true, decisionId: first.decisionId },
  });
  expect(await usedOf(ledger)).toBe(30);
  expect(await gate.decide(pay(31, { idempotencyKey: 'k-1' }))).toMatchObject({
    ...{ verdict: 'deny', code: 'engine_failed', reason: 'the key was used for another request' },
  });
  for (const idempotencyKey of ['', 'ü', 7 as unknown as string])
    expect(await gate.decide(pay(1, { idempotencyKey }))).toMatchObject({
      ...{ verdict: 'deny', code: 'invalid_arguments' },
      reason: 'idempotencyKey must be 1 to 200 characters of printable ASCII',
    });
});

test('a verdict that could not be reported can be repeated with its key', async () => {
  const ledger = await newLedger();
  let isBroken = true;
  const onVerdict = (): void => {
    if (isBroken) throw new Error('the record is full');
  };
  const gate = gateOn(ledger, { onVerdict });
  const call = pay(30, { idempotencyKey: 'k-1' });
  expect(await gate.decide(call)).toMatchObject({ verdict: 'deny', code: 'record_failed' });
  isBroken = false;
  expect(await gate.decide(call)).toMatchObject({ verdict: 'allow', replayed: true });
  expect(await usedOf(ledger)).toBe(30);
});

test('an observing gate counts nothing, and `observe` settles nothing', async () => {
  const ledger = await newLedger();
  const watching = gateOn(ledger, { mode: 'observe' });
  for (let i = 0; i < 5; i++)
    expect(await watching.decide(pay(100))).toMatchObject({
      ...{ verdict: 'allow', observed: 'allow', counted: false },
    });
  expect(await watching.decide(pay(101))).toMatchObject({ verdict: 'allow', observed: 'escalate' });
  expect(await ledger.list()).toEqual([]);
  const held = await engineOf(HELD);
  const gate = gateOn(ledger, { engine: held } as Partial<GateOptions>);
  const call = pay(30, { session: 's1' });
  const { reservation, decisionId } = await gate.decide(call);
  expect(reservation).toBe(decisionId);
  await gate.observe({ session: 's1', tool: 'pay', callId: call.callId, result: { amount: 1 } });
  expect(await ledger.reservation(reservation!)).toMatchObject({ state: 'reserved' });
});

test('an allow that the gate cannot act on counts nothing', async () => {
  const ledger = await newLedger();
  const owing = pay(30, { tool: 'owe' });
  expect(await gateOn(ledger).decide(owing)).toMatchObject({ verdict: 'deny', code: 'unhandled_obligation' });
  expect(await ledger.list()).toEqual([]);
  const able = gateOn(ledger, { obligations: { log: () => undefined } });
  expect(await able.decide(owing)).toMatchObject({ verdict: 'allow', counted: true });
});

test('an approval lets the exceeded budget be exceeded, counts in full and is used once', async () => {
  const ledger = await newLedger();
  const approvals = memoryApprovals();
  const gate = gateOn(ledger, { approvals });
  expect(await gate.decide(pay(90))).toMatchObject({ verdict: 'allow' });
  const call = pay(50);
  const { verdict, approval = '' } = await gate.decide(call);
  expect(verdict).toBe('escalate');
  expect(await gate.approvals.find(approval)).toMatchObject({ budgets: ['spend'], state: 'pending' });
  await gate.approvals.answer(approval, 'approved', 'ann', Date.now());
  // Two attempts with one approval: one of them counts.
  const both = await Promise.all([gate.decide(call), gateOn(ledger, { approvals }).decide(call)]);
  expect(both.map((each) => each.verdict).sort()).toEqual(['allow', 'deny']);
  expect(both.find((each) => each.verdict === 'allow')).toMatchObject({ counted: true, approval });
  expect(both.find((each) => each.verdict === 'deny')).toMatchObject({ code: 'approval_refused' });
  expect(await usedOf(ledger)).toBe(140);
  // It approves no other budget.
  const large = [pay(500), pay(501)];
  for (const each of large) {
    const asked = await gate.decide(each);
    await gate.approvals.answer(asked.approval ?? '', 'approved', 'ann', Date.now());
  }
  expect(await gate.decide(large[0]!)).toMatchObject({ verdict: 'allow', exceededBudgets: ['spend'] });
  expect(await gate.decide(large[1]!)).toMatchObject({ verdict: 'deny', exceededBudgets: ['spend', 'hard'] });
  expect(await usedOf(ledger)).toBe(640);
});

test('a ledger that fails allows nothing', async () => {
  const ledger = await newLedger();
  const gate = gateOn(ledger);
  await ledger.close();
  expect(await gate.decide(pay(1))).toMatchObject({ verdict: 'deny', code: 'engine_failed' });
});

test('a ledger of the agent’s user is warned about', async () => {
  const ledger = await newLedger();
  const told: string[] = [];
  createGate({ engine, ledger, onWarning: (text) => void told.push(text) });
  expect(told).toEqual([expect.stringContaining(`the ledger ${ledger.folder} can be written by the user`)]);
  const warnings: (Error & { code?: string })[] = [];
  const listen = (warning: Error): void => void warnings.push(warning);
  process.on('warning', listen);
  createGate({ engine, ledger });
  createGate({ engine, ledger });
  await sleep(10);
  process.off('warning', listen);
  expect(warnings.map(({ code }) => code)).toEqual(['FERRULE_LEDGER']);
});

/** Executes a call through an adapter; returns the number of executions. */
const toolCall = (amount: number) => ({
  type: 'function_call',
  callId: 'call_1',
  name: 'pay',
  arguments: JSON.stringify({ amount }),
});
const ADAPTERS: readonly (readonly [string, (gate: Gate, amount: number) => Promise<number>])[] = [
  [
    'AI SDK',
    async (gate, amount) => {
      let made = 0;
      const execute = async (_input: object, _call: object): Promise<number> => ++made;
      const tool = aiSdkGate(gate, { agent: 'a1' }).tool('pay', { execute });
      const call = { toolCallId: 'call_1' };
      // The SDK asks first, and again when it makes the call.
      const { needsApproval } = tool as unknown as {
        needsApproval: (...args: unknown[]) => Promise<boolean>;
      };
      await needsApproval({ amount }, call);
      await tool.execute({ amount }, call).catch(() => 0);
      return made;
    },
  ],
  [
    'LangChain',
    async (gate, amount) => {
      let made = 0;
      const parts = { interrupt: () => undefined, ToolMessage: Object };
      const request = { toolCall: { name: 'pay', args: { amount }, id: 'call_1' } };
      await langChainGate(gate, { agent: 'a1' }, parts).wrapToolCall(request, async () => ++made);
      return made;
    },
  ],
  [
    'OpenAI Agents',
    async (gate, amount) => {
      const { guardrail, needsApproval } = openAiAgentsGate(gate, { agent: 'a1' });
      await needsApproval('pay')({}, { amount }, 'call_1');
      const { behavior } = await guardrail.run({ context: {}, toolCall: toolCall(amount) });
      return behavior.type === 'allow' ? 1 : 0;
    },
  ],
  [
    'Claude Agent SDK',
    async (gate, amount) => {
      const hook = claudeAgentHooks(gate, { agent: 'a1' }).PreToolUse[0]?.hooks[0];
      const of = { tool_name: 'pay', tool_use_id: 'call_1', tool_input: { amount } };
      const answer = await hook?.({ hook_event_name: 'PreToolUse', session_id: 's1', ...of });
      return answer?.hookSpecificOutput.permissionDecision === 'allow' ? 1 : 0;
    },
  ],
];

test.each(ADAPTERS)('%s: each execution counts once, and none passes the limit', async (_name, execute) => {
  const ledger = await newLedger();
  const gate = gateOn(ledger);
  let made = 0;
  // A model repeats its ids.
  for (let i = 0; i < 5; i++) made += await execute(gate, 40);
  expect(made).toBe(2);
  expect(await usedOf(ledger)).toBe(80);
});
