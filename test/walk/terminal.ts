/** A terminal as a user has it: one shell that goes on from command to command. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Terminal {
  /** Runs a command line; returns what it prints to both outputs, and its exit code. */
  readonly run: (command: string) => Promise<{ readonly out: string; readonly code: number }>;
  /** Ends the shell and all that it has started. */
  readonly close: () => Promise<void>;
}

export function openTerminal(folder: string, environment: Readonly<Record<string, string>>): Terminal {
  const { NO_COLOR: _, ...outer } = process.env;
  const env = { ...outer, NO_COLOR: '1', ...environment };
  // A group of its own, which ends with everything that runs in the background.
  const shell = spawn('bash', ['--norc', '--noprofile'], { cwd: folder, env, stdio: 'pipe', detached: true });
  shell.stdin.write('exec 2>&1\n');
  let text = '';
  let commands = 0;
  shell.stdout.setEncoding('utf8');
  return {
    run(command) {
      const end = new RegExp(`__ended_${++commands}__ (\\d+)\\n$`);
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          const found = end.exec(text);
          if (found === null) return;
          shell.stdout.off('data', read);
          shell.off('exit', fail);
          const out = text.slice(0, found.index);
          text = '';
          resolve({ out, code: Number(found[1]) });
        };
        const read = (chunk: string): void => {
          text += chunk;
          settle();
        };
        const fail = (): void => {
          reject(new Error(`the shell ended after ${command}: ${text}`));
        };
        shell.stdout.on('data', read);
        shell.once('exit', fail);
        shell.stdin.write(`{ ${command}\n} < /dev/null; echo "__ended_${commands}__ $?"\n`);
      });
    },
    async close() {
      if (shell.exitCode !== null || shell.pid === undefined) return;
      const ended = once(shell, 'exit');
      process.kill(-shell.pid, 'SIGKILL');
      await ended;
    },
  };
}
