import { spawn, type ChildProcess } from 'node:child_process';

/** Processes of Node that a test starts in a folder. */
export interface Processes {
  /** Starts one, and answers what the pattern finds in what it tells. */
  readonly start: (args: readonly string[], found: RegExp) => Promise<string>;
  /** Those that were started. */
  readonly count: () => number;
  /** Ends all, and answers their exit codes in the order in which they were started. */
  readonly end: () => Promise<readonly (number | null)[]>;
}

/** @param settings of the environment, besides those of this process */
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
