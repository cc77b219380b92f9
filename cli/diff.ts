import { LENIENT_OPTION, type Command } from './command.ts';
import { LOG_OPTIONS } from './log-options.ts';

export const diffCommand: Command = {
  name: 'diff',
  summary: 'tell which requests two versions of a ruleset decide differently',
  arguments: ['OLD', 'NEW'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'compare by this request, or by one on each line, as evaluate takes them; - is stdin',
    },
    log: { type: 'string', value: 'LOG', help: 'compare by the decisions of a log' },
    ...LOG_OPTIONS,
    budget: { type: 'string', value: 'TIME', help: 'time for searching, for instance 60s' },
    seed: { type: 'string', value: 'N', help: 'what facts are drawn with' },
    now: { type: 'string', value: 'TIME', help: 'the clock: a date-time or seconds' },
    strict: { type: 'boolean', help: 'fail without a proof, and if a change was not reached' },
    json: { type: 'boolean', help: 'print one JSON object' },
    lenient: LENIENT_OPTION,
  },
  notes: `
OLD and NEW are rulesets; git:REF:PATH is one as it is in a commit. Without --facts and --log, requests are searched for:
those of the suites beside NEW, facts that match changed rules and rows, what is near them, and drawn ones. The verdict is
"equivalent" only if that is proved.`,
  exitCodes:
    'Exit codes: 0 equivalent, or no difference found, 1 some requests are decided differently, 2 the command line is wrong,\n' +
    '3 a ruleset does not compile, 4 with --strict: no difference found, but not proved, 70 a defect of ferrule.\n',
  async run(args, options, terminal) {
    const { runDiff } = await import('./run-diff.ts');
    return runDiff(args, options, terminal);
  },
};
