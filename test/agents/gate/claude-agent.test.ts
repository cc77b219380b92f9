import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claudeAgentHooks } from '../../../agents/gate/adapters/claude-agent.ts';
import { writeEntry } from '../../../library/node/compile-cache/cache-entry.ts';
import { createGate, type GateOptions, type ToolCall } from '../../../agents/gate/gate.ts';
import { runCli } from '../../cli/run-cli.ts';
import { faultyRules } from '../../server/support/faulty-rules.ts';
import { full } from '../../full.ts';
import { engine, FAULTS, POLICY } from './support/policy.ts';

/** An event as the SDK and the command line of Claude Code write it. */
const event = (tool: string, more: object = {}): Readonly<Record<string, unknown>> => ({
  session_id: '5f3c',
  transcript_path: '/home/ann/.claude/projects/app/5f3c.jsonl',
  cwd: '/home/ann/app',
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: { path: '/x' },
  tool_use_id: 'toolu_01',
  ...more,
});

async function ask(input: unknown, options: GateOptions = { engine }): Promise<readonly string[]> {
  const { PreToolUse } = claudeAgentHooks(createGate(options), { agent: 'a1' });
  const answer = await PreToolUse[0]?.hooks[0]?.(input);
  const { permissionDecision = '', permissionDecisionReason = '' } = answer?.hookSpecificOutput ?? {};
  return [permissionDecision, permissionDecisionReason];
}

describe('the hook of the Claude Agent SDK', () => {
  it('blocks the call when it fails itself', () => {
    const { PreToolUse } = claudeAgentHooks(createGate({ engine }), { agent: 'a1' });
    expect(PreToolUse.map(({ onFailure }) => onFailure)).toEqual(['block']);
  });

  it('allows, denies with the reason, and requests approval', async () => {
    expect(await ask(event('read'))).toEqual(['allow', 'reading is fine']);
    expect(await ask(event('remove'))).toEqual([
      'deny',
      expect.stringContaining('{"denied":"nothing is removed","code":"deny","decision_id":"') as string,
    ]);
    expect(await ask(event('write'))).toEqual(['ask', 'writing needs a person']);
  });

  it.each(['bypassPermissions', 'dontAsk', 'auto', 'later', undefined])(
    'denies escalated calls in the mode %s, which has no prompt',
    async (mode) => {
      const [decision, reason] = await ask(event('write', { permission_mode: mode }));
      expect([decision, reason]).toEqual(['deny', expect.stringContaining('needs_approval')]);
    },
  );

  it('lets a call through that a person has approved at the gate', async () => {
    const gate = createGate({ engine });
    const hook = claudeAgentHooks(gate, { agent: 'a1' }).PreToolUse[0]?.hooks[0];
    const input = event('write', { permission_mode: 'dontAsk' });
    await hook?.(input);
    const [waiting] = await gate.approvals.list();
    await gate.approvals.answer(waiting?.id ?? '', 'approved', 'ann', Date.now());
    const again = await hook?.(event('write', { permission_mode: 'dontAsk', tool_use_id: 'toolu_02' }));
    expect(again?.hookSpecificOutput.permissionDecision).toBe('allow');
  });

  it('passes the session and the origin of the tool to the rules', async () => {
    const calls: ToolCall[] = [];
    const mcp_server = { name: 'github', source: 'project' };
    await ask(event('read', { mcp_server }), {
      engine,
      onVerdict: (_verdict, call) => void calls.push(call),
    });
    expect(calls).toMatchObject([
      { agent: 'a1', session: '5f3c', server: 'project:github', callId: 'toolu_01' },
    ]);
  });

  it.each([
    ['nothing', undefined],
    ['a text', 'PreToolUse'],
    ['another event', event('read', { hook_event_name: 'PostToolUse' })],
    ['no session', event('read', { session_id: undefined })],
    ['no name of a tool', event('')],
    ['no id', event('read', { tool_use_id: 7 })],
    ['a server that is none', event('read', { mcp_server: 'github' })],
    ['no input', event('read', { tool_input: undefined })],
  ])('denies an event with %s', async (_, input) => {
    expect(await ask(input)).toEqual(['deny', expect.stringContaining('invalid_arguments')]);
  });

  it.each(FAULTS)('denies: %s', async (code, options, tool) => {
    expect(await ask(event(tool), options)).toEqual(['deny', expect.stringContaining(code)]);
  });
});

