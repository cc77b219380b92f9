/** The security model names, for each promise, a test that exists, and for each target the function that writes text. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOMS, sourceFiles } from '../architecture/imports.ts';

const PAGE = readFileSync('docs/internals/security.md', 'utf8');
const OF_NODE_AND_LIBRARIES = new Set(['execFile', 'spawn', 'stringify']);

/** Rows of the tables below a heading of the second level, without their heads. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = PAGE.split(`## ${heading}\n`);
  const [own = ''] = section.split(/^## /m);
  const tables = own.match(/(?:^\|.*\n)+/gm) ?? [];
  return tables.flatMap((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.replace(/^\| | \|$/g, '').split(' | ')),
  );
}

const codeIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

it('each promise names its tests, and they exist', () => {
  const rows = rowsBelow('Invariants');
  expect(rows.length).toBeGreaterThan(15);
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  for (const [promise = '', , tests = ''] of rows) {
    const named = codeIn(tests);
    const files = named.filter((name) => name.startsWith('test/'));
    expect(files.length, promise).toBeGreaterThan(0);
    expect(
      files.filter((file) => !file.endsWith('.test.ts') || !existsSync(file)),
      promise,
    ).toEqual([]);
    for (const name of named.filter((text) => text.startsWith('npm run ')))
      expect(scripts, promise).toHaveProperty([name.slice('npm run '.length)]);
  }
});

it('the functions that write text of others exist', () => {
  const sources = ROOMS.flatMap(sourceFiles)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const named = rowsBelow('Where text of others is written').flatMap(([, cell = '']) => codeIn(cell));
  expect(named).toContain('clipsText');
  const missing = named.filter(
    (name) => !OF_NODE_AND_LIBRARIES.has(name) && !new RegExp(`function ${name}\\(`).test(sources),
  );
  expect(missing).toEqual([]);
});
