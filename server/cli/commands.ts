import type { Command } from './command.ts';
import { compileCommand } from './compile.ts';
import { evaluateCommand } from './evaluate.ts';
import { infoCommand } from './info.ts';
import { keygenCommand } from './keygen.ts';
import { runCommand } from './run.ts';
import { serveCommand } from './serve.ts';
import { signCommand } from './sign.ts';
import { validateCommand } from './validate.ts';

/** THE table of commands, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  compileCommand,
  validateCommand,
  infoCommand,
  evaluateCommand,
  serveCommand,
  runCommand,
  signCommand,
  keygenCommand,
];
