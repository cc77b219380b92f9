/** Pages of the documentation, their links and the anchors of their headings. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The pages under `docs/`, and the README. */
export function pages(): readonly string[] {
  const names = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return ['README.md', ...names.map((name) => join('docs', name)).sort()];
}

/** Links of a page to files, without what is shown as code. */
export function linksOf(text: string): readonly string[] {
  const prose = text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) =>
    /^[a-z]+:/i.test(target) ? [] : [target],
  );
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = text.replace(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\]\([^)]*\)/g, '')
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
