import { spawn, type ChildProcess } from 'node:child_process';

/** Processes of Node that a test starts in a folder. */
export interface Processes {
  /** Starts a process and returns what the pattern finds in its output. */
  readonly start: (args: readonly string[], found: RegExp) => Promise<string>;
  /** Those that were started. */
  readonly count: () => number;
  /** Ends all processes and returns their exit codes in the order of their start. */
  readonly end: () => Promise<readonly (number | null)[]>;
}

/** @param settings environment variables, added to those of this process */
export function createProcesses(folder: string, settings: Readonly<Record<string, string>>): Processes {
  const running: ChildProcess[] = [];
  return {
    start(args, found) {
      const env = { ...process.env, ...settings };
      const child = spawn(process.execPath, [...args], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.push(child);
      return new Promise((done, failed) => {
        let told = '';
        const hear = (chunk: Buffer): void => {
          told += chunk.toString();
          const what = found.exec(told)?.[1];
          if (what !== undefined) done(what);
        };
        child.stdout.on('data', hear);
        child.stderr.on('data', hear);
        child.on('exit', () => failed(new Error(told)));
      });
    },
    count: () => running.length,
    end: () => Promise.all(running.map(ended)),
  };
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => {
    child.once('exit', done);
    child.kill();
  });
}
