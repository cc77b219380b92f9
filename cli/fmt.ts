import { CommandError, DONE, WRONG_INPUT, type Command } from './command.ts';

export const fmtCommand: Command = {
  name: 'fmt',
  summary: 'format the YAML of rulesets, keeping comments',
  arguments: ['PATH'],
  more: 'PATH',
  options: {
    check: { type: 'boolean', help: 'list the files that would change, without changing them' },
    short: { type: 'boolean', help: 'write the short form where a rule has one' },
    long: { type: 'boolean', help: 'write the long form of everything' },
  },
  notes: `
PATH is a YAML file or a ruleset folder, or - to format stdin to stdout. Files are changed in place and listed. The result
compiles to the same ruleset, and a second run does not change it. With --check, the exit code is 1 if a file would change.
--short and --long change the form of a valid ruleset and keep its constructs. A rule, or half of one, that has no short form
with equal constructs, or that holds comments, stays long.`,
  async run(paths, options, terminal) {
    const { runFmt } = await import('./run-fmt.ts');
    const [short, long] = [options['short'] === true, options['long'] === true];
    if (short && long) throw new CommandError('--short and --long cannot be combined');
    const form = short ? 'short' : long ? 'long' : null;
    return (await runFmt(paths, { check: options['check'] === true, form }, terminal)) ? DONE : WRONG_INPUT;
  },
};
