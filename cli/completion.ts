import { DONE, usageError, type Command } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

export const completionCommand: Command = {
  name: 'completion',
  summary: 'print a shell completion script',
  arguments: ['SHELL'],
  options: {},
  notes: `
SHELL is bash, zsh or fish. Add one of these lines to the startup file of your shell:
  eval "$(ferrule completion bash)"       in ~/.bashrc
  eval "$(ferrule completion zsh)"        in ~/.zshrc, after compinit
  ferrule completion fish | source        in ~/.config/fish/config.fish`,
  async run([shell = ''], _options, terminal) {
    if (!SHELLS.includes(shell)) throw usageError(`unknown shell '${shell}' (${SHELLS.join(', ')})`);
    const { completionScript } = await import('./completion/completion-script.ts');
    const { COMMANDS } = await import('./commands.ts');
    terminal.out(completionScript(shell, COMMANDS));
    return DONE;
  },
};
