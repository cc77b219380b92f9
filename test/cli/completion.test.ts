import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from './run-cli.ts';

const execute = promisify(execFile);
const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runCli(['completion', shell]);
    expect(code).toBe(0);
    await writeFile(join(folder, shell), out);
  }
  await writeFile(join(folder, 'two words.yaml'), '');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Suggestions for the last of the words, sorted. */
type Complete = (...words: readonly string[]) => Promise<readonly string[]>;

async function lines(command: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await execute(command, [...args], { cwd: folder });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

const withBash: Complete = (...words) => {
  const script = `. ./bash; COMP_WORDS=(ferrule "$@"); COMP_CWORD=$#; _ferrule; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return lines('bash', '--norc', '-c', script, 'bash', ...words);
};

/** What fish prints behind a tab is a description. */
const withFish: Complete = async (...words) => {
  const found = await lines(
    'fish',
    '--no-config',
    '-c',
    `source ./fish; complete -C ${JSON.stringify(['ferrule', ...words].join(' '))}`,
  );
  return found.map((line) => line.split('\t')[0] ?? '');
};

describe.each([
  ['bash', withBash],
  ['fish', withFish],
] as const)('completion of %s', (shell, complete) => {
  const itWith = it.runIf(has(shell));
  if (!has(shell)) it.skip(`${shell} is not installed; .ci/run installs it`, () => {});

  itWith('offers the commands', async () => {
    const all = await complete('');
    expect(all).toEqual(expect.arrayContaining(['audit', 'completion', 'evaluate', 'help', 'version']));
    expect(all.filter((word) => word === 'audit')).toHaveLength(1);
    expect(await complete('eval')).toEqual(['evaluate']);
    expect(await complete('help', 'eval')).toEqual(['evaluate']);
  });

  itWith('offers the second word of a command of two', async () => {
    const found = await complete('audit', '');
    expect(found).toEqual(expect.arrayContaining(['prove', 'show', 'verify', 'verify-proof']));
    expect(found).not.toContain('evaluate');
  });

  itWith('offers the options of the command and no others', async () => {
    const found = await complete('validate', '--');
    expect(found).toEqual(expect.arrayContaining(['--format', '--help', '--strict']));
    expect(found).not.toContain('--facts');
    expect(await complete('audit', 'verify', '--che')).toEqual(['--checkpoint']);
  });

  itWith('offers files where a path is due, blanks and all', async () => {
    expect((await complete('evaluate', 'two')).map((word) => word.replaceAll('\\', ''))).toEqual([
      'two words.yaml',
    ]);
    const facts = await complete('evaluate', 'x', '--facts', 'two');
    expect(facts.map((word) => word.replaceAll('\\', ''))).toEqual(['two words.yaml']);
    expect(await complete('evaluate', 'x', '--now', 'two')).toEqual([]);
  });
});

describe('completion of zsh', () => {
  const itWith = it.runIf(has('zsh'));
  if (!has('zsh')) it.skip('zsh is not installed; .ci/run installs it', () => {});

  itWith('is a script that zsh takes, and says what there is', async () => {
    // Completions need a terminal to show themselves; what they would say is caught instead.
    const script = `
      _describe() { print -l -- "\${(P@)2%%:*}" }
      _arguments() { print -l -- "\${@%%\\[*}" }
      compdef() {}
      . ./zsh
      words=(ferrule "$@"); CURRENT=$(( $# + 1 )); _ferrule`;
    const complete: Complete = (...words) => lines('zsh', '-f', '-c', script, 'zsh', ...words);
    expect(await complete('')).toEqual(expect.arrayContaining(['audit', 'evaluate', 'help', 'version']));
    expect(await complete('help', '')).toContain('evaluate');
    expect(await complete('audit', '')).toEqual(['prove', 'show', 'verify', 'verify-proof']);
    const options = await complete('validate', '--');
    expect(options).toEqual(expect.arrayContaining(['--format', '--help', '--strict']));
    expect(options).not.toContain('--facts');
    expect(await complete('audit', 'verify', '--')).toContain('--checkpoint');
  });
});

it('refuses a shell that it does not know', async () => {
  const { code, err } = await runCli(['completion', 'csh']);
  expect({ code, err }).toEqual({ code: 2, err: "ferrule: unknown shell 'csh' (bash, zsh, fish)\n" });
});
