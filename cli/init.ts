import { visible } from '../library/shown-text.ts';
import { DONE, textOption, usageError, type Command } from './command.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'create a ruleset with cases, editor settings and a workflow',
  arguments: [],
  more: 'DIR',
  options: { template: { type: 'string', value: 'NAME', help: 'basic or agent-gate (default: basic)' } },
  notes: `
DIR is created if it does not exist (default: current directory). Existing files are never overwritten. The template
agent-gate decides an agent's tool calls, for createGate of ferrule/gate.`,
  async run([folder = '.', extra], options, terminal) {
    if (extra !== undefined) throw usageError(`init does not take '${extra}'`);
    const { startRuleset } = await import('./start-ruleset.ts');
    for (const file of await startRuleset(folder, textOption(options, 'template') ?? 'basic')) {
      terminal.out(`${visible(file)}\n`);
    }
    terminal.err(`\nTry: ferrule test ${visible(folder)}\n`);
    return DONE;
  },
};
