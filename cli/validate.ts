import { CONSTANT_OPTIONS } from './constant-options.ts';
import { DONE, LENIENT_OPTION, WRONG_INPUT, type Command } from './command.ts';
import { ROOT_OPTION } from './root-option.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'check rulesets, or graphs (graphs/NAME.yaml), and report every problem in them',
  arguments: ['PATH'],
  more: 'PATH',
  options: {
    strict: { type: 'boolean', help: 'warnings are errors, those of ferrule analyze too' },
    ...CONSTANT_OPTIONS,
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
    format: { type: 'string', value: 'FORMAT', help: 'text, json, sarif or github' },
    json: { type: 'boolean', help: 'the same as --format json' },
  },
  notes: `
Each PATH is a ruleset of its own; - is a ruleset of one file from stdin. With --format text the problems go to the error
stream, each with its line; json is one object, sarif a log for code scanning, github annotations of a workflow.`,
  async run(paths, options, terminal) {
    const { runValidate } = await import('./run-validate.ts');
    return (await runValidate(paths, options, terminal)) ? DONE : WRONG_INPUT;
  },
};
