import { CommandError, DONE, WRONG_INPUT, type Command } from './command.ts';

export const fmtCommand: Command = {
  name: 'fmt',
  summary: 'lay out the YAML of rulesets; comments stay',
  arguments: ['PATH'],
  more: 'PATH',
  options: {
    check: { type: 'boolean', help: 'change nothing; name the files that would change' },
    short: { type: 'boolean', help: 'write the short form where a rule has one' },
    long: { type: 'boolean', help: 'write the long form of everything' },
  },
  notes: `
PATH is a YAML file or the folder of a ruleset; - is stdin, laid out to stdout. Files are changed in place and named. What
comes out compiles to the same, and is not changed by a second run. With --check the exit code is 1 when a file would change.
--short and --long change the form of a valid ruleset. The constructs stay the same; a rule, or half of one, that has no short
form with equal constructs or holds comments stays long.`,
  async run(paths, options, terminal) {
    const { runFmt } = await import('./run-fmt.ts');
    const [short, long] = [options['short'] === true, options['long'] === true];
    if (short && long) throw new CommandError('--short and --long cannot be combined');
    const form = short ? 'short' : long ? 'long' : null;
    return (await runFmt(paths, { check: options['check'] === true, form }, terminal)) ? DONE : WRONG_INPUT;
  },
};