describe('ferrule hook claude', () => {
  let folder: string;
  let rules: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-hook-'));
    rules = join(folder, 'gate.yaml');
    await writeFile(rules, POLICY);
    await writeFile(join(folder, 'broken.yaml'), POLICY.replace('slot: tool', 'slot: tol'));
    await writeFile(join(folder, 'faults.yaml'), faultyRules('$.tool.name', '$.call.args.n'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function hook(input: string, ruleset = rules, ...words: readonly string[]): Promise<unknown> {
    const { code, out, err } = await runCli(['hook', 'claude', '--ruleset', ruleset, ...words], input);
    // The tests' own folder can be written by who runs them.
    const lines = err.split('\n').slice(0, -1);
    expect(lines.filter((line) => !line.includes('so the agent can change its own rules'))).toEqual([]);
    expect(code).toBe(0);
    return JSON.parse(out);
  }
  const answer = (decision: string, reason: unknown) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });

  it('handles an event', async () => {
    expect(await hook(JSON.stringify(event('read')))).toEqual(answer('allow', 'reading is fine'));
    expect(await hook(JSON.stringify(event('write')))).toEqual(answer('ask', 'writing needs a person'));
    expect(await hook(JSON.stringify(event('remove')))).toEqual(
      answer(
        'deny',
        expect.stringContaining('{"denied":"nothing is removed","code":"deny","decision_id":"') as string,
      ),
    );
  });

  it('brings the facts that are known beside the call', async () => {
    const facts = join(folder, 'facts.json');
    const known = [{ template: 'call', data: { tool: 'remove' } }];
    await writeFile(facts, JSON.stringify(known));
    const decided = await hook(JSON.stringify(event('read')), rules, '--facts', facts);
    expect(decided).toMatchObject(answer('deny', expect.stringContaining('nothing is removed')));
  });

  const DENIED: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['an event that is cut off', '{"hook_event_name": "PreTool', 'gate.yaml', []],
    [
      'an event with a repeated key that is escaped',
      JSON.stringify(event('read')).replace('{', '{"tool\\u005fname":"remove",'),
      'gate.yaml',
      [],
    ],
    ['a ruleset that does not compile', JSON.stringify(event('read')), 'broken.yaml', []],
    ['facts that are not there', JSON.stringify(event('read')), 'gate.yaml', ['--facts', 'none.json']],
    [
      'an event of too many characters',
      JSON.stringify(event('read', { tool_input: { text: 'x'.repeat(16_000_000) } })),
      'gate.yaml',
      [],
    ],
    [
      'an event of too many values',
      JSON.stringify(event('read', { tool_input: { list: Array(100_000).fill({}) } })),
      'gate.yaml',
      [],
    ],
    ['nothing at all', '', 'gate.yaml', []],
    [
      'an event with a repeated key',
      JSON.stringify(event('read')).replace('{', '{"tool_name":"remove",'),
      'gate.yaml',
      [],
    ],
    [
      'arguments with a repeated key',
      JSON.stringify(event('read')).replace('"tool_input":{', '"tool_input":{"x":1,"x":2,'),
      'gate.yaml',
      [],
    ],
    [
      'arguments with a repeated key that is escaped, deep below',
      JSON.stringify(event('read')).replace('"tool_input":{', '"tool_input":{"y":[{"x":1,"\\u0078":2}],'),
      'gate.yaml',
      [],
    ],
    ['another event', JSON.stringify(event('read', { hook_event_name: 'Stop' })), 'gate.yaml', []],
    ['no arguments', JSON.stringify(event('read', { tool_input: undefined })), 'gate.yaml', []],
    ['a ruleset that is not there', JSON.stringify(event('read')), 'none.yaml', []],
  ];

  // A process for each: those left out of a plain run are tried on the hook of the SDK, or are like one of these.
  it.each(DENIED.slice(0, full(DENIED.length, 4)))('denies %s', async (_, input, file, words) => {
    const decided = await hook(input, join(folder, file), ...words);
    expect(decided).toEqual(answer('deny', expect.stringContaining('"denied"')));
  });

  const FAILED = [
    ['evaluation_timeout', 'grow', 'faults.yaml'],
    ['engine_failed', 'divide', 'faults.yaml'],
    ['unknown_decision', 'elsewhere', 'faults.yaml'],
    ['unhandled_obligation', 'list', 'gate.yaml'],
  ] as const;

  it.each(FAILED.slice(0, full(FAILED.length, 1)))('denies: %s', async (code, tool, file) => {
    const input = JSON.stringify(event(tool, { tool_input: { n: 0 } }));
    const decided = await hook(input, join(folder, file), '--budget', '500ms');
    expect(decided).toEqual(answer('deny', expect.stringContaining(code)));
  });

  it('warns of a ruleset and of facts that the user of the agent may write', async () => {
    const facts = join(folder, 'known.json');
    await writeFile(facts, '[]');
    const words = ['hook', 'claude', '--ruleset', rules, '--facts', facts];
    const { err } = await runCli(words, JSON.stringify(event('read')));
    const warning = (path: string): string =>
      `ferrule: warning: ${path} can be written by the user that the agent runs as, so the agent can change its own rules: install it for another user (docs/guides/agents.md)\n`;
    expect(err).toBe(warning(rules) + warning(facts));
  });

  it.runIf(process.getuid?.() === 0)('does not warn of a ruleset that belongs to another user', async () => {
    await chmod(folder, 0o755);
    const home = await mkdtemp(join(tmpdir(), 'ferrule-home-'));
    const child = spawnSync(process.execPath, ['dist/cli.js', 'hook', 'claude', '--ruleset', rules], {
      input: JSON.stringify(event('read')),
      env: { HOME: home },
      uid: 65534,
      gid: 65534,
      encoding: 'utf8',
    });
    await rm(home, { recursive: true });
    expect([child.status, child.stderr]).toEqual([0, '']);
    expect(JSON.parse(child.stdout)).toEqual(answer('allow', 'reading is fine'));
  });

  it('never takes what a cache holds: the agent could have written it', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'ferrule-cache-'));
    const decide = async (): Promise<unknown> => {
      const words = ['hook', 'claude', '--ruleset', rules];
      const { out } = await runCli(words, JSON.stringify(event('remove')), { XDG_CACHE_HOME: cache });
      return JSON.parse(out);
    };
    await decide();
    const kept = join(cache, 'ferrule');
    const names = await readdir(kept);
    expect(names).toHaveLength(1);
    for (const name of names) {
      const body = (await readFile(join(kept, name))).toString('latin1').replace(/^.*\n/, '');
      const poisoned = Buffer.from(body.replaceAll('nothing is removed', 'all may be removed'), 'latin1');
      await writeFile(join(kept, name), writeEntry(name, poisoned));
    }
    expect(await decide()).toEqual(answer('deny', expect.stringContaining('nothing is removed')));
    await rm(cache, { recursive: true });
  });

  it('decides again after a prompt: no approval is stored', async () => {
    const input = JSON.stringify(event('write'));
    for (let i = 0; i < 2; i++) expect(await hook(input)).toEqual(answer('ask', 'writing needs a person'));
    const alone = JSON.stringify(event('write', { permission_mode: 'bypassPermissions' }));
    expect(await hook(alone)).toEqual(answer('deny', expect.stringContaining('needs_approval')));
  });

  const WRONG: readonly (readonly [readonly string[], string])[] = [
    [['hook', 'claude'], 'needs --ruleset'],
    [['hook'], 'needs AGENT'],
    [['hook', 'other', '--ruleset', 'x'], "unknown agent 'other'"],
    [['hook', 'claude', '--rulset', 'x'], '--ruleset'],
    [['hook', 'claude', '--ruleset', 'x', '--budget', 'long'], '--budget needs a time'],
  ];

  it.each(WRONG.slice(0, full(WRONG.length, 1)))(
    'blocks the call by its exit code for %j',
    async (words, problem) => {
      const { code, out, err } = await runCli(words, JSON.stringify(event('read')));
      expect([code, out, err]).toEqual([2, '', expect.stringContaining(problem)]);
    },
  );
});
