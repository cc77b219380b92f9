import { DONE, usageError, type Command } from './command.ts';

const SHELLS = ['bash', 'zsh', 'fish'];

/** @param commands what can be completed: the table of commands holds this one, too */
export const completionCommand = (commands: () => readonly Command[]): Command => ({
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
    terminal.out(completionScript(shell, commands()));
    return DONE;
  },
});
