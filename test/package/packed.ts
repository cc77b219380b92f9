/** The package as a stranger gets it: packed, and installed into a project of its own outside the checkout. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const TSC = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

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

/** Bytes of the files of a folder; what folders take depends on the file system. */
export async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Packs the checkout (dist/ must be built, types included). Returns the path of the tarball in a new folder. */
export async function pack(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-pack-'));
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder]);
  const [tarball] = await readdir(folder);
  return join(folder, tarball ?? '');
}

/** A project with the library and these packages: no optional package is installed. */
export async function installLibrary(tarball: string, ...beside: readonly string[]): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-consumer-'));
  await writeFile(join(folder, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}\n');
  await execute('npm', ['install', '--omit=optional', ...QUIET, tarball, ...beside], { cwd: folder });
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

/** The examples of a page in TypeScript, each a module. */
export async function examplesOf(page: string): Promise<readonly string[]> {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, example = '']) => example);
}

/** Errors of the TypeScript compiler in a consumer's project, under the strictest options; empty if none. */
export async function typeProblems(consumer: Consumer, types: readonly string[] = []): Promise<string> {
  await writeFile(join(consumer.folder, 'tsconfig.json'), JSON.stringify(strictOptions(types)));
  return consumer.run(process.execPath, TSC).catch((error: { readonly stdout: string }) => error.stdout);
}

function strictOptions(types: readonly string[]): object {
  return {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2023', 'DOM'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      types,
      noEmit: true,
    },
  };
}
