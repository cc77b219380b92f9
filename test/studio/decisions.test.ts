/**
 * The screen "Decisions" against a service: filter, records as explanations, replay and proofs. In a plain run, service.test.ts
 * has the proofs.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { full, FULL } from '../full.ts';
import { serviceState } from './connected-data.ts';
import { goTo, openScreen } from './connected-page.ts';
import { startConnected, type ConnectedService } from './connected-service.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, settled, verdict } from './studio-page.ts';

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Decisions' }).getByRole('row');
const found = (page: Page) => page.getByRole('status', { name: 'Found' });

describe.runIf(HAS_CHROMIUM)('the screen "Decisions"', () => {
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

  /** Opens the screen with the whole log. */
  async function openLog(): Promise<{ page: Page; faults: readonly string[] }> {
    const opened = await openScreen(browser, service, 'Decisions');
    const older = opened.page.getByRole('button', { name: 'Load older decisions' });
    await older.click();
    await older.waitFor({ state: 'detached' });
    return opened;
  }

  async function openRecord(page: Page, number: number) {
    await rowsOf(page).nth(number).getByRole('button').click();
    await settled(page);
    return page.getByRole('region', { name: 'Record' });
  }

  test('lists decisions page by page, newest first, and texts of others are never markup', async () => {
    const { page, faults } = await openLog();
    expect(await rowsOf(page).count()).toBe(7);
    expect(await found(page).textContent()).toBe('6 decisions');
    expect(await rowsOf(page).nth(4).textContent()).toContain('<img src=x onerror=alert(1)> may read');
    const record = await openRecord(page, 4);
    await expect.poll(() => record.textContent()).toContain('MAIN::reading');
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('terms of the filter go to the service, and words are looked for in what it sent', async () => {
    const { page } = await openLog();
    const filter = page.getByRole('searchbox', { name: 'Filter' });
    await filter.fill('decision:escalate');
    await expect.poll(() => rowsOf(page).count()).toBe(2);
    expect(service.asked.at(-1)?.query.get('decision')).toBe('escalate');
    await filter.fill('subject:gateway rule:MAIN::reading from:1d');
    await expect.poll(() => service.asked.at(-1)?.query.get('actor')).toBe('gateway');
    expect(service.asked.at(-1)?.query.get('rule')).toBe('MAIN::reading');
    expect(service.asked.at(-1)?.query.get('from')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await filter.fill('decision:none hash:bbbb');
    await expect.poll(() => found(page).textContent()).toMatch(/^1 of 3 decisions/);
    expect(service.asked.at(-1)?.query.has('hash')).toBe(false);
    await filter.fill('Default');
    await expect.poll(() => found(page).textContent()).toMatch(/^1 of 3 decisions/);
    await filter.fill('decision:other');
    await expect.poll(() => found(page).textContent()).toBe('No decision matches the filter.');
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await expect.poll(() => rowsOf(page).count()).toBe(4);
    await filter.fill('from:yesterday');
    expect(await page.getByRole('alert').textContent()).toContain('is not a time');
    await page.close();
  });

  test('a record is explained under the ruleset of that time, and replayed under the open version', async () => {
    const { page, faults } = await openLog();
    const record = await openRecord(page, 2);
    await record.getByText('No rule fired, so the default decision applies.').waitFor();
    await record.getByRole('tab', { name: 'Why not' }).click();
    await record.getByRole('button', { name: 'MAIN::paying' }).click();
    await record
      .getByRole('link', { name: /^gate\.yaml:8/ })
      .first()
      .click();
    expect(await record.getByRole('region', { name: 'Source of that time' }).textContent()).toContain(
      'an earlier version',
    );
    await record.getByRole('button', { name: 'Replay' }).click();
    const replayed = record.getByRole('status', { name: 'Replayed' });
    await expect.poll(() => replayed.textContent()).toBe('escalate, where the record says none');
    await record.getByRole('button', { name: 'Try in Rules' }).click();
    await settled(page);
    expect(await verdict(page)).toBe('escalate');
    expect(faults).toEqual([]);
    await page.close();
  });

  const unknown = [
    [3, 'also used the facts of the session s-1'],
    [5, 'Sensitive values of this record are masked'],
    [6, 'The ruleset of that time cannot be shown. the source of this version is not kept'],
  ] as const;
  test.each(unknown.slice(full(0, -1)))(
    'record %i says what the page does not know',
    async (number, words) => {
      const { page } = await openLog();
      const record = await openRecord(page, number);
      await expect.poll(() => record.textContent()).toContain(words);
      expect(await record.getByRole('button', { name: 'Replay' }).isEnabled()).toBe(number !== 5);
      await page.close();
    },
  );

  test.runIf(FULL)('the proof is downloaded as the service sends it', async () => {
    const { page } = await openLog();
    const record = await openRecord(page, 1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      record.getByRole('button', { name: 'Download proof' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^01a21d15-[\w-]+\.proof$/);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    await page.close();
  });

  test('without a decision log, and with an empty one, the screen says what to do', async () => {
    service.state.decisions = null;
    const { page } = await openScreen(browser, service, 'Decisions');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('SERVICE_AUDIT');
    service.state.decisions = [];
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => found(page).textContent()).toContain('holds no decision');
    await goTo(page, 'Approvals');
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
