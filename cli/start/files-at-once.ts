import { promises, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';

type Files = typeof promises;

/** Failures reject the promise, as they do there. */
function settled<T>(read: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(read());
  });
}

/**
 * `node:fs/promises` for a command that has nothing else to do while it reads its ruleset: each of these files is read at
 * once, without Node's pool of threads, which would first have to be started.
 */
export const filesAtOnce = {
  readFile: (...args: Parameters<typeof readFileSync>) => settled(() => readFileSync(...args)),
  stat: (path: string) => settled(() => statSync(path)),
  realpath: (path: string) => settled(() => realpathSync(path)),
  // For those who only walk through the entries.
  opendir: (path: string) => settled(() => readdirSync(path, { withFileTypes: true })),
  writeFile: (...args: Parameters<Files['writeFile']>) => promises.writeFile(...args),
  rename: (...args: Parameters<Files['rename']>) => promises.rename(...args),
};
