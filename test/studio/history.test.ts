/** Undo and redo in Chromium: one history for every edit in the page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, setText, settled, startStudio, verdict } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const POLICY = `# limits
relations:
  limit: { columns: { role: symbol, cents: integer }, rows: [[clerk, 5]] }
rules:
  small:
    allow: "small"
    if: input.amount < 100
  blocked:
    deny: "no"
    if: input.name == "eve"
`;
const SUITE = `suite: limits
cases:
  - name: a small one
    input: { amount: 30, name: ada }
    expect: { decision: allow }
`;

describe.runIf(HAS_CHROMIUM)('undo and redo', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-history-'));
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
  const rules = (page: Page) => page.getByRole('textbox', { name: 'Rules', exact: true }).textContent();

  test('go through the editor, the form, flips, tables and cases in order', async () => {
    const { page } = await openPage(browser, studio.url);
    expect(await undo(page).isEnabled()).toBe(false);
    const before = await rules(page);
    await setText(page, 'Rules', POLICY.replace('# limits', '# others'));
    const edited = await rules(page);
    await page.getByRole('textbox', { name: 'input.amount' }).fill('500');
    await settled(page);
    expect(await verdict(page)).toBe('deny');
    await page.getByRole('tab', { name: 'What would change it' }).click();
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await settled(page);
    expect(await verdict(page)).toBe('allow');
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('gridcell', { name: 'clerk' }).click();
    await page.keyboard.type('boss');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Add case' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('two');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await settled(page);
    const cases = page.getByRole('grid', { name: 'Cases' }).getByRole('row');
    expect(await cases.count()).toBe(3);

    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await cases.count()).toBe(2);
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('gridcell', { name: 'boss' }).click();
    await page.keyboard.press('Control+z');
    await page.getByRole('gridcell', { name: 'clerk' }).waitFor();
    await page.getByRole('link', { name: 'Rules' }).click();
    await undo(page).click();
    await settled(page);
    expect(await verdict(page)).toBe('deny');
    await undo(page).click();
    await settled(page);
    expect(await verdict(page)).toBe('allow');
    expect(await rules(page)).toBe(edited);
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await rules(page)).toBe(before);
    expect(await undo(page).isEnabled()).toBe(false);
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);

    for (let i = 0; i < 5; i++) await page.keyboard.press('Control+y');
    await settled(page);
    expect(await page.getByRole('button', { name: 'Redo' }).isEnabled()).toBe(false);
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('gridcell', { name: 'boss' }).waitFor();
    await page.close();
  });

  test('what is typed at once is one edit, and a new edit ends redo', async () => {
    const { page } = await openPage(browser, studio.url);
    const before = await rules(page);
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# a word');
    await settled(page);
    await page.keyboard.press('Control+z');
    expect(await rules(page)).toBe(before);
    await page.keyboard.press('Control+Shift+z');
    expect(await rules(page)).toContain('# a word');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('x');
    expect(await page.getByRole('button', { name: 'Redo' }).isEnabled()).toBe(false);
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
