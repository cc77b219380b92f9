/** The package as a stranger gets it: packed, and installed into a project of its own outside the checkout. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Consumer {
  readonly folder: string;
  /** Size of what was installed, in bytes. */
  readonly bytes: number;
  /** Names of the installed packages. */
  readonly packages: readonly string[];
  /** Runs a command there and returns its standard output. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

const QUIET = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', '--loglevel=error'];

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await execute('du', ['-sb', folder]);
  return Number.parseInt(stdout, 10);
}

/** Packs the checkout (dist/ must be built, types included). Returns the path of the tarball in a new folder. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-pack-'));
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [tarball] = await readdir(folder);
  return join(folder, tarball ?? '');
}

/** A project with the library alone: no optional package is installed. */
export async function installLibrary(tarball: string): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-consumer-'));
  await writeFile(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}\n');
  await execute('npm', ['install', '--omit=optional', ...QUIET, tarball], { cwd: folder });
  const lock = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return {
    folder,
    bytes: await sizeOf(join(folder, 'node_modules')),
    packages: Object.keys(lock.packages).map((path) => path.replace('node_modules/', '')),
    run: async (command, ...args) => (await execute(command, [...args], { cwd: folder })).stdout,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
