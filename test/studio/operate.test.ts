/** The screen "Operate" against a service: replicas, and a reload that is confirmed after its dry run. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FULL } from '../full.ts';
import { MOUNTED, MOUNTED_HASH, serviceState } from './connected-data.ts';
import { goTo, openScreen, signIn, TOKEN } from './connected-page.ts';
import { startConnected, type ConnectedService } from './connected-service.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, setText } from './studio-page.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe.runIf(HAS_CHROMIUM)('the screen "Operate"', () => {
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

  const reloads = () => service.asked.filter(({ path }) => path === 'rules/reload');

  test.runIf(FULL)('shows the mounted version, and what each replica runs', async () => {
    const { page, faults } = await openScreen(browser, service, 'Operate');
    const rows = page.getByRole('table', { name: 'Replicas' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    expect(await rows.nth(1).textContent()).not.toContain('another version');
    expect(await rows.nth(2).textContent()).toMatch(/draining.*another version/);
    const mounted = page.getByRole('region', { name: 'Mounted version' });
    expect(await mounted.textContent()).toContain(MOUNTED_HASH);
    expect(await mounted.textContent()).toContain('Sessions15');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a reload is confirmed after a dry run of the same text', async () => {
    const { page } = await openScreen(browser, service, 'Rules');
    await setText(page, 'Rules', MOUNTED.replace('> 100', '> 200'));
    await goTo(page, 'Operate');
    expect(await button(page, 'Reload').isEnabled()).toBe(false);
    await page.getByRole('textbox', { name: 'Signature' }).fill('c2lnbmVk');
    await button(page, 'Dry run').click();
    const recent = page.getByRole('status', { name: 'Recent decisions' });
    await recent.waitFor();
    expect(await recent.textContent()).toBe(
      '40 recent decisions: 37 the same, 3 differ, 1 could not be made again',
    );
    expect(await page.getByRole('status', { name: 'Result' }).textContent()).toMatch(
      /^\d+ requests? differs?/,
    );
    expect(await page.getByRole('table', { name: 'Differences' }).getByRole('row').count()).toBe(2);
    await page.getByRole('region', { name: 'Text diff' }).waitFor();
    expect(reloads()).toHaveLength(1);
    expect(reloads()[0]?.query.get('dry_run')).toBe('true');
    expect(await button(page, 'Reload').isEnabled()).toBe(true);
    await goTo(page, 'Rules');
    const latest = MOUNTED.replace('> 100', '> 300');
    await setText(page, 'Rules', latest);
    await goTo(page, 'Operate');
    expect(await button(page, 'Reload').isEnabled()).toBe(false);
    await button(page, 'Dry run').click();
    await expect.poll(() => button(page, 'Reload').isEnabled()).toBe(true);
    await button(page, 'Reload').click();
    await page.getByRole('status', { name: 'Reloaded' }).waitFor();
    expect(reloads().at(-1)).toMatchObject({ body: { ruleset_yaml: latest, signature: 'c2lnbmVk' } });
    expect(reloads().at(-1)?.query.get('dry_run')).toBeNull();
    expect(await button(page, 'Reload').isEnabled()).toBe(false);
    await page.close();
  });

  test('a dry run that the service refuses is an alert, and nothing can be reloaded', async () => {
    const { page } = await openScreen(browser, service, 'Rules');
    await setText(page, 'Rules', 'rules: [');
    await goTo(page, 'Operate');
    await button(page, 'Dry run').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('ruleset.yaml:1:8: not closed');
    expect(await button(page, 'Reload').isEnabled()).toBe(false);
    await page.close();
  });

  test.runIf(FULL)('without the role for sources, the dry run covers recent decisions alone', async () => {
    const { page } = await openScreen(browser, service, 'Rules', { token: 'token-of-admin' });
    await setText(page, 'Rules', MOUNTED);
    await goTo(page, 'Operate');
    await button(page, 'Dry run').click();
    await page.getByText('The mounted version cannot be compared').waitFor();
    expect(await button(page, 'Reload').isEnabled()).toBe(true);
    await page.close();
  });

  test('a ruleset of a share link cannot be reloaded', async () => {
    const { page } = await openScreen(browser, service, 'Rules');
    await button(page, 'Share').click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).not.toContain(TOKEN);
    await page.close();
    const { page: other } = await openPage(browser, link);
    await signIn(other, TOKEN);
    await goTo(other, 'Operate');
    expect(await other.getByText('This ruleset came with a link').count()).toBe(1);
    expect(await button(other, 'Dry run').isEnabled()).toBe(false);
    expect(await button(other, 'Reload').isEnabled()).toBe(false);
    await other.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
