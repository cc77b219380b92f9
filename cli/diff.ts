import { LENIENT_OPTION, type Command } from './command.ts';
import { LOG_OPTIONS } from './log-options.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'find requests that two ruleset versions decide differently',
  arguments: ['OLD', 'NEW'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'requests to compare, one JSON text per line (- for stdin)',
    },
    log: { type: 'string', value: 'LOG', help: 'compare the decisions of a log' },
    ...LOG_OPTIONS,
    budget: { type: 'string', value: 'TIME', help: 'time limit of the search, such as 60s' },
    seed: { type: 'string', value: 'N', help: 'seed of the random facts' },
    now: { type: 'string', value: 'TIME', help: 'current time, as a date-time or in seconds' },
    strict: { type: 'boolean', help: 'fail without a proof, or if a change was not reached' },
    json: { type: 'boolean', help: 'print a JSON object' },
    lenient: LENIENT_OPTION,
  },
  notes: `
OLD and NEW are rulesets; git:REF:PATH is a ruleset at a commit. Without --facts and --log, the command searches for
requests: those of the suites next to NEW, facts that match changed rules and rows, facts near them, and random facts. The
verdict is "equivalent" only if it is proved.`,
  exitCodes:
    'Exit codes: 0 equivalent, or no difference found, 1 some requests are decided differently, 2 invalid command line,\n' +
    '3 a ruleset does not compile, 4 with --strict: no difference found, but not proved, 70 internal error.\n',
  async run(args, options, terminal) {
    const { runDiff } = await import('./run-diff.ts');
    return runDiff(args, options, terminal);
  },
};
