import { LENIENT_OPTION, type Command } from './command.ts';
import { INPUT_OPTION } from './read-sent.ts';
import { ROOT_OPTION } from './root-option.ts';

export const explainCommand: Command = {
  name: 'explain',
  summary: 'explain a decision, and why rules did not fire',
  arguments: ['PATH'],
  options: {
    facts: {
      type: 'string',
      value: 'FILE',
      help: 'JSON facts, or an object with facts and input (- for stdin)',
    },
    input: INPUT_OPTION,
    'host-facts': {
      type: 'string',
      value: 'FILE',
      help: 'host facts (`from: host`), added before all others',
    },
    rule: { type: 'string', value: 'NAME', help: 'explain only why this rule did not fire' },
    flip: {
      type: 'optional',
      value: 'DECISION',
      values: ['allow', 'deny', 'escalate', 'scope', 'route', 'none'],
      help: 'find small changes that lead to another or this decision',
    },
    format: {
      type: 'string',
      value: 'FORMAT',
      help: 'output format: text, json, dot or html (default: text)',
    },
    json: { type: 'boolean', help: 'short for --format json' },
    now: { type: 'string', value: 'TIME', help: 'current time, as a date-time or in seconds' },
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
  },
  notes: `
Every statement comes from a separate evaluation, and every change that --flip reports was evaluated.`,
  async run(args, options, terminal) {
    const { runExplain } = await import('./run-explain.ts');
    return runExplain(args, options, terminal);
  },
};
