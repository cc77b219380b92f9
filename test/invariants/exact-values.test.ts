/** No entry point allows what the engine would not allow for the same exact values. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGate } from '../../agents/gate/gate.ts';
import { localDecider } from '../../agents/gate/local-decider.ts';
import { Engine } from '../../library/node/engine.ts';
import { GRPC_DOORS, HTTP_DOORS } from '../../tools/api-fuzz/doors.ts';
import { drawValues, type DrawnValues } from '../../tools/api-fuzz/draw-document.ts';
import { createOracle } from '../../tools/api-fuzz/oracle.ts';
import { policyText } from '../../tools/api-fuzz/policy.ts';
import { seededDice } from '../../tools/api-fuzz/seeded-dice.ts';
import { startFuzzed, type FuzzedService } from '../../tools/api-fuzz/world.ts';
import { runCli } from '../cli/run-cli.ts';
import { serving, startSession, tool } from '../agents/mcp/support.ts';
import { full } from '../full.ts';

const SEED = Number(process.env['FERRULE_SEED'] ?? 20_261);
const DRAWS = full(200, 60);
/** Each starts a process. */
const CLI_DRAWS = full(12, 4);

let service: FuzzedService;
let allows: (exact: DrawnValues['exact']) => boolean;
const engine = await Engine.fromSources([{ path: 'call.yaml', text: policyText('call') }]);

beforeAll(async () => {
  [service, allows] = await Promise.all([startFuzzed(), createOracle()]);
});
afterAll(() => service.close());

interface Tally {
  allowed: number;
  /** Values that were allowed and should not have been. */
  readonly opened: string[];
}

function judge(tally: Tally, values: DrawnValues, allowed: boolean, oracle = allows(values.exact)): void {
  if (!allowed) return;
  tally.allowed++;
  if (!oracle) tally.opened.push(values.text);
}

test.each([...HTTP_DOORS, ...GRPC_DOORS])('$name', async (door) => {
  const tally: Tally = { allowed: 0, opened: [] };
  const token = service.tokens.get('evaluate')!;
  const world = { url: service.url, token, grpc: service.grpcAs(token) };
  for (let index = 0; index < DRAWS; index++) {
    const dice = seededDice(SEED, index);
    const values = drawValues(dice);
    judge(tally, values, (await door.knock(values, dice, world)).allows);
  }
  expect(tally.opened).toEqual([]);
  expect(tally.allowed).toBeGreaterThan(0);
});

test('the command line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-exact-'));
  const tally: Tally = { allowed: 0, opened: [] };
  await writeFile(join(folder, 'call.yaml'), policyText('call'));
  for (let index = 0; index < CLI_DRAWS; index++) {
    const values = drawValues(seededDice(SEED, index));
    await writeFile(join(folder, 'facts.json'), `[{"template":"request","data":${values.text}}]`);
    await writeFile(join(folder, 'input.json'), `{"call":{"args":${values.text}}}`);
    const from =
      index % 2 === 0 ? ['--facts', join(folder, 'facts.json')] : ['--input', join(folder, 'input.json')];
    const { code, out } = await runCli(['evaluate', join(folder, 'call.yaml'), ...from, '--no-cache']);
    judge(tally, values, code === 0 && (JSON.parse(out) as { decision: string }).decision === 'allow');
  }
  await rm(folder, { recursive: true });
  expect(tally.opened).toEqual([]);
});

/** Effect of these arguments in the called program. */
function asExecuted(args: unknown): DrawnValues['exact'] {
  const { n, s } = args as { readonly n?: unknown; readonly s?: unknown };
  const isExact = typeof n === 'bigint' || (typeof n === 'number' && Number.isInteger(n));
  return { n: isExact ? BigInt(n) : null, s: typeof s === 'string' ? s : '' };
}

test('a gate with an engine, and one with a service', async () => {
  const token = service.tokens.get('evaluate')!;
  const gates = [createGate({ engine }), createGate({ url: service.url, token, ruleset: 'call' })];
  for (const gate of gates) {
    const tally: Tally = { allowed: 0, opened: [] };
    for (let index = 0; index < DRAWS; index++) {
      const values = drawValues(seededDice(SEED, index));
      const args = JSON.parse(values.text) as unknown;
      const { verdict } = await gate.decide({ agent: 'a', tool: 't', callId: 'c', args });
      judge(tally, values, verdict === 'allow', allows(asExecuted(args)));
    }
    expect(tally.opened).toEqual([]);
    expect(tally.allowed).toBeGreaterThan(0);
  }
});

test('the MCP proxy forwards no call whose arguments, as the server gets them, would be denied', async () => {
  const listed = [tool('t', { inputSchema: { type: 'object' } })];
  const session = await startSession(
    serving(() => listed),
    { gate: { decider: localDecider(engine) } },
  );
  await session.request('tools/list');
  for (let index = 0; index < DRAWS; index++) {
    const values = drawValues(seededDice(SEED, index));
    await session.call('t', JSON.parse(values.text));
  }
  const forwarded = session.atServer.filter(({ method }) => method === 'tools/call');
  const opened = forwarded.filter(({ params }) => {
    const [, args = ''] = /"arguments":(.*)\}$/.exec(JSON.stringify(params)) ?? [];
    return !allows(asExecuted(JSON.parse(args)));
  });
  await session.close();
  expect(opened).toEqual([]);
});
