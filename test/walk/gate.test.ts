/**
 * Both starters, and a gate over HTTP whose calls a person approves from another terminal, through a restart. The second needs
 * minutes of commands and is not in a plain run, which has its parts, without the packed package: the commands of a person in
 * test/server/approvals/command.test.ts, the restart in kept.test.ts beside it, the gate in test/agents/gate, and what the log
 * proves in test/evidence.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, installForWalk, type Installed } from './installed.ts';
import { FULL, full } from '../full.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** The program of an agent: `ask ID` makes a call and ends, `wait ID` makes it and waits for a person. */
const AGENT = `
import { openGate } from 'ferrule/gate';

const gate = await openGate({ ruleset: 'gate' });
const [how, callId] = process.argv.slice(2);
// The first request of a ruleset has the service compile it.
await gate.decide({ agent: 'a1', tool: 'search', callId: 'before ' + callId, args: { query: 'notes' } });
const call = { agent: 'a1', tool: 'write', callId, args: { path: '/srv/workspace/notes.md', content: callId } };
const begun = performance.now();
let verdict = await gate.decide(call);
console.log(verdict.verdict, Math.round(performance.now() - begun));
if (how === 'wait') {
  const { state } = await gate.approvals.wait(verdict.approval, { timeoutMs: 60_000 });
  console.log(state);
  verdict = await gate.decide(call);
  console.log(verdict.verdict);
}
`;

let installed: Installed;
const terminals: Terminal[] = [];
beforeAll(async () => {
  installed = await installForWalk();
});
afterAll(async () => {
  for (const terminal of terminals) await terminal.close();
  await installed.remove();
});

function openOne(environment: Readonly<Record<string, string>> = {}): Terminal {
  const terminal = openTerminal(installed.folder, { HOME: installed.folder, ...environment });
  terminals.push(terminal);
  return terminal;
}

/** Runs a command that must succeed, and returns what it prints. */
async function succeeds(terminal: Terminal, command: string): Promise<string> {
  const { out, code } = await terminal.run(command);
  expect(`${command}: ${code}`, out).toBe(`${command}: 0`);
  return out;
}

/** test/cli/init.test.ts tries both without the packed package; a plain run has the second. */
const STARTERS = [
  ['basic', 'rules/policy', ''],
  ['agent-gate', 'rules/gate', ' --template agent-gate'],
] as const;

it.each(STARTERS.slice(full(0, 1)))(
  'the starter %s is tested and valid as it is written',
  async (_, folder, options) => {
    const user = openOne();
    const begun = await succeeds(user, `npx ferrule init ${folder}${options}`);
    expect(begun).toContain(`Try: ferrule test ${folder}`);
    expect(await succeeds(user, `npx ferrule test ${folder}`)).toMatch(/^\d+ passed in/m);
    await succeeds(user, `npx ferrule validate --strict ${folder}`);
    await succeeds(user, `npx ferrule fmt --check ${folder}`);
  },
);

it.runIf(FULL)('a person approves calls from another terminal, and the log proves it', async () => {
  const port = await freePort();
  await writeFile(join(installed.folder, 'agent.mjs'), AGENT);
  const operator = openOne({ SERVICE_PORT: String(port) });
  await succeeds(operator, 'npx ferrule keygen --for attestation');
  await succeeds(
    operator,
    [
      'export GATEWAY=$(openssl rand -hex 24) ANN=$(openssl rand -hex 24)',
      'hash() { printf %s "$1" | sha256sum | cut -d" " -f1; }',
      'echo "{tokens: [{name: gateway, roles: [evaluate, session], sha256: $(hash $GATEWAY)}," > tokens.yaml',
      'echo "{name: ann, roles: [approver], sha256: $(hash $ANN)}]}" >> tokens.yaml',
      'export SERVICE_TOKENS_FILE=tokens.yaml SERVICE_API_TOKEN=$(openssl rand -hex 24)',
      'export SERVICE_AUDIT=file:log SERVICE_ATTESTATION_KEY_FILE=attestation.key',
    ].join('\n'),
  );
  const url = `http://127.0.0.1:${port}`;
  const serve = async (): Promise<void> => {
    await succeeds(
      operator,
      'node_modules/.bin/ferrule serve --root rules >> service.log 2>&1 & echo $! > service.pid',
    );
    await succeeds(
      operator,
      `until npx ferrule healthcheck --url ${url} > health.json 2>&1; do kill -0 $(cat service.pid) || { cat service.log; exit 1; }; sleep 1; done`,
    );
  };
  await serve();
  const tokenOf = async (name: string): Promise<string> => (await operator.run(`echo $${name}`)).out.trim();
  const agent = openOne({ FERRULE_URL: url, FERRULE_TOKEN: await tokenOf('GATEWAY') });
  const ann = openOne({ FERRULE_URL: url, FERRULE_TOKEN: await tokenOf('ANN') });
  const pending = async (): Promise<string> => {
    for (;;) {
      const listed = await succeeds(ann, 'npx ferrule approvals list --json');
      if (listed !== '') return (JSON.parse(listed) as { readonly id: string }).id;
    }
  };

  const waiting = succeeds(agent, 'node agent.mjs wait c1');
  const first = await pending();
  expect(await succeeds(ann, `npx ferrule approvals show ${first}`)).toContain('/srv/workspace/notes.md');
  expect(await succeeds(ann, `npx ferrule approvals approve ${first}`)).toBe(`${first} approved\n`);
  const waited = await waiting;
  expect(waited).toMatch(/^escalate \d+\napproved\nallow\n$/);
  console.log(`the first escalation took ${/\d+/.exec(waited)?.[0] ?? '?'} ms`);

  expect(await succeeds(agent, 'node agent.mjs ask c2')).toMatch(/^escalate/);
  const second = await pending();
  await succeeds(operator, 'kill $(cat service.pid); wait $(cat service.pid)');
  await serve();
  expect(await pending()).toBe(second);
  await succeeds(ann, `npx ferrule approvals approve ${second}`);
  expect(await succeeds(agent, 'node agent.mjs ask c2')).toMatch(/^allow/);
  expect(await succeeds(ann, 'npx ferrule approvals list')).toBe('');
  expect((await succeeds(ann, 'npx ferrule approvals list --state all')).split(first)).toHaveLength(3);
  await succeeds(operator, 'kill $(cat service.pid); wait $(cat service.pid)');

  expect(await succeeds(operator, 'npx ferrule audit verify log --key attestation.pub')).not.toMatch(
    /not covered/,
  );
  const records = await succeeds(operator, `grep -h '"decision":"allow"' -r log --include='*.jsonl'`);
  const { decision_id: id } = JSON.parse(records.split('\n')[0] ?? '') as { readonly decision_id: string };
  await succeeds(operator, `npx ferrule audit prove log ${id} --key attestation.pub > proof.txt`);
  const proved = await succeeds(operator, 'npx ferrule audit verify-proof proof.txt --key attestation.pub');
  expect(proved).toContain(id);
  expect(proved).toMatch(/^holds: record/m);
  expect(await succeeds(operator, 'npx ferrule replay log')).toMatch(/^9 evaluated again, 0 differences\n$/);
  expect(await readFile(join(installed.folder, 'service.log'), 'utf8')).not.toMatch(/"level":(?:50|60)/);
});
