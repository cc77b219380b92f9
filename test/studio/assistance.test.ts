/**
 * Help in the editor of the studio: completion, documentation, fixes and names, by the language server in a worker of the page. A
 * plain run has typing with completion, undo with a fix and with history.test.ts, and formatting with the language server alone.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const INPUT = 'input: { amount: integer, currency: EUR | USD }\n';
const POLICY = `${INPUT}constants: { most: 100 }
templates:
  order: { id: string, note: { type: string, default: '<img src=x>' } }
rules:
  small:
    allow: it is small
    if: input.amont < const.most
`;
const SUITE = `suite: limits
cases:
  - name: a small one
    input: { amount: 30, currency: EUR }
    expect: { decision: allow, fired: ["MAIN::small"] }
`;

const editor = (page: Page) => page.getByRole('textbox', { name: 'Rules', exact: true });
const textOf = (page: Page): Promise<string> =>
  editor(page).evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

describe.runIf(HAS_CHROMIUM)('help in the editor', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-assistance-'));
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  test.runIf(FULL)(
    'text that is typed quickly arrives as it was typed, with lines indented below their keys',
    async () => {
      const { page, faults } = await openPage(browser, studio.url);
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('  large:\ndeny: "it is not"\nif: input.amount >= const.most');
      await settled(page);
      expect(await textOf(page)).toBe(
        `${POLICY}  large:\n    deny: "it is not"\n    if: input.amount >= const.most`,
      );
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  test('members of the document are offered behind `input.`', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await assisted(page);
    await editor(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('  large:\ndeny: "it is not"\nif: input.');
    await page.getByRole('option', { name: 'currency' }).waitFor();
    await page.keyboard.type('cur');
    await page.getByRole('option', { name: 'currency', selected: true }).waitFor();
    // The editor takes no choice in the first moment, so that Enter means a new line.
    await page.waitForTimeout(200);
    await page.keyboard.press('Enter');
    await settled(page);
    expect((await textOf(page)).endsWith('    if: input.currency')).toBe(true);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a problem has its fixes beside it, and undo takes them back', async () => {
    const { page } = await openPage(browser, studio.url);
    const problems = page.getByRole('list', { name: 'Problems' });
    await problems.getByRole('button', { name: 'Write amount' }).click();
    await settled(page);
    expect(await textOf(page)).toBe(POLICY.replace('amont', 'amount'));
    expect(await problems.getByRole('listitem').filter({ hasText: 'short-input-path' }).count()).toBe(0);
    await editor(page).click();
    await page.keyboard.press('Control+Z');
    await settled(page);
    expect(await textOf(page)).toBe(POLICY);
    await page.close();
  });

  test.runIf(FULL)('formatting is one edit, which undo takes back and redo makes again', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await assisted(page);
    const untidy = POLICY.replace('allow:', 'allow:  ');
    await editor(page).getByText('allow', { exact: true }).click();
    await page.keyboard.press('Home');
    for (const _ of 'allow:') await page.keyboard.press('ArrowRight');
    await page.keyboard.type('  ');
    await settled(page);
    expect(await textOf(page)).toBe(untidy);
    await page.keyboard.press('Shift+Alt+F');
    await expect.poll(() => textOf(page)).toContain('\n    allow: it');
    const formatted = await textOf(page);
    for (const [keys, text] of [
      ['Control+Z', untidy],
      ['Control+Z', POLICY],
      ['Control+Y', untidy],
      ['Control+Y', formatted],
    ] as const) {
      await page.keyboard.press(keys);
      await settled(page);
      expect(await textOf(page)).toBe(text);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a rule is renamed in its suite, too', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await assisted(page);
    await editor(page).getByText('small', { exact: true }).click();
    await page.keyboard.press('F2');
    await page.getByLabel('New name').fill('tiny');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'limits.test.yaml' }).click();
    await settled(page);
    expect(await textOf(page)).toBe(SUITE.replace('MAIN::small', 'MAIN::tiny'));
    expect(faults).toEqual([]);
    await page.close();
  });

  test('documentation at the pointer shows text of rules as text', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await assisted(page);
    await editor(page).getByText('note', { exact: true }).hover();
    const tooltip = page.locator('.cm-lsp-hover-tooltip');
    await tooltip.waitFor();
    expect(await tooltip.textContent()).toContain('<img src=x>');
    expect(await tooltip.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});

/** Waits for the language server: then the problem has its fix. */
async function assisted(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write amount' }).waitFor();
}
