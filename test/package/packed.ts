/** The package as a stranger gets it: packed, and installed into a project of its own outside the checkout. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { keepFolder, WHOLE } from '../kept-folder.ts';

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

/** The package, packed and installed from the present files: each test file would begin with ten seconds of npm. */
const KEPT = join('node_modules', '.cache', 'ferrule-packed');

/** A name for the present state of all that is packed: every build changes their times. */
async function stateOfFiles(): Promise<string> {
  const { files } = JSON.parse(await readFile('package.json', 'utf8')) as { files: readonly string[] };
  const roots = ['package.json', 'README.md', 'LICENSE', ...files.filter((path) => !path.startsWith('!'))];
  const hash = createHash('sha256');
  for (const root of roots) {
    const isFolder = (await stat(root)).isDirectory();
    const names = isFolder ? (await readdir(root, { recursive: true })).sort() : [''];
    for (const name of names) {
      const { size, mtimeMs } = await stat(join(root, name));
      hash.update(`${root}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** The path of a folder that is kept as long as the packed files stay as they are. */
async function keptFor(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const state = await stateOfFiles();
  const path = join(KEPT, `${name}-${state}`);
  if (existsSync(path)) return path;
  const old = (await readdir(KEPT).catch(() => [])).filter((one) => !one.includes(state));
  await Promise.all(old.map((one) => rm(join(KEPT, one), { recursive: true, force: true })));
  await keepFolder(path, make);
  return path;
}

/** Packs the checkout (dist/ must be built, types included). Returns the path of the tarball in a new folder. */
export async function pack(): Promise<string> {
  const packed = await keptFor('tarball', async (made) => {
    await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', made]);
  });
  const [name = ''] = await readdir(packed);
  const tarball = join(await mkdtemp(join(tmpdir(), 'ferrule-pack-')), name);
  await copyFile(join(packed, name), tarball);
  return tarball;
}

/** A project with the library and these packages: no optional package is installed. */
export async function installLibrary(tarball: string, ...beside: readonly string[]): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-consumer-'));
  const install = async (here: string): Promise<void> => {
    await writeFile(join(here, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}\n');
    await execute('npm', ['install', '--omit=optional', ...QUIET, tarball, ...beside], { cwd: here });
  };
  if (beside.length > 0) await install(folder);
  else await cp(await keptFor('installed', install), folder, WHOLE);
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
