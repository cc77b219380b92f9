/** The MCP proxy in front of a server that notes what reaches it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localDecider } from '../../agents/gate/local-decider.ts';
import { Engine } from '../../library/node/engine.ts';
import type { Message, Wire } from '../../agents/mcp/message.ts';
import { createPolicy } from '../../agents/mcp/policy.ts';
import { startRelay } from '../../agents/mcp/relay.ts';
import { woundTree } from '../hostile-fuzz/draw-tree.ts';
import type { Dice } from '../judge/dice.ts';
import { drawValues, type DrawnValues } from './draw-document.ts';
import { policyText } from './policy.ts';

export interface FuzzedProxy {
  /** Sends a drawn message; resolves on its response, with the values of the calls that reached the server. */
  readonly attempt: (
    dice: Dice,
  ) => Promise<{ readonly input: string; readonly forwarded: readonly DrawnValues['exact'][] }>;
  readonly close: () => Promise<void>;
}

const TOOL = { name: 't', inputSchema: { type: 'object' } };
const METHODS = [
  'tools/list',
  'prompts/list',
  'ping',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'x/y',
] as const;
/** A message without a response is skipped. */
const WAIT_MS = 50;

export async function startProxy(): Promise<FuzzedProxy> {
  const engine = await Engine.fromSources([{ path: 'call.yaml', text: policyText('call') }]);
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-mcp-fuzz-'));
  const idle = (): Promise<void> => Promise.resolve();
  const waiting = new Map<unknown, () => void>();
  let isClosed = false;
  const once = (close: () => void): void => {
    if (!isClosed) {
      isClosed = true;
      close();
    }
  };
  let reached: DrawnValues['exact'][] = [];
  const client: Wire = {
    start: idle,
    close: async () => once(() => client.onclose?.()),
    send: ({ id }) => {
      waiting.get(id)?.();
      return idle();
    },
  };
  const upstream: Wire = {
    start: idle,
    close: idle,
    send: (message) => {
      if (message.method === 'tools/call') reached.push(executed(message.params?.['arguments']));
      const result = message.method === 'tools/list' ? { tools: [TOOL] } : { content: [] };
      if (message.id !== undefined && message.method !== undefined)
        queueMicrotask(() => upstream.onmessage?.({ jsonrpc: '2.0', id: message.id!, result }));
      return idle();
    },
  };
  await startRelay({
    ...{
      client,
      upstream,
      session: 's',
      server: 'fuzz',
      lock: join(folder, 'lock'),
      passed: new Set<string>(),
    },
    policy: createPolicy({ decider: localDecider(engine) }, { agent: 'a', session: 's', server: 'fuzz' }),
    observes: false,
    elicits: false,
    tell: () => undefined,
  });
  let last = 0;
  const ask = async (message: object, id: number): Promise<void> => {
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
    client.onmessage?.(message as Message);
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, WAIT_MS).unref())]);
    waiting.delete(id);
  };
  await ask({ jsonrpc: '2.0', id: 0, method: 'tools/list' }, 0);
  let turn: Promise<unknown> = Promise.resolve();
  const attempt = async (dice: Dice): ReturnType<FuzzedProxy['attempt']> => {
    const id = ++last;
    const message = drawMessage(dice, id);
    reached = [];
    await ask(message as Message, id);
    return { input: JSON.stringify(message), forwarded: reached };
  };
  return {
    // One at a time, so that what reaches the server belongs to what was sent.
    attempt: (dice) => {
      const made = turn.then(() => attempt(dice));
      turn = made.catch(() => undefined);
      return made;
    },
    async close() {
      await client.close();
      await rm(folder, { recursive: true });
    },
  };
}

function drawMessage(dice: Dice, id: number): unknown {
  const args = JSON.parse(drawValues(dice).text) as unknown;
  const call = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 't', arguments: args } };
  const share = dice.int(1, 100);
  if (share <= 60) return call;
  if (share <= 85) return { ...call, params: woundTree(dice, call.params) };
  return { jsonrpc: '2.0', id, method: dice.pick(METHODS), params: dice.percent(50) ? call.params : {} };
}

/** Arguments that the server executes, from their JSON text. */
function executed(args: unknown): DrawnValues['exact'] {
  const { n, s } = (args ?? {}) as { readonly n?: unknown; readonly s?: unknown };
  return {
    n: typeof n === 'number' && Number.isInteger(n) ? BigInt(n) : null,
    s: typeof s === 'string' ? s : '',
  };
}
