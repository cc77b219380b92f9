/** Permissions of the files that a service writes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDataFolder, keepPrivate, prepareDataFolder } from '../../store/data-folder.ts';
import { StateStore } from '../../store/state-store.ts';
import { openStore } from '../../store/open-store.ts';
import { startTestService } from './support/service.ts';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const modeOf = (path: string): number => lstatSync(path).mode & 0o777;

let top = '';
let given = 0;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'ferrule-modes-'));
  // vitest runs tests in processes, where a umask can be set.
  given = process.umask(0o022);
});
afterEach(() => {
  process.umask(given);
  rmSync(top, { recursive: true, force: true });
});

test('a folder of data is made for its user alone, with those above it', () => {
  prepareDataFolder(join(top, 'share', 'ferrule'));
  expect([modeOf(join(top, 'share')), modeOf(join(top, 'share', 'ferrule'))]).toEqual([0o700, 0o700]);
});

test.each([0o777, 0o1777, 0o702])('a folder with mode %o is refused', (mode) => {
  chmodSync(top, mode);
  expect(() => checkDataFolder(top)).toThrow('can be written by every user of this machine');
  expect(() => prepareDataFolder(top)).toThrow('chmod o-w');
});

test.each([0o700, 0o755, 0o770, 0o2775])('a folder with mode %o is accepted', (mode) => {
  chmodSync(top, mode);
  prepareDataFolder(top);
  expect(modeOf(top)).toBe(mode & 0o777);
});

test('no service starts on a folder of data that every user may write', async () => {
  chmodSync(top, 0o777);
  await expect(startTestService({}, { SERVICE_DATA_DIR: top })).rejects.toThrow(
    /^SERVICE_DATA_DIR: .* can be written by every user of this machine/,
  );
});

test('the embedded stores make their folder for its user alone', async () => {
  const state = join(top, 'a');
  await (await StateStore.open(state, quiet as never)).close();
  expect(modeOf(state)).toBe(0o700);
  const data = join(top, 'b');
  const store = await openStore({ databaseUrl: null, dataDir: data } as never, quiet as never);
  await store.close();
  expect(modeOf(data)).toBe(0o700);
  const open = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .map((name) => join(data, name))
    .filter((path) => lstatSync(path).isFile() && (modeOf(path) & 0o077) !== 0);
  expect(open).toEqual([]);
});

test('what others may do with files is taken away', () => {
  prepareDataFolder(join(top, 'x'));
  chmodSync(join(top, 'x'), 0o777);
  keepPrivate(top);
  expect(modeOf(join(top, 'x'))).toBe(0o700);
});

test('files that the service makes are for its user alone', async () => {
  const environment = {
    PATH: process.env['PATH'],
    HOME: top,
    SERVICE_API_TOKEN: 'x'.repeat(32),
    SERVICE_PORT: '0',
    SERVICE_WORKERS: '1',
    SERVICE_DATA_DIR: join(top, 'data'),
    SERVICE_AUDIT: `file:${join(top, 'log')}`,
  };
  const child = spawn(process.execPath, ['dist/cli.js', 'serve'], { env: environment });
  try {
    await once(child.stdout, 'data');
    const paths = readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name));
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.filter((path) => (modeOf(path) & 0o077) !== 0)).toEqual([]);
  } finally {
    child.kill();
    await once(child, 'exit');
  }
});
