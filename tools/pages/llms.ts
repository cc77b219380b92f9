/** The pages as text for models: llms.txt lists them, llms-full.txt holds them all. */
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

const INDEX = 'docs/index.md';
const LINK = /\[([^\]]+)\]\(([^)]+\.md)\)/g;

interface Page {
  readonly title: string;
  readonly path: string;
  readonly text: string;
}

/** The pages in the order of the index, each once. */
function pagesOf(index: string, made: ReadonlyMap<string, string>): readonly Page[] {
  const paths = [...index.matchAll(LINK)].map(([, , target = '']) => join(dirname(INDEX), target));
  return [...new Set(paths)].map((path) => {
    const text = made.get(path) ?? readFileSync(path, 'utf8');
    return { title: /^# (.+)$/m.exec(text)?.[1] ?? path, path, text };
  });
}

/** The first sentence of the page's first paragraph, without links. */
function summary({ text }: Page): string {
  const paragraph = text.split('\n\n').find((part) => /^[A-Z`]/.test(part)) ?? '';
  const plain = paragraph.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('\n', ' ');
  return /^.*?[.:](?=\s|$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain;
}

/**
 * Text by path: both files.
 *
 * @param made pages that are generated, by path
 */
export function pageTexts(made: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const index = readFileSync(INDEX, 'utf8');
  const pages = pagesOf(index, made);
  const [head = '', ...sections] = index.split(/^## /m);
  const lists = sections.map((section) => {
    const listed = pages.filter(({ path }) =>
      section.includes(`](${normalize(path).slice('docs/'.length)})`),
    );
    const lines = listed.map(
      (page) => `- [${page.title}](${page.path.slice('docs/'.length)}): ${summary(page)}`,
    );
    return `## ${section.slice(0, section.indexOf('\n'))}\n\n${lines.join('\n')}\n`;
  });
  const about = head.replace(/^# (.+)\n\n([^\n]+)[^]*$/, '# $1\n\n> $2\n');
  const full = pages.map(({ path, text }) => `<!-- ${path.slice('docs/'.length)} -->\n\n${text.trim()}\n`);
  return new Map([
    ['docs/llms.txt', `${about}\n${lists.join('\n')}`],
    ['docs/llms-full.txt', `${about}\n${full.join('\n')}`],
  ]);
}
