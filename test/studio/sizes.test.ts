/** Bytes of the studio, compressed, as a browser loads them. */
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM } from '../chromium.ts';
import { emptyPage, launch, settled, startStudio, type StudioProcess } from './studio-page.ts';

const DIST = 'dist/studio';
const compressed = (bytes: Buffer): number => gzipSync(bytes, { level: 9 }).length;

async function sizeOf(file: string): Promise<number> {
  const bytes = await readFile(join(DIST, file));
  return file.endsWith('.gz') ? bytes.length : compressed(bytes);
}

test('everything is at most 900 kB, the worker that decides 300 kB', async () => {
  const files = await readdir(DIST, { recursive: true, withFileTypes: true });
  const names = files
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(DIST.length + 1));
  const sizes = new Map<string, number>();
  for (const name of names) sizes.set(name, await sizeOf(name));
  expect(sizes.get('worker.js.gz')).toBeLessThanOrEqual(300_000);
  expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(900_000);
});

describe.runIf(HAS_CHROMIUM)('the first screen', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-sizes-'));
    await writeFile(
      join(folder, 'limits.yaml'),
      'rules:\n  small:\n    allow: "small"\n    if: input.n < 100\n',
    );
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  test('with its editor is at most 230 kB', async () => {
    const page = await emptyPage(browser);
    const loaded: Promise<readonly [string, number]>[] = [];
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      const isOfWorkers = /^\/(?:worker|shared|further|language)\.js$/.test(pathname);
      if (response.url().startsWith('http') && !pathname.startsWith('/api/') && !isOfWorkers)
        loaded.push(response.body().then((bytes) => [pathname, compressed(bytes)]));
    });
    await page.goto(studio.url);
    await page.getByRole('textbox', { name: 'Rules' }).waitFor();
    await settled(page);
    const sizes = new Map(await Promise.all(loaded));
    expect(sizes.size).toBeGreaterThan(5);
    expect([...sizes.values()].reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(230_000);
    await page.close();
  });
});
