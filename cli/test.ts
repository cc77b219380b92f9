import { LENIENT_OPTION, type Command } from './command.ts';
import { CONSTANT_OPTIONS } from './constant-options.ts';
import { ROOT_OPTION } from './root-option.ts';

export const testCommand: Command = {
  name: 'test',
  summary: 'run the test suites of rulesets',
  arguments: [],
  more: 'PATH',
  options: {
    filter: { type: 'string', value: 'GLOB', help: 'run only cases whose NAME, or SUITE > NAME, matches' },
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'format: pretty, json, junit, tap or github (default: pretty)',
    },
    json: { type: 'boolean', help: 'short for --format json' },
    now: { type: 'string', value: 'TIME', help: 'clock for cases that do not set one' },
    bail: { type: 'boolean', help: 'stop at the first case that fails' },
    update: { type: 'boolean', help: 'write actual results into cases without expectations' },
    coverage: {
      type: 'optional',
      value: 'FORMAT',
      help: 'report coverage: text, json, lcov or html (default: text)',
    },
    mutate: { type: 'boolean', help: 'change the rules, and list changes that no case detects' },
    budget: { type: 'string', value: 'TIME', help: 'time limit of --mutate, such as 60s' },
    threshold: {
      type: 'string',
      value: 'PERCENT',
      help: 'fail if less is covered, or detected with --mutate alone',
    },
    seed: { type: 'string', value: 'N', help: 'seed of the random facts for properties' },
    lenient: LENIENT_OPTION,
    root: ROOT_OPTION,
    ...CONSTANT_OPTIONS,
    watch: { type: 'boolean', help: 'keep running, and rerun what a change affects' },
  },
  notes: `
PATH is a ruleset with suites next to it (cases.json, *.test.yaml), or a suite (default: current directory). Folders named
graphs are skipped. --now is a date-time or a number of seconds.`,
  exitCodes:
    'Exit codes: 0 all passed, 1 a case failed or a suite is invalid, 2 invalid command line,\n' +
    '3 a ruleset does not compile, 70 internal error.\n',
  async run(args, options, terminal) {
    // Loaded on demand, so that other commands start without it.
    const { runTest } = await import('./run-test.ts');
    return runTest(args, options, terminal);
  },
};
