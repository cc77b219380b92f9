import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { importsOf, ROOMS, sourceFiles, type Import } from './imports.ts';
import { SERVER } from './server-walls.ts';
import { crossings, folderCircles, TOP, unused } from './walls.ts';

const imports = importsOf(...ROOMS);
const value = (from: string, to: string): Import => ({ from, to, onlyTypes: false });
const type = (from: string, to: string): Import => ({ from, to, onlyTypes: true });
const roomOf = (path: string): string | null => {
  const room = path.split('/')[0] ?? '';
  return ROOMS.includes(room) ? room : null;
};
const partOf = (path: string): string | null =>
  path.startsWith('server/') ? (path.split('/')[1] ?? '') : null;

/** Folders with a circle: the types of the runtime are mutually dependent and it is not layered. */
const IN_CIRCLES = ['runtime'];

describe('walls', () => {
  it('a room imports the rooms before it only', () => {
    expect(crossings(imports, TOP, roomOf)).toEqual([]);
  });

  it('a part of the service imports what its row says', () => {
    expect(crossings(imports, SERVER, partOf)).toEqual([]);
  });

  it('a row of the service allows nothing that its part does not import', () => {
    expect(unused(imports, SERVER, partOf)).toEqual([]);
  });

  it('the whole service is named only where it is assembled', () => {
    const naming = imports.filter(({ to }) => to === 'server/services.ts').map(({ from }) => from);
    expect(naming.sort()).toEqual(['server/service.ts']);
  });

  it('folders form no circle of values', () => {
    const found = folderCircles(imports).map((line) => line.split(':')[0]);
    expect(found.filter((folder) => !IN_CIRCLES.includes(folder ?? ''))).toEqual([]);
  });

  it('the compiler and the clients import values of runtime/values, and no others of the runtime', () => {
    const wrong = imports.filter(
      ({ from, to, onlyTypes }) =>
        !onlyTypes && /^(?:compiler|clients)\//.test(from) && /^runtime\/(?!values\/)/.test(to),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('the runtime imports nothing', () => {
    expect(imports.filter(({ from, to }) => roomOf(from) === 'runtime' && roomOf(to) !== 'runtime')).toEqual(
      [],
    );
  });

  it.each([
    [value('library/a.ts', 'server/b.ts'), 'library/a.ts imports server/b.ts'],
    [type('store/a.ts', 'agents/b.ts'), 'store/a.ts imports agents/b.ts'],
    [value('clients/a.ts', 'library/b.ts'), 'clients/a.ts imports library/b.ts'],
  ])('a planted import across a wall is found: %j', (planted, line) => {
    expect(crossings([planted], TOP, roomOf)).toEqual([line]);
  });

  it('types cross where the table says so, and values do not', () => {
    const table = { a: { values: [], types: ['b'] }, b: { values: [], types: [] } };
    const levelOf = (path: string): string => path.split('/')[0] ?? '';
    expect(crossings([type('a/x.ts', 'b/y.ts')], table, levelOf)).toEqual([]);
    expect(crossings([value('a/x.ts', 'b/y.ts')], table, levelOf)).toEqual(['a/x.ts imports b/y.ts']);
    expect(crossings([type('b/y.ts', 'a/x.ts')], table, levelOf)).toEqual(['b/y.ts imports a/x.ts']);
  });

  it('a row that allows what nothing imports is found', () => {
    const table = { a: { values: ['b', 'c'], types: ['d'] } };
    const levelOf = (path: string): string => path.split('/')[0] ?? '';
    const imported = [type('a/x.ts', 'b/y.ts'), value('a/x.ts', 'c/y.ts')];
    expect(unused(imported, table, levelOf)).toEqual(['a: b (only types)', 'a: d']);
  });

  it('a planted circle between folders is found, where no file is in one', () => {
    const planted = [value('r/a/1.ts', 'r/b/1.ts'), value('r/b/2.ts', 'r/a/2.ts')];
    expect(folderCircles(planted)).toEqual(['r: a > b > a']);
    expect(folderCircles(planted.map((one) => ({ ...one, onlyTypes: true })))).toEqual([]);
  });
});

const PORTABLE = ['runtime', 'compiler', 'library', 'authoring'];
const isPortable = (path: string): boolean => !path.split('/').includes('node');
const portable = PORTABLE.flatMap(sourceFiles).filter(isPortable);

describe('outside of node/ folders', () => {
  it('no file names a module of Node', () => {
    const naming = portable.filter((path) => /from 'node:|import\('node:/.test(readFileSync(path, 'utf8')));
    expect(naming).toEqual([]);
  });

  it('no file imports a value of a node/ folder', () => {
    const wrong = imports.filter(
      ({ from, to, onlyTypes }) => !onlyTypes && portable.includes(from) && !isPortable(to),
    );
    expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('everything can be bundled for a browser', async () => {
    // Packages that lay out, bundle and draw: loaded where they are used, and a browser's build leaves them out.
    const { errors } = await build({
      stdin: {
        contents: portable.map((path) => `import './${path}';`).join('\n'),
        resolveDir: process.cwd(),
      },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
      external: ['esbuild', 'fast-check', 'ts-morph'],
    });
    expect(errors).toEqual([]);
  });
});
