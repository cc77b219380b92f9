import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sources of the harness, and where everything that is built goes. */
const HARNESS = fileURLToPath(new URL('../clips/', import.meta.url));
const BUILD = fileURLToPath(new URL('./', import.meta.url));
const DEBIAN_HEADERS = '/usr/include/clips';
const PCRE2_HEADER = '/usr/include/pcre2.h';
/** The flags of CLIPS' own makefile for a release. */
const FLAGS = ['-std=gnu99', '-O3', '-fno-strict-aliasing', '-DLINUX'];

export interface Harness {
  readonly path: string;
  /** As the report names it, such as `C CLIPS 6.4.1`. */
  readonly label: string;
  /** True if it is the reference of the targets. */
  readonly reference: boolean;
}

/**
 * Builds the harness with CLIPS 6.4 from the folder of its sources that CLIPS_SOURCES names, else with the CLIPS 6.3 of
 * Debian's libclips-dev. Returns the reason if neither works.
 */
export async function buildHarness(): Promise<Harness | string> {
  const sources = process.env['CLIPS_SOURCES'] ?? '';
  try {
    return sources === '' ? await buildDebian() : await buildFromSources(sources);
  } catch (error) {
    const { message } = error as Error;
    return message.split('\n').slice(0, 3).join(' ');
  }
}

function harnessSources(engine: string): string[] {
  return ['harness.c', 'workload.c', engine].map((name) => join(HARNESS, name));
}

async function buildDebian(): Promise<Harness | string> {
  if (!existsSync(join(DEBIAN_HEADERS, 'clips.h')))
    return 'CLIPS_SOURCES names no sources of CLIPS 6.4, and libclips-dev is not installed';
  const path = join(BUILD, 'clips-63-harness');
  const parts = [...harnessSources('engine-63.c'), `-I${DEBIAN_HEADERS}`, '-lclips', '-lm', '-o', path];
  await run('gcc', [...FLAGS, '-w', ...parts]);
  const version = await versionIn(DEBIAN_HEADERS);
  return { path, label: `C CLIPS ${version}`, reference: false };
}

async function buildFromSources(folder: string): Promise<Harness | string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.c') && name !== 'main.c').sort();
  if (!files.includes('factbld.c')) return `${folder} holds no sources of CLIPS 6.4`;
  const objects = await compileLibrary(folder, files);
  const path = join(BUILD, 'clips-64-harness');
  // Without PCRE2 the rulesets that match texts do not load, and the report says so.
  const matching = existsSync(PCRE2_HEADER);
  await run('gcc', [
    ...FLAGS,
    '-w',
    ...(matching ? ['-DWITH_PCRE2', join(HARNESS, 'matches-64.c')] : []),
    ...harnessSources('engine-64.c'),
    `-I${folder}`,
    ...objects,
    ...(matching ? ['-lpcre2-8'] : []),
    '-lm',
    '-o',
    path,
  ]);
  return { path, label: `C CLIPS ${await versionIn(folder)}`, reference: true };
}

/** Object files of the library, kept for the next run as long as its sources stay as they are. */
async function compileLibrary(folder: string, files: readonly string[]): Promise<readonly string[]> {
  const hash = createHash('sha256').update(FLAGS.join(' '));
  for (const name of (await readdir(folder)).filter((name) => /\.[ch]$/.test(name)).sort())
    hash.update(name).update(await readFile(join(folder, name)));
  const target = join(BUILD, `clips-64-${hash.digest('hex').slice(0, 16)}`);
  const objects = files.map((name) => join(target, `${basename(name, '.c')}.o`));
  if (existsSync(target)) return objects;
  process.stderr.write(`Compiling CLIPS from ${files.length} files\n`);
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  const waiting = [...files];
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
        await run('gcc', [
          ...FLAGS,
          '-w',
          '-c',
          join(folder, name),
          '-o',
          join(unfinished, `${basename(name, '.c')}.o`),
        ]);
    }),
  );
  await rename(unfinished, target);
  return objects;
}

async function versionIn(folder: string): Promise<string> {
  const header = await readFile(join(folder, 'constant.h'), 'utf8');
  return /VERSION_STRING\s+"([^"]+)"/.exec(header)?.[1] ?? 'of unknown version';
}
