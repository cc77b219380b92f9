import type { Command } from '../command.ts';
import { bashScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { listWords } from './words.ts';
import { zshScript } from './zsh.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** The script for a shell; the names come from the table of commands. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  return SCRIPTS[shell as keyof typeof SCRIPTS](listWords(commands));
}
