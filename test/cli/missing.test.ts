/** `missing` where people see it: `evaluate`, `explain` and failures of `test`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGate, refusalText } from '../../agents/gate/gate.ts';
import { Engine } from '../../library/node/engine.ts';
import { runCli } from './run-cli.ts';

const POLICY = `
constants: { limits: { low: 5 } }
rules:
  open: { allow: true, if: input.tool.name == "read" }
  close: { deny: too much, if: 'input.rows > const.limits[input.kind] or exists(i in input.items?, i.a == "x")' }
`;
const SUITE = `
cases:
  - { name: wrong, input: { tool: { name: read }, rows: 1 }, expect: { decision: allow } }
`;

let folder: string;
let policy: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-missing-'));
  policy = join(folder, 'policy.yaml');
  await writeFile(policy, POLICY);
  await writeFile(join(folder, 'policy.test.yaml'), SUITE);
  await writeFile(join(folder, 'input.json'), '{"tool":{"name":"read"},"rows":1,"items":[{}]}');
  await writeFile(join(folder, 'asked.json'), '{"input":{"tool":{"name":"read"},"rows":1,"items":[{}]}}');
  await writeFile(join(folder, 'odd.json'), '{"input":{"rows":"1","kind":"odd"}}');
  await writeFile(join(folder, 'batch.jsonl'), '{"input":{"rows":1}}\n{"input":{"rows":1,"kind":"low"}}\n');
});
afterAll(() => rm(folder, { recursive: true }));

it('is in what evaluate prints, also of a batch of documents without facts', async () => {
  const one = await runCli(['evaluate', policy, '--input', join(folder, 'input.json')]);
  expect(JSON.parse(one.out)).toMatchObject({ missing: ['input.kind', 'input.items[0].a'] });
  const { out: stdout } = await runCli(['evaluate', policy, '--batch', join(folder, 'batch.jsonl')]);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { missing?: unknown });
  expect(lines.map(({ missing }) => missing)).toEqual([['input.kind'], undefined]);
});

it('is what explain says of a rule that closes', async () => {
  const { out: stdout } = await runCli(['explain', policy, '--facts', join(folder, 'asked.json')]);
  expect(stdout).toContain(
    '  fired because input.kind is missing; write `input.kind?` if its absence is fine\n',
  );
  expect(stdout).toContain(
    '  fired because input.items[0].a is missing; write `?` after its path if its absence is fine\n',
  );
  const odd = await runCli(['explain', policy, '--facts', join(folder, 'odd.json')]);
  expect(odd.out).toContain('  fired because input.rows is a text\n');
  expect(odd.out).toContain('  fired because const.limits[input.kind] has no such key\n');
  const json = await runCli(['explain', policy, '--facts', join(folder, 'odd.json'), '--format', 'json']);
  expect(JSON.parse(json.out)).toMatchObject({
    missing: ['input.rows (a text)', 'const.limits[input.kind] (no key)'],
  });
});

it('is behind a decision that a test did not expect', async () => {
  const { out: stdout, code } = await runCli(['test', policy]);
  expect(code).toBe(1);
  expect(stdout).toContain('fired because input.kind is missing');
});

it('is in the output of a hook', async () => {
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_name: 'read',
    tool_use_id: '1',
    tool_input: {},
    permission_mode: 'default',
    cwd: '/',
    transcript_path: '/t',
  };
  const { out } = await runCli(['hook', 'claude', '--ruleset', policy], JSON.stringify(event));
  expect(out).toContain('\\"missing\\":[\\"input.rows\\",\\"input.kind\\"]');
});

it('is in the verdict of a gate, and what the model reads of it', async () => {
  const engine = await Engine.fromSources([{ path: 'policy.yaml', text: POLICY }], { warmUp: false });
  const gate = createGate({ engine });
  const verdict = await gate.decide({ agent: 'a', tool: 'read', args: {}, callId: '1' } as never);
  expect(verdict.missing).toEqual(['input.rows', 'input.kind']);
  expect(JSON.parse(refusalText(verdict))).toMatchObject({ denied: 'too much', missing: verdict.missing });
});
