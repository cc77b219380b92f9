/** The page of a service: signing in and out, what a token may see, and the rulesets of the service on screens 1 to 5. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { full } from '../full.ts';
import { seriousFindings } from './axe.ts';
import { serviceState } from './connected-data.ts';
import { goTo, openScreen, signIn, TOKEN } from './connected-page.ts';
import { startConnected, type ConnectedService } from './connected-service.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, setText, settled } from './studio-page.ts';

const SCREENS = ['Rules', 'Map', 'Tables', 'Tests', 'Compare', 'Decisions', 'Approvals', 'Operate'];
const SERVED = ['Decisions', 'Approvals', 'Operate'];
const SIGNED_OUT = ['Rules', ...SERVED].slice(full(0, -1));
const WIDTHS = [1280, 390].slice(full(0, -1));
/** A plain run has the light one in screens.test.ts. */
const THEMES = (['light', 'dark'] as const).slice(full(0, -1));

describe.runIf(HAS_CHROMIUM)('the studio of a service', () => {
  let service: ConnectedService;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  beforeEach(async () => {
    service = await startConnected(serviceState());
    return () => service.close();
  });
  afterAll(async () => {
    await browser.close();
  });

  test('has all screens, each with a box for the token, and asks nothing before', async () => {
    const { page, faults } = await openPage(browser, service.url);
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(SCREENS);
    for (const name of SCREENS) {
      await goTo(page, name);
      expect(await page.getByRole('button', { name: 'Sign in' }).count(), name).toBe(1);
    }
    expect(service.asked).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('keeps the token in memory alone', async () => {
    const { page } = await openScreen(browser, service, 'Decisions');
    expect(await page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])')).not.toContain(
      TOKEN,
    );
    expect(page.url()).not.toContain(TOKEN);
    expect(service.asked.every(({ path, query }) => !`${path}?${query.toString()}`.includes(TOKEN))).toBe(
      true,
    );
    await page.reload();
    await settled(page);
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1);
    await page.close();
  });

  test('keeps the token in the tab if the user asks for it, until signing out', async () => {
    const { page } = await openPage(browser, `${service.url}#/decisions`);
    await page.getByRole('checkbox', { name: 'Stay signed in when this tab is loaded again' }).check();
    await signIn(page, TOKEN);
    await page.reload();
    await settled(page);
    await page.getByRole('table', { name: 'Decisions' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await page.getByRole('table', { name: 'Decisions' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1);
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain(TOKEN);
    await page.close();
  });

  const refusedTokens = [
    ['wrong', 'does not accept this token'],
    ['', 'Paste a token first'],
    ['two words', 'has no spaces'],
  ] as const;
  // In a plain run, service.test.ts tries the first.
  test.each(refusedTokens.slice(full(0, -1)))('the token "%s" is refused', async (token, words) => {
    const { page } = await openPage(browser, `${service.url}#/operate`);
    await signIn(page, token);
    expect(await page.getByRole('alert').textContent()).toContain(words);
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.close();
  });

  test('a token that is no longer accepted has to be given again', async () => {
    const { page } = await openScreen(browser, service, 'Approvals');
    await page.getByRole('region', { name: 'Call', exact: true }).waitFor();
    (service.state as { tokens: object }).tokens = {};
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('does not accept this token');
    expect(await page.getByRole('region', { name: 'Call', exact: true }).count()).toBe(0);
    await page.close();
  });

  const needed = [
    ['Rules', 'source'],
    ['Decisions', 'decisions'],
    ['Approvals', 'approver'],
    ['Operate', 'metrics'],
  ] as const;
  test.each(needed.slice(full(0, -1)))(
    'the screen "%s" names the role that the token lacks',
    async (screen, role) => {
      const { page } = await openScreen(browser, service, screen, { token: 'token-without-roles' });
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain(role);
      await page.close();
    },
  );

  test('a service that does not respond is an alert that says what to do', async () => {
    const { page } = await openScreen(browser, service, 'Decisions');
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('Check that it runs');
    await page.unroute('**/v1/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test('opens the source of a ruleset, and keeps edits in the page', async () => {
    const { page } = await openScreen(browser, service, 'Rules');
    const editor = page.getByRole('textbox', { name: 'Rules', exact: true });
    expect(await editor.textContent()).toContain('# the mounted version');
    await setText(page, 'Rules', '# edited\nrules:\n  r:\n    allow: ok\n    if: input.a == 1\n');
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('earlier');
    await settled(page);
    expect(await editor.textContent()).toContain('# an earlier version');
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('gate');
    await settled(page);
    expect(await editor.textContent()).toContain('# edited');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(service.asked.every(({ method }) => method === 'GET')).toBe(true);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await settled(page);
    expect(await editor.textContent()).not.toContain('# edited');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('# edited');
    await page.close();
  });

  test('keeps what is typed while the mounted ruleset is opened', async () => {
    const { page } = await openPage(browser, `${service.url}#/rules`);
    let send = (): void => {};
    const isSent = new Promise<void>((resolve) => (send = resolve));
    await page.route('**/source', async (route) => {
      await isSent;
      await route.continue();
    });
    const asked = page.waitForRequest('**/source');
    await page.getByRole('textbox', { name: 'Token' }).fill(TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await asked;
    const editor = page.getByRole('textbox', { name: 'Rules', exact: true });
    await editor.click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('# typed\nrules:\n  r:\n    allow: ok\n    if: input.a == 1\n');
    send();
    await settled(page);
    expect(await editor.textContent()).toContain('# typed');
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('gate');
    await settled(page);
    expect(await editor.textContent()).toContain('# the mounted version');
    await page.close();
  });

  test('compares with the mounted version', async () => {
    const { page, faults } = await openScreen(browser, service, 'Rules');
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('earlier');
    await settled(page);
    await goTo(page, 'Compare');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Mounted version');
    expect(await page.getByRole('textbox', { name: 'Old version' }).inputValue()).toBe('gate');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect
      .poll(() => page.getByRole('status', { name: 'Result' }).textContent())
      .toMatch(/^\d+ requests? differs?/);
    await page.getByRole('textbox', { name: 'Old version' }).fill('unknown');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    expect(await page.getByRole('alert').textContent()).toContain('no ruleset unknown');
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each(THEMES)(
    'has no serious finding of axe in the %s theme',
    async (colorScheme) => {
      for (const width of WIDTHS) {
        const viewport = { width, height: 800 };
        const { page } = await openPage(browser, service.url, { colorScheme, bypassCSP: true, viewport });
        for (const name of SIGNED_OUT) {
          await goTo(page, name);
          expect(await seriousFindings(page), `${name}, signed out, ${width}`).toEqual([]);
        }
        await signIn(page, TOKEN);
        await goTo(page, 'Decisions');
        await page.getByRole('table', { name: 'Decisions' }).getByRole('button').first().click();
        await settled(page);
        for (const name of ['Decisions', 'Approvals', 'Operate', 'Compare']) {
          await goTo(page, name);
          expect(await seriousFindings(page), `${name}, ${width}`).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), `${name}, ${width}`).toBe(
            width,
          );
        }
        await page.context().close();
      }
    },
    120_000,
  );
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
