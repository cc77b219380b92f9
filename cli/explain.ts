import { LENIENT_OPTION, type Command } from './command.ts';
import { ROOT_OPTION } from './root-option.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'tell why facts are decided as they are, and why rules did not fire',
  arguments: ['PATH'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON array of {"template", "data"}, or an object with keys facts and input; - is stdin',
    },
    'host-facts': {
      type: 'string',
      value: 'FILE',
      help: 'facts that only the host brings (`from: host`), before all others',
    },
    rule: { type: 'string', value: 'NAME', help: 'only why this rule did not fire' },
    flip: {
      type: 'optional',
      value: 'DECISION',
      values: ['allow', 'deny', 'escalate', 'scope', 'route', 'none'],
      help: 'look for small changes of the facts that lead to another decision, or to this one',
    },
    format: { type: 'string', value: 'FORMAT', help: 'text, json, dot or html' },
    json: { type: 'boolean', help: 'the same as --format json' },
    now: { type: 'string', value: 'TIME', help: 'the clock: a date-time or seconds' },
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
  },
  notes: `
What is told was asked in an evaluation of its own; every change that --flip tells was evaluated.`,
  async run(args, options, terminal) {
    const { runExplain } = await import('./run-explain.ts');
    return runExplain(args, options, terminal);
  },
};
