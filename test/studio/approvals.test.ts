/**
 * The screen "Approvals" against a service: all that waits is shown in full, and decided with the keyboard. In a plain run,
 * service.test.ts has the call with hidden characters and markup.
 */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FULL } from '../full.ts';
import { LONG, MARKUP, serviceState } from './connected-data.ts';
import { openScreen } from './connected-page.ts';
import { startConnected, type ConnectedService } from './connected-service.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, settled } from './studio-page.ts';

const waitingIn = (page: Page) => page.getByRole('list', { name: 'Waiting' }).getByRole('listitem');
const historyIn = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem');
const callIn = (page: Page) => page.getByRole('region', { name: 'Call', exact: true });

describe.runIf(HAS_CHROMIUM)('the screen "Approvals"', () => {
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

  const answers = () => service.asked.filter(({ method }) => method === 'POST');

  test('shows the arguments in full, and how they differ from the last approved call', async () => {
    const { page, faults } = await openScreen(browser, service, 'Approvals');
    const call = callIn(page);
    await expect.poll(() => call.textContent()).toContain(`"text": "${LONG}"`);
    expect(await call.textContent()).toContain('write needs a person');
    const changes = call.getByRole('table', { name: 'Changed arguments' }).getByRole('row');
    await expect.poll(() => changes.count()).toBe(3);
    expect(await changes.nth(1).textContent()).toBe('mode"append""replace"');
    expect(await changes.nth(2).textContent()).toBe(`textnone"${LONG}"`);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(FULL)('hidden characters are visible, and markup is text', async () => {
    const { page, faults } = await openScreen(browser, service, 'Approvals');
    await waitingIn(page).nth(1).getByRole('button').click();
    const shown = page.getByRole('group', { name: 'Arguments' });
    await expect.poll(() => shown.textContent()).toContain('"path": "safe\\u202etxt.exe\\u200b\\nrm -rf /"');
    expect(await callIn(page).textContent()).toContain(`${MARKUP} wants to write`);
    expect(await page.evaluate('document.body.textContent')).not.toMatch(/[\u200b\u202e]/);
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('is worked with the keyboard alone', async () => {
    const { page, faults } = await openScreen(browser, service, 'Approvals');
    await callIn(page).getByRole('group', { name: 'Arguments' }).waitFor();
    const selected = () => waitingIn(page).locator('[aria-current="true"]').getAttribute('id');
    await page.keyboard.press('j');
    expect(await selected()).toBe('waiting-a2');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    expect(await selected()).toBe('waiting-a1');
    await callIn(page).getByRole('group', { name: 'Arguments' }).waitFor();
    await page.keyboard.press('a');
    // Keys are text in the box.
    await page.keyboard.type('jar');
    expect(await page.getByRole('textbox', { name: 'Reason' }).inputValue()).toBe('jar');
    await page.keyboard.press('Enter');
    await expect.poll(() => waitingIn(page).count()).toBe(2);
    expect(answers()[0]).toMatchObject({
      path: 'approvals/a1',
      body: { decision: 'approved', reason: 'jar' },
    });
    expect(await page.getByRole('status', { name: 'Answered' }).textContent()).toBe(
      'Approved: write for writer',
    );
    await callIn(page).getByRole('group', { name: 'Arguments' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('Enter');
    await expect.poll(() => waitingIn(page).count()).toBe(1);
    expect(answers()[1]).toMatchObject({ path: 'approvals/a2', body: { decision: 'rejected' } });
    await expect.poll(() => historyIn(page).first().textContent()).toMatch(/rejected by ann/);
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(FULL)('Escape leaves the reason without an answer, and the keys can be turned off', async () => {
    const { page } = await openScreen(browser, service, 'Approvals');
    await callIn(page).getByRole('group', { name: 'Arguments' }).waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: /^Keys/ }).uncheck();
    await page.keyboard.press('j');
    expect(await waitingIn(page).first().locator('[aria-current="true"]').count()).toBe(1);
    await page.getByRole('textbox', { name: 'Reason' }).press('Enter');
    await settled(page);
    expect(answers()).toEqual([]);
    await page.close();
  });

  test('new calls appear by themselves, and one that was answered elsewhere says so', async () => {
    const { page } = await openScreen(browser, service, 'Approvals');
    await expect.poll(() => waitingIn(page).count()).toBe(3);
    const [, first] = service.state.approvals;
    service.state.approvals = [
      ...service.state.approvals.filter((one) => one !== first),
      { ...first!, id: 'a9', tool: 'delete' },
      { ...first!, state: 'rejected', answered_by: 'bob', answered_at: new Date().toISOString() },
    ];
    await expect.poll(() => waitingIn(page).last().textContent()).toContain('files/delete');
    await expect.poll(() => callIn(page).textContent()).toContain('no longer waits: rejected by bob');
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
    await page.close();
  });

  test('a refused answer is an alert, and the call still waits', async () => {
    const { page } = await openScreen(browser, service, 'Approvals');
    await waitingIn(page).nth(2).getByRole('button').click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('cannot decide it');
    expect(await waitingIn(page).count()).toBe(3);
    await page.close();
  });

  test('a hidden page does not ask, and nothing that waits says so', async () => {
    service.state.approvals = [];
    const { page } = await openScreen(browser, service, 'Approvals');
    await page.getByText('Nothing waits for a person').waitFor();
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: 'hidden' }); document.dispatchEvent(new Event('visibilitychange'))`,
    );
    await page.waitForTimeout(500);
    const before = service.asked.length;
    await page.waitForTimeout(4_500);
    expect(service.asked.length).toBe(before);
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
