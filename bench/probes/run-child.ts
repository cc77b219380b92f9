import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs a module of bench/ in a process of its own that can collect garbage on request, and reads the JSON of the last
 * line that it prints. `module` is relative to the bundle.
 */
export async function runChild<T>(module: string, ...words: readonly string[]): Promise<T> {
  const path = fileURLToPath(new URL(module, import.meta.url));
  const { stdout } = await run(process.execPath, ['--expose-gc', path, ...words], { maxBuffer: 1 << 26 });
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as T;
}
