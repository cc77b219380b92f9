/** A folder in which command lines are run, with a PATH of stubs that record their names and arguments. */
import { spawn } from 'node:child_process';
import {
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
  readdir,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A program that a shell started. */
export interface Start {
  readonly name: string;
  readonly args: readonly string[];
}

export type ShellName = 'bash' | 'dash';

/** Stubs that only record. `ff` and its like fail, so that loops end. */
export const STUBS = ['aa', 'bb', 'cc', 'dd', 'ee', 'gg', 'ff', 'sudo', 'ssh', 'tool'] as const;
/** Stubs that record and then run the program of their name. */
const REAL = [
  'env',
  'xargs',
  'find',
  'sh',
  'bash',
  'dash',
  'timeout',
  'nice',
  'nohup',
  'stdbuf',
  'setsid',
] as const;

const NOBODY = 65_534;
const LONGEST_MS = 3000;
/** Without a signal of pipes, as which of two programs ends first is left to chance. */
const LIMITS = 'trap "" PIPE; ulimit -t 2; ulimit -f 200; ulimit -c 0';
const PROCESSES = 'ulimit -p 400';

export interface Folder {
  /** Runs a line in a shell. Returns the programs that it started, or null if it did not end in time. */
  readonly run: (shell: ShellName, line: string) => Promise<readonly Start[] | null>;
  /** True if the shell finds no error in the line without running it. */
  readonly accepts: (shell: ShellName, line: string) => Promise<boolean>;
  readonly remove: () => Promise<void>;
}

/** Makes a folder with stubs, also of the names that are given. */
export async function createFolder(names: readonly string[] = []): Promise<Folder> {
  const root = await mkdtemp(join(tmpdir(), 'ferrule-shell-'));
  const [bin, work, records] = [join(root, 'bin'), join(root, 'work'), join(root, 'records')];
  const isRoot = process.getuid?.() === 0;
  await mkdir(bin);
  await mkdir(records);
  const record = `printf '%s\\0' "$#" "\${0##*/}" "$@" >> "$FERRULE_RECORD"`;
  const write = async (name: string, lines: readonly string[]): Promise<string> => {
    const path = join(root, name);
    await writeFile(
      path,
      ['#!/usr/bin/dash', ...lines, ''].join('\n').replaceAll('$FERRULE_RECORD', join(records, 'starts')),
    );
    await chmod(path, 0o755);
    return path;
  };
  const ok = await write('ok', [record, 'exit 0']);
  const fails = await write('fails', [record, 'exit 1']);
  const real = await write('real', [record, 'exec "/usr/bin/${0##*/}" "$@"']);
  for (const name of new Set([...STUBS, ...names]))
    await symlink(name.startsWith('ff') ? fails : ok, join(bin, name));
  for (const name of REAL) {
    await rm(join(bin, name), { force: true });
    await symlink(real, join(bin, name));
  }
  await chmod(root, 0o755);
  if (isRoot) await chown(records, NOBODY, NOBODY);

  async function clear(): Promise<void> {
    await rm(work, { recursive: true, force: true });
    await mkdir(work);
    await writeFile(join(work, 'in'), 'one\ntwo\n');
    await copyFile(ok, join(work, 'tool'));
    await chmod(join(work, 'tool'), 0o755);
    await rm(join(records, 'starts'), { force: true });
    if (isRoot) for (const name of ['', 'in']) await chown(join(work, name), NOBODY, NOBODY);
  }

  function start(shell: ShellName, args: readonly string[]): Promise<number | null> {
    return new Promise((resolve, reject) => {
      const setUp = `exec 9>&3 3>&-; ${LIMITS}; ${isRoot ? PROCESSES : ':'}; exec "$0" "$@"`;
      const child = spawn('/usr/bin/dash', ['-c', setUp, `/usr/bin/${shell}`, ...args], {
        cwd: work,
        env: { PATH: bin, HOME: work },
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
        detached: true,
        ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
      });
      let isLate = false;
      const kill = (): void => {
        isLate = true;
        try {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
        } catch {
          // It has ended.
        }
        child.stdio[3]?.destroy();
      };
      const timer = setTimeout(kill, LONGEST_MS);
      child.stdio[3]?.on('data', () => {});
      child.on('error', reject);
      // Programs in the background hold the pipe until they end.
      child.on('close', (code) => {
        clearTimeout(timer);
        resolve(isLate ? null : (code ?? 0));
      });
    });
  }

  return {
    async run(shell, line) {
      await clear();
      const code = await start(shell, ['-c', '--', line]);
      const names = await readdir(records);
      if (code === null) return null;
      return names.includes('starts') ? readStarts(await readFile(join(records, 'starts'), 'utf8')) : [];
    },
    async accepts(shell, line) {
      await clear();
      return (await start(shell, ['-n', '-c', '--', line])) === 0;
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

function readStarts(text: string): readonly Start[] {
  const parts = text.split('\0');
  const starts: Start[] = [];
  let at = 0;
  while (at < parts.length - 1) {
    const count = Number(parts[at]);
    starts.push({ name: parts[at + 1] ?? '', args: parts.slice(at + 2, at + 2 + count) });
    at += 2 + count;
  }
  return starts;
}
