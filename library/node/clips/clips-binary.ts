import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A CLIPS that can judge. */
export interface Clips {
  readonly path: string;
  /** Version in its banner, such as `6.4.1`. */
  readonly version: string;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const PROBE_MS = 10_000;

/**
 * Runs a CLIPS batch file quietly in its own process, which never reads standard input. The files that it writes show
 * whether it succeeded.
 */
export async function runBatchFile(path: string, file: string, timeoutMs: number): Promise<void> {
  await run(path, ['-f2', file], timeoutMs);
}

/** Standard output, as far as it came before the process ended or was stopped. */
function run(path: string, args: readonly string[], timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    // CLIPS needs nothing of the environment, which holds tokens and keys.
    const env = { PATH: process.env['PATH'] };
    const options = { env, timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: MAX_OUTPUT_BYTES } as const;
    const child = execFile(path, args, options, (_error, stdout) => {
      resolve(stdout);
    });
    child.stdin?.end();
  });
}

/** A fresh folder for the files of one batch, removed afterwards. */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-judge-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The command of CLIPS: that of FERRULE_CLIPS, or `clips` if it is not set or empty. */
export function clipsCommand(): string {
  const named = process.env['FERRULE_CLIPS'] ?? '';
  return named === '' ? 'clips' : named;
}

/** CLIPS; null if the command does not run it. */
export async function findClips(path = clipsCommand()): Promise<Clips | null> {
  return inTemporaryFolder(async (folder) => {
    const probe = join(folder, 'probe.clp');
    await writeFile(probe, '(exit)\n');
    // Only the interactive form -f prints the banner.
    const output = await run(path, ['-f', probe], PROBE_MS);
    const version = /CLIPS \((\S+)/.exec(output)?.[1];
    return version ? { path, version } : null;
  });
}
