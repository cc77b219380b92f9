/** Whatever comes from input is printed so that a terminal shows it, and neither obeys it nor takes it for another line. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../cli/commands.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import type { Ran } from '../authoring/run-tests.ts';

const run = promisify(execFile);
const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** A colour, a cursor up, an override of the direction, and a line of its own. */
const HOSTILE = 'a\u001b[31mb\u009b1A\u202ec\r\nok: forged';
const SHOWN = 'a\\u001b[31mb\\u009b1A\\u202ec\\u000d\\u000aok: forged';
/** Colours that the command itself uses. */
const COLOUR = new RegExp(String.raw`\u001b\[(?:0|31|32|90)m`, 'g');
const OBEYED = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

const RULES = `ruleset: gate
templates: [{ name: call, slots: [{ name: tool, type: string, required: true }] }]
rules:
  - name: told
    when: [{ template: call, conditions: [{ slot: tool, bind: "?t", expression: not_equals(ok) }] }]
    then: { action: deny, reason: "not {t}" }
  - name: fine
    when: [{ template: call, conditions: [{ slot: tool, expression: equals(ok) }] }]
    then: { action: allow, reason: ok }
`;
const FACTS = JSON.stringify([{ template: 'call', data: { tool: HOSTILE } }]);

let folder: string;
/** A folder whose name is hostile, with a ruleset, a suite and facts. */
let named: string;
const inNamed = (file: string): string => join(named, file);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-visibly-'));
  named = join(folder, HOSTILE);
  await mkdir(named);
  await writeFile(inNamed('rules.yaml'), RULES);
  await writeFile(inNamed('new.yaml'), RULES.replace('action: deny', 'action: allow'));
  await writeFile(inNamed('broken.yaml'), `${RULES}nonsense: 1\n`);
  await writeFile(inNamed('loose.yaml'), `ruleset:   gate\nx-note: 1\n`);
  await writeFile(inNamed('facts.json'), FACTS);
  const written = JSON.stringify(HOSTILE).replaceAll('\u202e', '\\u202e').replaceAll('\u009b', '\\u009b');
  await writeFile(
    inNamed('rules.test.yaml'),
    `suite: ${written}
cases:
  - { name: ${written}, facts: [{ template: call, data: { tool: ${written} } }], expect: { decision: allow, reason: ${written} } }
  - { name: passes, facts: [{ template: call, data: { tool: ${written} } }], expect: { decision: deny } }
`,
  );
  await writeFile(
    inNamed('new.test.yaml'),
    `cases: [{ name: ${written}, facts: [{ template: call, data: { tool: ${written} } }], expect: { decision: allow } }]\n`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

async function runHere(words: readonly string[], colours = false): Promise<Ran> {
  const seen = { out: '', err: '' };
  const code = await runCommandLine(COMMANDS, words, {
    out: (text) => void (seen.out += text),
    err: (text) => void (seen.err += text),
    stdin: (async function* () {})(),
    colours,
  });
  return { code, ...seen };
}

function expectVisible(text: string): void {
  for (const line of text.split('\n')) {
    expect(line).not.toMatch(OBEYED);
    expect(line).not.toMatch(/^ok: forged/);
  }
}

describe('on a wrong command line', () => {
  it.each([
    ['a command', [HOSTILE], `unknown command '${SHOWN}'`],
    ['an option', ['validate', `--${HOSTILE}`, 'x'], `unknown option --${SHOWN} of validate`],
    ['an argument', ['info', 'a', HOSTILE], `info does not take '${SHOWN}'`],
    ['a format', ['test', '--format', HOSTILE], `unknown format '${SHOWN}'`],
    ['help', ['help', 'test', HOSTILE], `help does not take '${SHOWN}'`],
    ['a constant', ['validate', '--set', `${HOSTILE}=1`, 'x'], ''],
  ])('%s', async (_, words, message) => {
    const { code, out, err } = await runHere(words);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
    expectVisible(out + err);
  });
});

/** Commands that wait, or write to a given path. */
const NOT_HERE = [
  'serve',
  'mcp serve',
  'mcp proxy',
  'mcp accept',
  'templates',
  'init',
  'keygen',
  'run',
  'hook',
];
const OTHERS = COMMANDS.filter(({ name }) => !NOT_HERE.includes(name));

describe('every command with hostile words', () => {
  it.each(OTHERS.map((command) => [command.name, command] as const))('%s', async (name, command) => {
    const missing = join('/nowhere', HOSTILE);
    const args = command.arguments.map(() => missing);
    const words = [...name.split(' '), ...args, ...(args.length === 0 && command.more ? [missing] : [])];
    const some = await runHere(words);
    expectVisible(some.out + some.err);
    for (const [option, { type }] of Object.entries(command.options)) {
      if (type === 'boolean') continue;
      const { out, err } = await runHere([...words, `--${option}=${HOSTILE}`]);
      expectVisible(out + err);
    }
  });
});

describe('text for people', () => {
  it.each<readonly [string, readonly string[], string]>([
    ['validate', ['rules.yaml', 'new.yaml'], `${SHOWN}/rules.yaml: 1 template`],
    ['validate', ['broken.yaml'], 'unknown-key'],
    ['fmt', ['--check', 'loose.yaml'], `${SHOWN}/loose.yaml`],
    ['explain', ['rules.yaml', '--facts', 'facts.json', '--flip'], `deny: not ${SHOWN}`],
    ['test', ['rules.test.yaml'], `✗ ${SHOWN}  ${folderText('rules.test.yaml')}`],
    ['test', ['rules.test.yaml'], `got "not ${SHOWN.replaceAll('\\u000d\\u000a', '\\r\\n')}"`],
    ['test', ['rules.test.yaml', '--coverage', '--filter', 'passes'], 'Not covered'],
    ['test', ['new.test.yaml', '--mutate', '--budget', '5s'], 'mutants found'],
    ['analyze', ['rules.yaml'], 'were seen to fire'],
    ['diff', ['rules.yaml', 'new.yaml', '--facts', 'facts.json'], 'deny'],
    ['info', ['rules.yaml'], 'gate'],
  ])('of %s %j', async (command, words, expected) => {
    const paths = words.map((word) => (/\.(?:yaml|json)$/.test(word) ? inNamed(word) : word));
    const { out, err } = await runHere([command, ...paths]);
    expectVisible(out + err);
    expect(out + err).toContain(expected.replace('FOLDER', folder));
  });

  it('has the colours of the command and none of the input', async () => {
    const { out } = await runHere(['test', inNamed('rules.test.yaml')], true);
    expect(out).toContain('\u001b[31m✗\u001b[0m');
    expect(out).toContain('a\\u001b[31mb');
    expectVisible(out.replaceAll(COLOUR, ''));
  });

  it('of init and keygen', async () => {
    for (const words of [
      ['init', join(folder, `${HOSTILE}2`)],
      ['keygen', '--out', join(folder, `${HOSTILE}3`)],
    ]) {
      const { out, err } = await runHere(words);
      expect(out + err).toContain(SHOWN);
      expectVisible(out + err);
    }
  });
});

it('bytes for programs reach a pipe as they are', async () => {
  const { out } = await runHere(['evaluate', inNamed('rules.yaml'), '--facts', inNamed('facts.json')]);
  expect(JSON.parse(out)).toMatchObject({ reason: `not ${HOSTILE}` });
  expect(out).toContain('\u009b');
});

// `script` of util-linux runs a command on a terminal of its own.
const skip = !existsSync('/usr/bin/script');

async function onTerminal(words: readonly string[]): Promise<string> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const { stdout } = await run('script', [
    '-qec',
    `${process.execPath} '${CLI}' ${quoted}`,
    '/dev/null',
  ]).catch((error: unknown) => error as { stdout: string });
  return stdout.replaceAll('\r\n', '\n');
}

describe('on a terminal', { skip }, () => {
  it('JSON has escapes, a colour of the input among them', async () => {
    const out = await onTerminal(['evaluate', inNamed('rules.yaml'), '--facts', inNamed('facts.json')]);
    expect(out).toContain('\\u009b1A\\u202ec');
    expectVisible(out);
  });

  it('standard error of an MCP server is escaped', async () => {
    const server = join(folder, 'server.mjs');
    await writeFile(server, `process.stderr.write('log ' + ${JSON.stringify(HOSTILE)}); process.exit(1);\n`);
    const out = await onTerminal([
      'mcp',
      'accept',
      '--lock',
      join(folder, 'lock.json'),
      '--',
      process.execPath,
      server,
    ]);
    expect(out).toContain('log a\\u001b[31mb\\u009b1A\\u202ec\\u000d');
    for (const obeyed of ['\u001b', '\u009b', '\u202e']) expect(out).not.toContain(obeyed);
  });
});

function folderText(file: string): string {
  return join('FOLDER', SHOWN, file);
}
