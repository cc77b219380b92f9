/** Links of the pages lead to files and headings; no page is too long to read. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { anchorsOf, linksOf, pages } from './pages.ts';

const LINES = 600;
const README_LINES = 200;

function resolves(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || !file.endsWith('.md') || anchorsOf(readFileSync(file, 'utf8')).has(anchor);
}

it.each([...pages(), 'CONTRIBUTING.md', 'SECURITY.md'])(
  'the links of %s lead to files and headings',
  (page) => {
    expect(linksOf(readFileSync(page, 'utf8')).filter((target) => !resolves(page, target))).toEqual([]);
  },
);

it.each(pages())('%s is short enough', (page) => {
  const lines = readFileSync(page, 'utf8').split('\n').length - 1;
  expect(lines).toBeLessThanOrEqual(page === 'README.md' ? README_LINES : LINES);
});

it('the index has every page', () => {
  const linked = new Set(
    linksOf(readFileSync('docs/index.md', 'utf8')).map((target) => join('docs', target)),
  );
  const missing = pages().filter((page) => /^docs\/\w+\//.test(page));
  expect(missing.filter((page) => !linked.has(page))).toEqual([]);
});
