import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { pages } from './pages.ts';
import { ROOMS, sourceFiles } from '../architecture/imports.ts';

const FOLDERS = [...ROOMS, 'test', 'bench'];

interface Citation {
  readonly from: string;
  readonly page: string;
  readonly sections: readonly string[];
}

/** Pages that comments name, with the numbers of sections behind them: `clips-order.md, 3.5 and 3.6`. */
function citationsIn(from: string): readonly Citation[] {
  const comments = readFileSync(from, 'utf8').match(/\/\*[^]*?\*\/|\/\/.*/g) ?? [];
  return comments.flatMap((comment) => {
    const text = comment.replace(/\s*\n\s*\*?\s*/g, ' ');
    return [
      ...text.matchAll(
        /\b([a-z][a-z0-9-]*)\.md((?:(?:,| and|, section)? \d+(?:\.\d+)?(?:-\d+(?:\.\d+)?)?)*)/g,
      ),
    ].map(([, page = '', sections = '']) => ({
      from,
      page,
      sections: sections.match(/\d+(?:\.\d+)?/g) ?? [],
    }));
  });
}

const citations = FOLDERS.flatMap(sourceFiles)
  .filter((path) => !path.includes('node_modules'))
  .flatMap(citationsIn);

/** Path of the page with this name, in whichever group it is. In docs/ itself are links to pages that moved. */
function pageAt(name: string): string | undefined {
  return pages().find((path) => /^docs\/.+\//.test(path) && path.endsWith(`/${name}.md`));
}

it('every page that a comment cites is in docs/', () => {
  const pages = new Set(citations.map(({ page }) => page));
  const missing = [...pages].filter((page) => pageAt(page) === undefined && !existsSync(`${page}.md`));
  expect(missing).toEqual([]);
  expect(pages.has('clips-order')).toBe(true);
});

it('every section that a comment cites is in its page', () => {
  const wrong = citations.flatMap(({ from, page, sections }) => {
    if (sections.length === 0) return [];
    const text = readFileSync(pageAt(page) ?? `docs/${page}.md`, 'utf8');
    const has = (section: string): boolean =>
      text.split('\n').some((line) => new RegExp(`^##+ ${section.replace('.', '\\.')}\\.? `).test(line));
    return sections.filter((section) => !has(section)).map((section) => `${from}: ${page}.md, ${section}`);
  });
  expect(wrong).toEqual([]);
});
