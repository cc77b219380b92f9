import { visible } from '../library/shown-text.ts';
import { DONE, textOption, usageError, type Command } from './command.ts';

export const initCommand: Command = {
  name: 'init',
  summary: 'start a ruleset: rules, cases, what editors need, a workflow',
  arguments: [],
  more: 'DIR',
  options: { template: { type: 'string', value: 'NAME', help: 'basic, as when left out, or agent-gate' } },
  notes: `
DIR is made when it is not there; the current folder when left out. Nothing that is there is overwritten. The template
agent-gate decides on the calls of an agent's tools, for createGate of ferrule/gate.`,
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
