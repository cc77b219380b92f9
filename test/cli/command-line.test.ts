import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../cli/command.ts';
import { CommandError } from '../../cli/command.ts';
import { runCommandLine } from '../../cli/run-command-line.ts';
import type { Streams } from '../../cli/terminal.ts';

const greet: Command = {
  name: 'greet',
  summary: 'say hello',
  arguments: ['NAME'],
  options: {
    loud: { type: 'boolean', help: 'in capitals' },
    times: { type: 'string', value: 'COUNT', help: 'how often' },
  },
  notes: 'Only for tests.',
  async run([name], options, terminal) {
    if (name === 'nobody') throw new CommandError('nobody is here');
    if (name === 'defect') throw new TypeError('x is undefined');
    terminal.out(`${name} ${options['loud'] ?? false} ${options['times'] ?? 1}\n`);
    return 0;
  },
};

const verify: Command = { ...greet, name: 'log verify', summary: 'verify a log' };
const prove: Command = { ...greet, name: 'log prove', summary: 'prove a record' };

async function run(...words: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const seen = { out: '', err: '' };
  const terminal: Streams = {
    out: (text) => void (seen.out += text),
    err: (text) => void (seen.err += text),
    stdin: (async function* () {})(),
  };
  return { code: await runCommandLine([greet, verify, prove], words, terminal), ...seen };
}

describe('the command line', () => {
  it('runs a command with its arguments and options', async () => {
    expect(await run('greet', 'Ann', '--loud', '--times=3')).toEqual({
      code: 0,
      out: 'Ann true 3\n',
      err: '',
    });
    expect(await run('greet', '--times', '2', '--', '--Ann')).toEqual({
      code: 0,
      out: '--Ann false 2\n',
      err: '',
    });
  });

  it('helps', async () => {
    const main = await run('--help');
    expect(main.code).toBe(0);
    expect(main.out).toMatch(/greet +say hello/);
    const command = await run('greet', '--help');
    expect(command.code).toBe(0);
    expect(command.out).toContain('Usage: ferrule greet NAME [options]');
    expect(command.out).toMatch(/--times COUNT +how often/);
    expect(command.out).toContain('Only for tests.');
    expect(await run('help', 'greet')).toEqual(command);
    expect(await run('help')).toEqual(main);
    expect((await run('help', 'log', 'prove')).out).toContain('Usage: ferrule log prove NAME [options]');
    const group = await run('help', 'log');
    expect(group.out).toMatch(/log verify +verify a log\n +log prove +prove a record/);
    expect(group.out).not.toContain('greet');
  });

  it.each([
    [[], 'no command given'],
    [['help', 'greeet'], "unknown command 'greeet' (did you mean greet?)"],
    [['help', 'greet', 'more'], "help does not take 'more'"],
    [['hepl'], "unknown command 'hepl' (did you mean help?)"],
    [['log'], 'log needs a subcommand: log verify, log prove'],
    [['log', '--times', '1'], 'log needs a subcommand: log verify, log prove'],
    [['log', 'prov'], "unknown command 'log prov' (did you mean log prove?)"],
    [['log', 'xyzzy'], "unknown command 'log xyzzy' (see ferrule --help)"],
    [['version', 'x'], "version does not take 'x'"],
    [['greeet'], "unknown command 'greeet' (did you mean greet?)"],
    [['xyz'], "unknown command 'xyz' (see ferrule --help)"],
    [['--verbose'], "unknown option '--verbose' (see ferrule --help)"],
    [['greet'], 'greet needs NAME (see ferrule greet --help)'],
    [['greet', 'a', 'b'], "greet does not take 'b'"],
    [['greet', 'a', '--lowd'], 'unknown option --lowd of greet (did you mean --loud?)'],
    [['greet', 'a', '--constructor'], 'unknown option --constructor of greet (see ferrule greet --help)'],
    [['greet', 'a', '-q'], 'unknown option -q of greet (see ferrule greet --help)'],
    [['greet', 'a', '--loud=yes'], 'option --loud takes no value'],
    [['greet', 'a', '--times'], 'option --times needs a value'],
    [['greet', 'a', '--times='], 'option --times needs a value'],
    [['greet', 'a', '--loud', '--loud'], 'option --loud is given twice'],
  ])('refuses %j', async (words, message) => {
    const { code, out, err } = await run(...words);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).toContain(`ferrule: ${message}\n`);
  });

  it('says its version', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    for (const word of ['version', '--version']) {
      expect(await run(word)).toEqual({ code: 0, out: `${version}\n`, err: '' });
    }
  });

  it('distinguishes invalid input from an internal error, in one line each', async () => {
    expect(await run('greet', 'nobody')).toEqual({ code: 1, out: '', err: 'ferrule: nobody is here\n' });
    expect(await run('greet', 'defect')).toEqual({
      code: 70,
      out: '',
      err: 'ferrule: internal error: x is undefined\n',
    });
  });
});
