import { DONE, WRONG_INPUT, type Command } from './command.ts';

export const fmtCommand: Command = {
  name: 'fmt',
  summary: 'lay out the YAML of rulesets; comments stay',
  arguments: ['PATH'],
  more: 'PATH',
  options: { check: { type: 'boolean', help: 'change nothing; name the files that would change' } },
  notes: `
PATH is a YAML file or the folder of a ruleset; - is stdin, laid out to stdout. Files are changed in place and named. What
comes out compiles to the same, and is not changed by a second run. With --check the exit code is 1 when a file would change.`,
  async run(paths, options, terminal) {
    const { runFmt } = await import('./run-fmt.ts');
    return (await runFmt(paths, options['check'] === true, terminal)) ? DONE : WRONG_INPUT;
  },
};
