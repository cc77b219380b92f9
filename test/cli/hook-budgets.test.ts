/** `ferrule hook` with a ruleset that has budgets: only a service counts. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBudgets, type BudgetServer } from '../server/budgets/server.ts';
import { runCli } from './run-cli.ts';

const POLICY = `
rules:
  pay: { allow: ok, if: input.tool.name == "pay" }
  ask: { escalate: "a person decides", if: input.tool.name == "ask" }
budgets:
  spend:
    { for: input, per: input.agent, amount: input.call.args.amount, limit: 100, window: 24h, on_exceed: escalate,
      if: input.tool.name == "pay", reason: "{used} spent" }
`;
let server: BudgetServer;
let folder: string;
let rules: string;

beforeAll(async () => {
  server = await startBudgets({ 'spend.yaml': POLICY });
  folder = await mkdtemp(join(tmpdir(), 'ferrule-hook-budgets-'));
  rules = join(folder, 'spend.yaml');
  await writeFile(rules, POLICY);
});
afterAll(async () => {
  await server.end();
  await rm(folder, { recursive: true });
});

/** The decision on an event, and its reason. */
async function hook(
  tool: string,
  amount: number,
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<readonly [string, string]> {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's1',
    permission_mode: 'default',
    ...{ tool_name: tool, tool_use_id: 'toolu_1', tool_input: { amount } },
  };
  const args = ['hook', 'claude', '--ruleset', rules, ...words];
  const { code, out } = await runCli(args, JSON.stringify(event), environment);
  expect(code).toBe(0);
  const { hookSpecificOutput: answer } = JSON.parse(out) as {
    readonly hookSpecificOutput: { permissionDecision: string; permissionDecisionReason: string };
  };
  return [answer.permissionDecision, answer.permissionDecisionReason];
}
const atService = (token = 'spender'): Readonly<Record<string, string>> => ({
  FERRULE_URL: server.url,
  FERRULE_TOKEN: token,
});

test('refuses without a service, or without a token for it', async () => {
  const [decision, reason] = await hook('pay', 1, { FERRULE_URL: '', SERVICE_URL: '' });
  expect(decision).toBe('deny');
  expect(JSON.parse(reason)).toEqual({
    denied: 'the ruleset has budgets, which a hook cannot count: set FERRULE_URL to a service',
    code: 'engine_failed',
  });
  const [withoutToken, why] = await hook('pay', 1, { FERRULE_URL: server.url, FERRULE_TOKEN: '' });
  expect([withoutToken, JSON.parse(why)]).toMatchObject([
    'deny',
    { denied: 'hook needs a token in FERRULE_TOKEN' },
  ]);
  const [wrongUrl, text] = await hook('pay', 1, { FERRULE_URL: 'ftp://x', FERRULE_TOKEN: 't' });
  expect([wrongUrl, text]).toEqual(['deny', expect.stringContaining('must be a URL')]);
  const [away, unreachable] = await hook('pay', 1, { FERRULE_URL: 'http://127.0.0.1:1', FERRULE_TOKEN: 't' });
  expect([away, JSON.parse(unreachable)]).toMatchObject(['deny', { code: 'engine_unreachable' }]);
});

test('the service counts each call, and an exceeded budget that escalates is a deny', async () => {
  expect(await hook('pay', 60, atService())).toEqual(['allow', 'ok']);
  const [decision, reason] = await hook('pay', 41, atService());
  expect(decision).toBe('deny');
  expect(JSON.parse(reason)).toMatchObject({ denied: '60 spent', approval: expect.any(String) as string });
  expect(await hook('pay', 40, atService())).toEqual(['allow', 'ok']);
  // What the rules escalate is asked, as without budgets.
  expect(await hook('ask', 1, atService())).toEqual(['ask', 'a person decides']);
  const { body } = await server.send('GET', '/v1/budgets');
  expect(body['budgets']).toMatchObject([{ ruleset: 'spend.yaml', used: 100 }]);
});

test('the ruleset has the name that --service-ruleset gives', async () => {
  const [decision, reason] = await hook('pay', 1, atService(), '--service-ruleset', 'other.yaml');
  expect([decision, JSON.parse(reason)]).toMatchObject([
    'deny',
    { denied: expect.stringContaining('no such ruleset') as string },
  ]);
});

test('a service with a mounted ruleset decides without sessions', async () => {
  const mounted = await startBudgets(
    { 'spend.yaml': POLICY },
    { SERVICE_RULESET: '$FOLDER/root/spend.yaml' },
  );
  const environment = { FERRULE_URL: mounted.url, FERRULE_TOKEN: 'spender' };
  expect(await hook('pay', 60, environment)).toEqual(['allow', 'ok']);
  expect((await hook('pay', 41, environment))[0]).toBe('deny');
  await mounted.end();
});
