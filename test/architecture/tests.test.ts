/** From a source file one finds its tests: by the same folder, or by the table in test/README.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOMS, sourceFiles } from './imports.ts';

const ROW = /^\| ([^|]+?) \| ([^|]+?) \|$/gm;
const rows = [...readFileSync('test/README.md', 'utf8').matchAll(ROW)]
  .map(([, sources = '', tests = '']) => ({ sources, tests: tests.split(', ') }))
  .filter(({ sources }) => sources.includes('/'));

it('every folder of the sources has a folder of tests or a row', () => {
  const files = ROOMS.flatMap(sourceFiles);
  const folders = files.flatMap((file) => {
    const [room = '', folder = '', ...rest] = file.split('/');
    return rest.length === 0 ? [] : [join(room, folder)];
  });
  const listed = new Set(rows.map(({ sources }) => sources));
  const without = [...new Set(folders)].filter(
    (folder) => !listed.has(folder) && !existsSync(join('test', folder)),
  );
  expect(without).toEqual([]);
});

it('rows name sources and tests that exist, and no folder has a row that needs none', () => {
  const missing = rows
    .flatMap(({ sources, tests }) => [sources, ...tests])
    .filter((path) => !existsSync(path));
  expect(missing).toEqual([]);
  expect(rows.filter(({ sources }) => existsSync(join('test', sources)))).toEqual([]);
});
