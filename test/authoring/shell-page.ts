/** Runs the commands of a page as its reader would: files as the page gives them, commands in a shell. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'vitest';

const BLOCK = /^```(yaml|json|js|csv|console)\n([^]*?)^```$/gm;
/** A path in backticks; the last one before a block is that of the file that the block shows. */
const FILE = /`([\w./-]+\.(?:ya?ml|json|mjs|csv))`/g;

/**
 * Runs a page in an empty folder `policy` and compares what is printed; `then` runs in the folder at the end. With FERRULE_UPDATE=1 it writes what was printed into
 * the page.
 */
export async function runPage(
  page: string,
  timed: (text: string) => string = untimed,
  then: (run: Run) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const around = await mkdtemp(join(tmpdir(), 'ferrule-page-'));
  const folder = join(around, 'policy');
  await mkdir(folder);
  const run = await shellIn(folder);
  try {
    await followPage(page, folder, run, timed);
    await then(run);
  } finally {
    await rm(around, { recursive: true, force: true });
  }
}

/** Writes the files of a page into the folder, runs its commands, and compares what is printed, or updates the page. */
export async function followPage(
  page: string,
  folder: string,
  run: Run,
  timed: (text: string) => string = untimed,
): Promise<void> {
  const text = await readFile(page, 'utf8');
  let written = '';
  let from = 0;
  for (const { 0: block, 1: kind, 2: body = '', index } of text.matchAll(BLOCK)) {
    const before = text.slice(from, index);
    from = index + block.length;
    const [, file] = [...before.matchAll(FILE)].at(-1) ?? [];
    if (kind !== 'console') {
      if (file === undefined) throw new Error(`${page}: no file is named before\n${body}`);
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), body);
      written += before + block;
      continue;
    }
    const told = [];
    for (const [, command = ''] of body.matchAll(/^\$ (.*)$/gm))
      told.push(`$ ${command}\n${await run(command)}`);
    written += `${before}\`\`\`console\n${told.join('')}\`\`\``;
  }
  written += text.slice(from);
  if (process.env['FERRULE_UPDATE'] === '1') await writeFile(page, written);
  else expect(timed(written)).toBe(timed(text));
}

/** Runs a command line and returns its output. */
export type Run = (command: string) => Promise<string>;

/** A new folder with the command `ferrule` of this checkout, for the path of a shell. */
export async function commandFolder(): Promise<string> {
  const bin = await mkdtemp(join(tmpdir(), 'ferrule-bin-'));
  const program = join(bin, 'ferrule');
  await writeFile(program, `#!/bin/sh\nexec "${process.execPath}" "${resolve('dist/cli.js')}" "$@"\n`);
  await chmod(program, 0o755);
  return bin;
}

async function shellIn(folder: string): Promise<Run> {
  const bin = await commandFolder();
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com' };
  const env = {
    ...process.env,
    ...who,
    ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com', GIT_CONFIG_GLOBAL: '/dev/null' },
    ...{ PATH: `${bin}:${process.env['PATH'] ?? ''}`, NO_COLOR: '1', XDG_CACHE_HOME: join(bin, 'cache') },
  };
  return (command) =>
    new Promise((done) => {
      execFile('bash', ['-c', `{ ${command}\n} 2>&1`], { cwd: folder, env }, (_, stdout) => done(stdout));
    });
}

export function untimed(text: string): string {
  return text
    .replace(/in \d+ ms/g, 'in N ms')
    .replace(/"duration_us":( ?)\d+/g, '"duration_us":$10')
    .replace(/not refuted in [\d,]+ requests/g, 'not refuted in N requests');
}
