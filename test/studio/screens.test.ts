/** Every screen in Chromium: its main path, no serious accessibility findings, and decisions equal to those of the engine. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full, FULL } from '../full.ts';
import { seriousFindings } from './axe.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const SCREENS = ['Rules', 'Map', 'Tables', 'Tests', 'Compare'];
const RULESETS = ['data-access', 'spend-limits', 'tool-call-gate', 'triage'];
/** The screens of each page of a test: a plain run opens one page for all. */
const OPENED = FULL ? SCREENS.map((name) => [name]) : [SCREENS];
/** A plain run has the dark one in connected.test.ts and markup.test.ts. */
const THEMES = (['light', 'dark'] as const).slice(0, full(2, 1));

describe.runIf(HAS_CHROMIUM)('the studio on the shipped rulesets', () => {
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    [studio, browser] = await Promise.all([startStudio('rulesets'), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
  });

  test('has the screens of a page without a service, and no box for a token', async () => {
    const { page } = await openPage(browser, studio.url);
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(SCREENS);
    expect(await page.getByRole('textbox', { name: 'Token' }).count()).toBe(0);
    await page.goto(`${studio.url.split('#')[0]}#/decisions`);
    expect(await page.getByRole('main').getAttribute('aria-label')).toBe('Rules');
    await page.close();
  });

  test('every case has its expected decision', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    for (const name of RULESETS.slice(full(0, -1))) {
      await page.getByRole('combobox', { name: 'Ruleset' }).selectOption(name);
      await settled(page);
      await page.getByRole('link', { name: 'Tests' }).click();
      await page.getByRole('button', { name: 'Run' }).click();
      await expect
        .poll(() => page.getByRole('status', { name: 'Result' }).textContent())
        .toMatch(/^\d+ passed, 0 failed$/);
      await page.getByRole('link', { name: 'Rules' }).click();
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test('the map shows the neighbours of a rule, and plays the firings', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: 'Map' }).click();
    const map = page.getByRole('group', { name: 'Map' });
    await map.waitFor();
    const rule = map.getByRole('button', { name: 'rule verdict::deny-what-nothing-permits' });
    await rule.click();
    expect(await rule.getAttribute('aria-pressed')).toBe('true');
    const neighbours = await page
      .getByRole('list', { name: 'Neighbours' })
      .getByRole('listitem')
      .allTextContents();
    expect(neighbours).toContain('decides deny');
    expect(await map.getByRole('button', { name: 'decision deny' }).count()).toBe(1);
    const facts = page.getByRole('list', { name: 'Facts' }).getByRole('listitem');
    const before = await facts.count();
    const slider = page.getByRole('slider', { name: 'Firing' });
    expect(await slider.getAttribute('min')).toBe('0');
    await slider.fill((await slider.getAttribute('max')) ?? '0');
    expect(await facts.count()).toBeGreaterThanOrEqual(before);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each(THEMES)('has no serious finding of axe in the %s theme', async (colorScheme) => {
    const { page } = await openPage(browser, studio.url, { colorScheme, bypassCSP: true });
    for (const name of SCREENS) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
      await settled(page);
      expect(await seriousFindings(page), name).toEqual([]);
      if (name !== 'Map') continue;
      await page.getByRole('slider', { name: 'Firing' }).fill('1');
      await page.locator('.fired').waitFor();
      expect(await seriousFindings(page), 'Map with a firing').toEqual([]);
    }
    await page.context().close();
  });

  test.each(OPENED.map((names) => [names.join(', '), names] as const))(
    'the screen "%s" fits a narrow window',
    async (_, names) => {
      const { page } = await openPage(browser, studio.url, { viewport: { width: 390, height: 800 } });
      for (const name of names) {
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
        await settled(page);
        expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(390);
      }
      await page.context().close();
    },
  );
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
