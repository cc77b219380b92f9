import { CONSTANT_OPTIONS } from './constant-options.ts';
import { LENIENT_OPTION, type Command } from './command.ts';

export const analyzeCommand: Command = {
  name: 'analyze',
  summary: 'find rules that never fire, never decide or do nothing, and other faults of meaning',
  arguments: ['PATH'],
  options: {
    format: { type: 'string', value: 'FORMAT', help: 'text, json, sarif or github' },
    json: { type: 'boolean', help: 'the same as --format json' },
    budget: { type: 'string', value: 'TIME', help: 'time for searching, for instance 60s' },
    now: { type: 'string', value: 'TIME', help: 'the clock: a date-time or seconds' },
    ...CONSTANT_OPTIONS,
    lenient: LENIENT_OPTION,
  },
  notes: `
Facts that are told were evaluated; that something never happens is told only where it is so for all facts. A finding is
ignored by a comment on its line or right above it: # ferrule-ignore CODE reason`,
  exitCodes:
    'Exit codes: 0 no warnings, 1 a warning, 2 the command line is wrong, 3 the ruleset does not compile,\n' +
    '70 a defect of ferrule.\n',
  async run(args, options, terminal) {
    const { runAnalyze } = await import('./run-analyze.ts');
    return runAnalyze(args, options, terminal);
  },
};
