import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { terminalSafe } from '../../library/terminal-safe.ts';
import { runCli } from '../cli/run-cli.ts';

const run = promisify(execFile);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const RULES = `
templates: [{ name: call, slots: [{ name: tool, type: string }] }]
rules:
  - name: told
    when: [{ template: call, conditions: [{ slot: tool, bind: "?t" }] }]
    then: { action: deny, reason: "not {t}" }
`;
/** Clears the screen and writes over the line that said deny; the second is one character to a terminal. */
const HOSTILE = 'rm\u001b[2J\r\u009b1Aallow\u202e';

test.each([
  ['a\u001b[2Jb', 'a\\u001b[2Jb'],
  ['\u001b[31mred\u001b[0m', '\\u001b[31mred\\u001b[0m'],
  ['\u001b[8mhidden', '\\u001b[8mhidden'],
  ['one\ntwo\tthree\r', 'one\ntwo\tthree\\u000d'],
  ['\u009b1A\u202e\u2028', '\\u009b1A\\u202e\\u2028'],
])('%j on a terminal is %j', (text, shown) => {
  expect(terminalSafe(text)).toBe(shown);
});

// `script` of util-linux runs a command on a terminal of its own.
const skip = !existsSync('/usr/bin/script');
test('what facts hold reaches a terminal as escapes, and a pipe as it is', { skip }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-terminal-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [rules, facts] = [join(folder, 'rules.yaml'), join(folder, 'facts.json')];
  await writeFile(rules, RULES);
  await writeFile(facts, JSON.stringify([{ template: 'call', data: { tool: HOSTILE } }]));
  const words = ['evaluate', rules, '--facts', facts];
  const piped = await runCli(words);
  expect(piped.out).toContain('\u009b1Aallow\u202e');
  const line = [process.execPath, CLI, ...words].map((word) => `'${word}'`).join(' ');
  const { stdout } = await run('script', ['-qec', line, '/dev/null']);
  expect(stdout).toContain('\\u009b1Aallow\\u202e');
  for (const obeyed of ['\u001b', '\u009b', '\u202e']) expect(stdout).not.toContain(obeyed);
});
