import { CONSTANT_OPTIONS } from './constant-options.ts';
import { DONE, LENIENT_OPTION, WRONG_INPUT, type Command } from './command.ts';
import { ROOT_OPTION } from './root-option.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'report every problem in rulesets and graphs',
  arguments: ['PATH'],
  more: 'PATH',
  options: {
    strict: { type: 'boolean', help: 'treat warnings as errors, including those of analyze' },
    ...CONSTANT_OPTIONS,
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'output format: text, json, sarif or github (default: text)',
    },
    json: { type: 'boolean', help: 'short for --format json' },
  },
  notes: `
Each PATH is a separate ruleset, or a graph (graphs/NAME.yaml); - reads a one-file ruleset from stdin. The text format
writes problems to stderr, each with its line. json is one object, sarif a code scanning log, github workflow annotations.`,
  async run(paths, options, terminal) {
    const { runValidate } = await import('./run-validate.ts');
    return (await runValidate(paths, options, terminal)) ? DONE : WRONG_INPUT;
  },
};
