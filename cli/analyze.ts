import { CONSTANT_OPTIONS } from './constant-options.ts';
import { LENIENT_OPTION, type Command } from './command.ts';

export const analyzeCommand: Command = {
  name: 'analyze',
  summary: 'find rules that never fire, never decide or have no effect',
  arguments: ['PATH'],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'output format: text, json, sarif or github (default: text)',
    },
    json: { type: 'boolean', help: 'short for --format json' },
    budget: { type: 'string', value: 'TIME', help: 'time limit of the search, such as 60s' },
    now: { type: 'string', value: 'TIME', help: 'current time, as a date-time or in seconds' },
    ...CONSTANT_OPTIONS,
    lenient: LENIENT_OPTION,
  },
  notes: `
Reported facts were evaluated. A finding that something never happens holds for all facts. To ignore a finding, write a
comment on its line or the line above: # ferrule-ignore CODE reason`,
  exitCodes:
    'Exit codes: 0 no warnings, 1 warnings, 2 invalid command line, 3 the ruleset does not compile,\n' +
    '70 internal error.\n',
  async run(args, options, terminal) {
    const { runAnalyze } = await import('./run-analyze.ts');
    return runAnalyze(args, options, terminal);
  },
};
