import { LENIENT_OPTION, type Command } from './command.ts';
import { CONSTANT_OPTIONS } from './constant-options.ts';
import { ROOT_OPTION } from './root-option.ts';

export const testCommand: Command = {
  name: 'test',
  summary: 'run the test suites of rulesets',
  arguments: [],
  more: 'PATH',
  options: {
    filter: { type: 'string', value: 'GLOB', help: 'only cases whose name, or SUITE > NAME, fits' },
    format: { type: 'string', value: 'FORMAT', help: 'pretty, json, junit, tap or github' },
    json: { type: 'boolean', help: 'the same as --format json' },
    now: { type: 'string', value: 'TIME', help: 'the clock of cases that say none: a date-time or seconds' },
    bail: { type: 'boolean', help: 'end with the first case that fails' },
    update: { type: 'boolean', help: 'write the answers got into cases that expect nothing' },
    coverage: {
      type: 'optional',
      value: 'FORMAT',
      help: 'what the cases cover of the rules: text, json, lcov or html',
    },
    mutate: { type: 'boolean', help: 'change the rules and tell which changes no case notices' },
    budget: { type: 'string', value: 'TIME', help: 'of --mutate, for instance 60s' },
    threshold: {
      type: 'string',
      value: 'PERCENT',
      help: 'exit code 1 when less is covered, or with --mutate alone noticed',
    },
    seed: { type: 'string', value: 'N', help: 'what facts for properties are drawn with' },
    lenient: LENIENT_OPTION,
    root: ROOT_OPTION,
    ...CONSTANT_OPTIONS,
    watch: { type: 'boolean', help: 'go on, and run what a change reaches' },
  },
  notes: `
PATH is a ruleset whose suites (cases.json, *.test.yaml) stand beside it, or a suite; the current folder when none is
given. A folder named graphs holds none and is passed over.`,
  exitCodes:
    'Exit codes: 0 all passed, 1 a case failed or a suite is wrong, 2 the command line is wrong,\n' +
    '3 a ruleset does not compile, 70 a defect of ferrule.\n',
  async run(args, options, terminal) {
    // Loaded when needed: other commands start without it.
    const { runTest } = await import('./run-test.ts');
    return runTest(args, options, terminal);
  },
};
