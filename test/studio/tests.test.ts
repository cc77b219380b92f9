/**
 * The screen "Tests" in Chromium: results, properties, coverage, new cases and mutants. A plain run leaves the case of a mutant to
 * keyboard.test.ts.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const POLICY = `rules:
  small:
    allow: "small"
    if: input.amount < 100
  blocked:
    deny: "no"
    if: input.name == "eve"
`;
const SUITE = `suite: limits # of the house
cases:
  - name: a small one
    input: { amount: 30, name: ada }
    expect: { decision: allow }
properties:
  - name: eve gets nothing
    never: { decision: allow }
    if: input.name == "eve"
  - name: nobody gets anything
    never: { decision: allow }
`;

describe.runIf(HAS_CHROMIUM)('the screen "Tests"', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-tests-'));
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  const openTests = async (): Promise<Page> => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: 'Tests' }).click();
    await settled(page);
    return page;
  };
  const items = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('listitem');
  const result = (page: Page) => page.getByRole('status', { name: 'Result' });

  test('runs cases, proves properties and measures coverage, which the editor shows', async () => {
    const page = await openTests();
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => result(page).textContent()).toBe('1 passed, 0 failed');
    await expect.poll(() => items(page, 'Properties').count()).toBe(2);
    const [first, second] = await items(page, 'Properties').allTextContents();
    expect(first).toMatch(/^eve gets nothing(?:proved for all|not refuted)/);
    expect(second).toMatch(/^nobody gets anythingproperty: allow/);
    await expect.poll(() => items(page, 'Coverage').count()).toBe(2);
    const blocked = page.getByRole('button', { name: 'MAIN::blocked' });
    await blocked.click();
    expect((await items(page, 'Coverage').allTextContents()).join('\n')).toContain('it never fired');
    await settled(page);
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.locator('.cm-covered-none').first().waitFor();
    expect(await page.locator('.cm-covered-all, .cm-covered-some').count()).toBeGreaterThan(0);
    await page.close();
  });

  test('adds the request with its decision to the text of a suite', async () => {
    const page = await openTests();
    await page.getByRole('button', { name: 'Add case' }).click();
    const dialog = page.getByRole('dialog', { name: 'New case' });
    const add = dialog.getByRole('button', { name: 'Add' });
    expect(await add.isEnabled()).toBe(false);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('a small one');
    expect(await dialog.textContent()).toContain('has a case of this name');
    expect(await add.isEnabled()).toBe(false);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('the same: again');
    expect(await dialog.getByRole('combobox', { name: 'Suite' }).inputValue()).toBe('limits.test.yaml');
    await add.click();
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
    expect(await page.getByRole('grid', { name: 'Cases' }).getByRole('row').count()).toBe(3);
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => result(page).textContent()).toBe('2 passed, 0 failed');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => readFile(join(folder, 'limits.test.yaml'), 'utf8'))
      .toBe(
        SUITE.replace(
          'allow }\nprop',
          'allow }\n  - name: "the same: again"\n    input: {"amount":30,"name":"ada"}\n    expect: { decision: allow }\nprop',
        ),
      );
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    await page.close();
  });

  test.runIf(FULL)('a request without a decision is not added to a suite', async () => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Request as JSON' }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText('{');
    await page.getByRole('link', { name: 'Tests' }).click();
    await settled(page);
    await page.getByRole('button', { name: 'Add case' }).click();
    const dialog = page.getByRole('dialog', { name: 'New case' });
    expect(await dialog.textContent()).toContain('has no decision');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.close();
  });

  test.runIf(FULL)('finds mutants that no case notices, and adds the cases that do', async () => {
    const page = await openTests();
    await page.getByRole('button', { name: 'Find mutants' }).click();
    await expect.poll(() => items(page, 'Surviving mutants').count()).toBeGreaterThan(0);
    const before = await items(page, 'Surviving mutants').count();
    for (const button of await page.getByRole('button', { name: 'Add this case' }).all())
      if (await button.isEnabled()) await button.click();
    await settled(page);
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => result(page).textContent()).toMatch(/^(?:[2-9]|\d\d) passed, 0 failed$/);
    await settled(page);
    await page.getByRole('button', { name: 'Find mutants' }).click();
    await settled(page);
    expect(await items(page, 'Surviving mutants').count()).toBeLessThan(before);
    await page.close();
  });

  test('looking for mutants can be stopped, and decisions go on', async () => {
    const { page } = await openPage(browser, (await startedOnShipped()).url);
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('data-access');
    await settled(page);
    await page.getByRole('link', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Find mutants' }).click();
    await page.getByRole('status', { name: 'Progress' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await settled(page);
    expect(await page.getByRole('status', { name: 'Progress' }).count()).toBe(0);
    expect(await items(page, 'Surviving mutants').count()).toBe(0);
    await page.close();
  });

  let shipped: StudioProcess | null = null;
  const startedOnShipped = async (): Promise<StudioProcess> => (shipped ??= await startStudio('rulesets'));
  afterAll(() => shipped?.end());

  test('mutants wait until all cases pass; a change of the rules runs the cases again', async () => {
    const page = await openTests();
    await page.getByRole('button', { name: 'Run' }).click();
    await expect.poll(() => result(page).textContent()).toBe('1 passed, 0 failed');
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(POLICY.replace('< 100', '< 10'));
    await page.getByRole('link', { name: 'Tests' }).click();
    await expect.poll(() => result(page).textContent()).toBe('0 passed, 1 failed');
    await page.getByRole('button', { name: 'Find mutants' }).click();
    await page.getByText('Cases fail').waitFor();
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
