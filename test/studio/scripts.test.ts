/**
 * The scripts of the studio's workers in Chromium: what comes first, and what happens if one does not come. A plain run fails one
 * script of workers, and the editor.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import {
  emptyPage,
  launch,
  setText,
  settled,
  startStudio,
  verdict,
  type StudioProcess,
} from './studio-page.ts';

const POLICY = 'rules:\n  small:\n    allow: "small"\n    if: input.amount < 100\n';
const SUITE = `suite: limits
cases:
  - name: a small one
    input: { amount: 30 }
    expect: { decision: allow }
`;

describe.runIf(HAS_CHROMIUM)('scripts of the workers', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-scripts-'));
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  test('a decision needs only the first script', async () => {
    const page = await emptyPage(browser);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url().split('/').at(-1) ?? ''));
    await page.route('**/further.js', () => undefined);
    await page.goto(studio.url);
    await expect.poll(() => verdict(page)).toBe('deny');
    expect(loaded).toContain('worker.js');
    await page.close();
  });

  /** Does as `act` says with the script that has the editor. */
  const onEditor = async (page: Page, act: (route: Route) => Promise<void>): Promise<void> => {
    await page.route('**/c/*.js', async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes('cm-content')) await act(route);
      else await route.fulfill({ response });
    });
  };

  test('the verdict and the text of the rules wait for no editor', async () => {
    const page = await emptyPage(browser);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await onEditor(page, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(studio.url);
    await expect.poll(() => verdict(page)).toBe('deny');
    expect(await page.locator('pre.editor').textContent()).toBe(POLICY);
    expect(await page.getByRole('textbox', { name: 'Rules' }).count()).toBe(0);
    go();
    await page.getByRole('textbox', { name: 'Rules' }).waitFor();
    await settled(page);
    expect(await page.locator('pre.editor').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.close();
  });

  test.runIf(FULL)('rules can be edited although no verdict comes', async () => {
    const page = await emptyPage(browser);
    await page.route('**/worker.js', () => undefined);
    await page.goto(studio.url);
    await page.getByRole('textbox', { name: 'Rules' }).waitFor();
    expect(await verdict(page)).not.toMatch(/^(?:allow|deny)$/);
    await page.close();
  });

  test('an editor that does not load is an alert, and the rules are still decided', async () => {
    const page = await emptyPage(browser);
    await onEditor(page, (route) => route.abort());
    await page.goto(studio.url);
    await expect.poll(() => verdict(page)).toBe('deny');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('The editor');
    await page.unrouteAll({ behavior: 'wait' });
    await page.close();
  });

  const askWith = async (page: Page, amount: number): Promise<void> => {
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', `{"input": {"amount": ${amount}}}`);
  };

  test('a script that does not load is an alert, and the next question loads it', async () => {
    const page = await emptyPage(browser);
    let fails = true;
    await page.route('**/further.js', (route) => (fails ? route.fulfill({ status: 503 }) : route.continue()));
    await page.goto(studio.url);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('further.js cannot be loaded: the server responded with 503');
    fails = false;
    await askWith(page, 30);
    expect(await verdict(page)).toBe('allow');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test.runIf(FULL)('without the first script there is an alert, and the next question loads it', async () => {
    const page = await emptyPage(browser);
    let fails = true;
    await page.route('**/worker.js', (route) => (fails ? route.fulfill({ status: 503 }) : route.continue()));
    await page.goto(studio.url);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('worker.js cannot be loaded: the server responded with 503');
    await settled(page);
    expect(await verdict(page)).toBe('not decided');
    fails = false;
    await askWith(page, 30);
    expect(await verdict(page)).toBe('allow');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test.runIf(FULL)('a first script that does not start is an alert', async () => {
    const page = await emptyPage(browser);
    await page.route('**/worker.js', (route) => route.fulfill({ body: 'throw new Error("not today")' }));
    await page.goto(studio.url);
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('the engine failed: Uncaught Error: not today');
    await settled(page);
    expect(await verdict(page)).toBe('not decided');
    await page.close();
  });

  /** A page that waits for a file of its engine until `come` is called. */
  const waitingFor = async (path: string) => {
    const page = await emptyPage(browser);
    let comes = false;
    let asked = 0;
    await page.route(`**/${path}`, (route) => {
      asked++;
      return comes ? route.continue() : undefined;
    });
    await page.clock.install();
    // A page is loaded when its frames are.
    await page.goto(studio.url, { waitUntil: 'domcontentloaded' });
    await page.getByRole('status', { name: 'Progress' }).getByText('Deciding…').waitFor();
    return { page, come: () => (comes = true), asked: () => asked };
  };

  test('an engine that does not load can be stopped, and the next question loads it', async () => {
    const { page, come, asked } = await waitingFor('frame.html');
    await page.getByRole('textbox', { name: 'Rules' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await settled(page);
    expect(await verdict(page)).toBe('not decided');
    expect(asked()).toBe(1);
    come();
    await askWith(page, 30);
    expect(await verdict(page)).toBe('allow');
    await page.close();
  });

  test.runIf(FULL).each([
    ['frame.html', 'the engine cannot be loaded: it has not come after 60 s'],
    ['worker.js', 'worker.js cannot be loaded: it has not come after 60 s'],
  ])('waiting for %s ends', async (path, words) => {
    const { page, come } = await waitingFor(path);
    await page.clock.fastForward(61_000);
    await expect.poll(() => page.getByRole('alert').textContent()).toContain(words);
    await settled(page);
    come();
    await askWith(page, 30);
    expect(await verdict(page)).toBe('allow');
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test.runIf(FULL)('the decision is shown although no worker loads the script for tests', async () => {
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    const page = await emptyPage(browser);
    await page.route('**/shared.js', (route) => route.abort());
    await page.goto(studio.url);
    await expect.poll(() => verdict(page)).toMatch(/^(?:allow|deny)$/);
    expect(await page.getByRole('alert').textContent()).not.toBe('');
    await page.close();
  });
});
