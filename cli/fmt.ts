import { DONE, WRONG_INPUT, type Command } from './command.ts';

export const fmtCommand: Command = {
  name: 'fmt',
  summary: 'format the YAML of rulesets, keeping comments',
  arguments: ['PATH'],
  more: 'PATH',
  options: { check: { type: 'boolean', help: 'list the files that would change, without changing them' } },
  notes: `
PATH is a YAML file or a ruleset folder, or - to format stdin to stdout. Files are changed in place and listed. The result
compiles to the same ruleset, and a second run does not change it. With --check, the exit code is 1 if a file would change.`,
  async run(paths, options, terminal) {
    const { runFmt } = await import('./run-fmt.ts');
    return (await runFmt(paths, options['check'] === true, terminal)) ? DONE : WRONG_INPUT;
  },
};
