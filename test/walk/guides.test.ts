/** The guides, each followed in an empty folder: its files are written, its commands run, and what they print compared. */
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commandFolder, followPage, untimed } from '../authoring/shell-page.ts';
import { pages } from '../docs/pages.ts';
import { createPostgres } from '../server/runs/support/databases.ts';
import { freePort } from './installed.ts';
import { openTerminal } from './terminal.ts';

/** Pages with a promise that this test keeps. */
const FOLLOWED = '<!-- Followed by a test: every command on this page is run, and its output compared. -->';

/** Address of a database in guides. */
const DATABASE = 'postgresql://ferrule@db.example/ferrule';

const followed = pages().filter((page) => readFileSync(page, 'utf8').includes(FOLLOWED));

/** The text without what differs from run to run. */
function steady(text: string): string {
  return (
    untimed(text)
      .replace(/\b[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}\b/g, 'UUID')
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, 'TIME')
      .replace(/sha256:[\da-f]{64}/g, 'HASH')
      // How many requests are compared depends on how fast they are found.
      .replace(/(?<=seed |compared: |same, |allow {2}|\()\d+|\d+(?= compared)/g, 'N')
  );
}

it.each(followed)('%s shows what is printed', async (page) => {
  const around = await mkdtemp(join(tmpdir(), 'ferrule-guide-'));
  const folder = join(around, 'policy');
  await mkdir(folder);
  await mkdir(join(around, 'node_modules'));
  await symlink(resolve('.'), join(around, 'node_modules/ferrule'), 'dir');
  const bin = await commandFolder();
  const port = String(await freePort());
  const secondPort = String(await freePort());
  const database = (await readFile(page, 'utf8')).includes(DATABASE) ? await createPostgres() : null;
  const terminal = openTerminal(folder, {
    HOME: around,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    SERVICE_PORT: port,
    XDG_CACHE_HOME: join(bin, 'cache'),
    XDG_DATA_HOME: join(bin, 'data'),
  });
  try {
    await followPage(
      page,
      folder,
      async (command) => {
        const own = command
          .replaceAll(':8080', `:${port}`)
          .replaceAll(/([:=])8081\b/g, `$1${secondPort}`)
          .replaceAll(DATABASE, database?.settings['DATABASE_URL'] ?? DATABASE);
        return (await terminal.run(own)).out;
      },
      steady,
    );
  } finally {
    await terminal.close();
    await database?.drop();
    await rm(around, { recursive: true, force: true });
    await rm(bin, { recursive: true, force: true });
  }
});

it('guides have a complete example', async () => {
  expect(followed.length).toBeGreaterThan(10);
  for (const page of followed) expect(await readFile(page, 'utf8')).toContain('```console');
});
