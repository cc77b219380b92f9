/** Commands quote nothing of what is not JSON, and no value of a sensitive slot when they refuse it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from './run-cli.ts';

const SECRET = 'c4n4ry';
const RULES = `
templates:
  - name: card
    slots:
      - { name: kind, type: symbol, allowed_values: [debit, credit], sensitive: true }
input: [{ template: card, slots: { kind: $.call.args.kind } }]
rules:
  - { name: any, when: [{ template: card }], then: { action: allow, reason: ok } }
`;

let folder: string;
let rules: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-masked-'));
  rules = join(folder, 'rules.yaml');
  await writeFile(rules, RULES);
});
afterAll(() => rm(folder, { recursive: true }));

const FACTS = JSON.stringify([{ template: 'card', data: { kind: SECRET } }]);
const BROKEN = `[{"template":"card","data":{"kind":"${SECRET}"x}]`;
const event = (input: string): string =>
  `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"t","tool_use_id":"u","tool_input":${input}}`;
const MASKED = "Slot 'kind' value [masked] not in allowed values";

test.each<readonly [what: string, words: () => readonly string[], input: string, told: string]>([
  ['evaluate', () => ['evaluate', rules, '--facts', '-'], FACTS, MASKED],
  ['evaluate --batch', () => ['evaluate', rules, '--batch', '-'], FACTS, MASKED],
  [
    'evaluate --input',
    () => ['evaluate', rules, '--input', '-'],
    `{"call":{"args":{"kind":"${SECRET}"}}}`,
    MASKED,
  ],
  ['explain', () => ['explain', rules, '--facts', '-'], FACTS, MASKED],
  ['hook', () => ['hook', 'claude', '--ruleset', rules], event(`{"kind":"${SECRET}"}`), MASKED],
  ['evaluate, no JSON', () => ['evaluate', rules, '--facts', '-'], BROKEN, 'line 1, column 44'],
  ['evaluate --batch, no JSON', () => ['evaluate', rules, '--batch', '-'], BROKEN, 'line 1, column 44'],
  [
    'hook, no JSON',
    () => ['hook', 'claude', '--ruleset', rules],
    event(`{"kind":${SECRET}}`),
    'line 1, column ',
  ],
  ['run', () => ['run', 'g', '--params', `{"kind":"${SECRET}"x}`], '', 'line 1, column '],
])('%s', async (_what, words, input, told) => {
  const { out, err } = await runCli(words(), input, { SERVICE_RULESET_ROOT: folder });
  expect(out + err).not.toContain(SECRET);
  expect(out + err).toContain(told);
});
