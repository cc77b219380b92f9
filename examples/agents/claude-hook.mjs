// The hooks of the Claude Agent SDK, and the same events as a command hook: node examples/agents/claude-hook.mjs
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Engine } from 'ferrule';
import { createGate } from 'ferrule/gate';
import { claudeAgentHooks } from 'ferrule/gate/claude-agent';

const policy = fileURLToPath(new URL('policy.yaml', import.meta.url));
const engine = await Engine.fromRules(policy);
// query({ prompt, options: { hooks } })
const hooks = claudeAgentHooks(createGate({ engine }), { agent: 'a1' });

/** As the SDK hands it over. */
const eventOf = (tool) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's1',
  permission_mode: 'default',
  tool_name: tool,
  tool_input: { path: '/notes' },
  tool_use_id: 'toolu_01',
});
const withoutId = (text) => text.replace(/"decision_id":"[^"]*"/, '"decision_id":"…"');
const show = (how, tool, { hookSpecificOutput: { permissionDecision, permissionDecisionReason } }) =>
  console.log(`${how} ${tool}: ${permissionDecision}, ${withoutId(permissionDecisionReason)}`);

for (const tool of ['read', 'remove', 'write'])
  show('hook', tool, await hooks.PreToolUse[0].hooks[0](eventOf(tool)));

const bin = join(dirname(fileURLToPath(import.meta.resolve('ferrule'))), 'cli.js');
for (const tool of ['read', 'remove', 'write']) {
  const input = JSON.stringify(eventOf(tool));
  const answer = execFileSync(process.execPath, [bin, 'hook', 'claude', '--ruleset', policy], { input });
  show('command', tool, JSON.parse(answer.toString()));
}
