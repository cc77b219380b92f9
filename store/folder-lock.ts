import { link, mkdir, readdir, readFile, rm, utimes, writeFile, stat } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** A folder that is held by this process until it is released or the process ends, however it ends. */
export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** Another process holds the folder. */
export class FolderInUse extends Error {
  constructor(folder: string, holder: string) {
    super(
      `${folder} is in use by ${holder}; one process at a time may open it: ` +
        'connect to the server that uses it (FERRULE_URL), set another SERVICE_DATA_DIR, or set DATABASE_URL to share a database',
    );
    this.name = 'FolderInUse';
  }
}

/** Holder of a folder. */
interface Holder {
  readonly host: string;
  readonly pid: number;
  /** Start of the process in system ticks: process ids are reused. `null` if unknown. */
  readonly started: string | null;
  readonly released: boolean;
}

const LOCK_FILE = /^lock\.(\d+)$/;
const TOUCH_MS = 5_000;
/** A process of another machine is taken for dead when its lock was not touched for this long. */
const DEAD_AFTER_MS = 20_000;

/**
 * Takes the lock of a folder, making the folder if there is none. Locks are files `lock.N`; the highest counts. Each is
 * made whole and only once (a hard link), so of two processes that find the same one dead only one takes its place.
 * Throws FolderInUse.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const newest = await newestLock(folder);
  if (newest > 0) {
    const path = join(folder, `lock.${newest}`);
    const holder = await readHolder(path);
    if (holder !== null && (await isAlive(holder, path))) throw new FolderInUse(folder, nameOf(holder));
  }
  const own: Holder = {
    host: hostname(),
    pid: process.pid,
    started: statOf(process.pid)?.started ?? null,
    released: false,
  };
  const path = join(folder, `lock.${newest + 1}`);
  const draft = join(folder, `lock.draft.${process.pid}.${performance.now()}`);
  await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    await link(draft, path);
  } catch {
    throw new FolderInUse(folder, 'another process');
  } finally {
    await rm(draft, { force: true });
  }
  for (const name of await readdir(folder)) {
    const number = Number(LOCK_FILE.exec(name)?.[1] ?? Infinity);
    if (number <= newest) await rm(join(folder, name), { force: true });
  }
  const touch = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), TOUCH_MS);
  touch.unref();
  return {
    async release() {
      clearInterval(touch);
      // Not removed: the numbers must go on, or a process that looked a moment ago could make one that is lower.
      await writeFile(path, JSON.stringify({ ...own, released: true }), { mode: 0o600 });
    },
  };
}

async function newestLock(folder: string): Promise<number> {
  const numbers = (await readdir(folder)).map((name) => Number(LOCK_FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

async function isAlive({ host, pid, started, released }: Holder, path: string): Promise<boolean> {
  if (released) return false;
  if (host !== hostname()) return Date.now() - (await stat(path)).mtimeMs < DEAD_AFTER_MS;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = statOf(pid);
  if (now !== null && ENDED_STATES.has(now.state)) return false;
  return started === null || started === now?.started;
}

/** A killed process that was not waited for, or one that is exiting (proc_pid_stat(5), field 3). */
const ENDED_STATES: ReadonlySet<string> = new Set(['Z', 'X', 'x']);

/** State and start of a process according to the kernel (proc_pid_stat(5), fields 3 and 22); null if unavailable. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [state, started] = [fields[0], fields[19]];
    return state === undefined || started === undefined ? null : { state, started };
  } catch {
    return null;
  }
}

function nameOf({ host, pid }: Holder): string {
  return host === hostname() ? `process ${pid}` : `process ${pid} on ${host}`;
}
