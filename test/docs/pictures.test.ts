/** Every picture is used, has alternative text, and those with a source are drawn from it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { drawPictures } from '../../tools/pictures/pictures.ts';
import { pages } from './pages.ts';

const FOLDER = 'docs/pictures';
const pictures = readdirSync(FOLDER).filter((name) => name.endsWith('.svg'));

const shown = pages().flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(([, text = '', target = '']) => ({
    page,
    text,
    path: join(dirname(page), target),
  })),
);

it.each(pictures)('%s is used, with its title as alternative text', (name) => {
  const [, title] = /<title id="title">([^<]+)<\/title>/.exec(readFileSync(join(FOLDER, name), 'utf8')) ?? [];
  const uses = shown.filter(({ path }) => path === join(FOLDER, name));
  expect(uses.length).toBeGreaterThan(0);
  expect(uses.filter(({ text }) => text !== title)).toEqual([]);
});

it('every picture has alternative text', () => {
  expect(shown.filter(({ text }) => text.length < 20)).toEqual([]);
});

it.each(pictures)('%s has colours for both themes', (name) => {
  expect(readFileSync(join(FOLDER, name), 'utf8')).toContain('prefers-color-scheme: dark');
});

it.each([...drawPictures()])('%s is drawn from its source', (path, text) => {
  expect(pictures).toContain(basename(path));
  expect(readFileSync(path, 'utf8')).toBe(text);
});
