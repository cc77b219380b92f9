import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
/** Tests leave the user's own folder of caches alone. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/ferrule-tests', import.meta.url));

export interface CliRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line as its users do, with `input` as standard input. */
export function runCli(
  words: readonly string[],
  input: string | Uint8Array = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, XDG_CACHE_HOME: CACHE, ...environment };
    const child = spawn(process.execPath, [CLI, ...words], { stdio: 'pipe', env });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    // A command that does not read its input may be gone before it is written.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}

/** Starts the command line, reads the beginning of its output and closes the pipe. */
export function runCliIntoHead(words: readonly string[]): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.once('data', (chunk: Buffer) => {
      out = chunk.toString();
      child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Runs the command line without reading its errors, and returns its exit code. */
export function runCliWithClosedErrors(words: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.destroy();
    child.on('error', reject);
    child.on('close', (code) => resolve(code));
  });
}
