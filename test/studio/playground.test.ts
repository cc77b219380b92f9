/** The studio on a static host, and an example of a page that is run where it is. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writePlayFolder } from '../../tools/package/play-folder.ts';
import { FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, verdict } from './studio-page.ts';

const RULES = `rules:
  small:
    allow: "{input.amount} <b>is small</b>"
    if: input.amount < 100
`;
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const PAGE = `<!doctype html><html lang="en" class="dark"><title>Page</title><link rel="icon" href="data:,"><main>
<ferrule-playground studio="play/" ruleset="${escaped(RULES)}" request="${escaped('{"input": {"amount": 30}}')}">
<pre>${escaped(RULES)}</pre></ferrule-playground></main>
<script type="module" src="play/playground.js"></script></html>`;

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
};

describe.runIf(HAS_CHROMIUM)('on a static host', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-play-'));
    await writePlayFolder('dist', join(folder, 'play'));
    await writeFile(join(folder, 'page.html'), PAGE);
    server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
      const type = TYPES[path.split('.').at(-1) ?? ''];
      readFile(join(folder, path)).then(
        (bytes) => response.setHeader('content-type', type ?? 'text/plain').end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  });

  test('the page decides its example, and has nothing to save', async () => {
    const { page, faults } = await openPage(browser, `${origin}/play/index.html`);
    expect(await verdict(page)).toMatch(/^(?:allow|deny|escalate)$/);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('an example loads the studio when its button is pressed, and decides its request', async () => {
    const { page, faults } = await openPage(browser, `${origin}/page.html`, {}, 'a page');
    expect(page.frames()).toHaveLength(1);
    await page.getByRole('button', { name: 'Edit and run' }).click();
    const frame = page.frameLocator('iframe[title="Playground"]');
    await frame.getByRole('status', { name: 'Verdict' }).filter({ hasText: 'allow' }).waitFor();
    expect(await frame.getByRole('region', { name: 'Decision' }).textContent()).toContain(
      '30 <b>is small</b>',
    );
    expect(await frame.getByRole('navigation', { name: 'Screens' }).isVisible()).toBe(false);
    expect(await frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await frame.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+A');
    // What is inserted over text takes its style, as an attribute that the policy refuses.
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(RULES.replace('< 100', '< 10'));
    await frame.getByRole('status', { name: 'Verdict' }).filter({ hasText: 'deny' }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(FULL)('the whole studio opens with the example', async () => {
    const { page } = await openPage(browser, `${origin}/page.html`, {}, 'a page');
    await page.getByRole('button', { name: 'Edit and run' }).click();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open in the studio' }).click();
    const studio = await opened;
    await settled(studio);
    expect(await verdict(studio)).toBe('allow');
    await studio.close();
    await page.close();
  });
});
