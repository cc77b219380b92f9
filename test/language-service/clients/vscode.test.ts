/**
 * VS Code for the web in Chromium, with the extension as it is packed. Skipped without VS Code, which is 60 MB, and the package:
 * `npm ci --prefix test/language-service/clients/vscode --ignore-scripts && npm run build:vscode`.
 * A plain run tries one path, of diagnostics and a quick fix; the other requests are tried without an editor in the folder above.
 */
import { existsSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startVscode, VSCODE, VSIX } from '../../../tools/pictures/vscode-browser.mjs';
import { FULL } from '../../full.ts';
import { HAS_CHROMIUM } from '../../chromium.ts';
import { workspaceFolder } from '../workspace-folder.ts';

const isThere = existsSync(VSCODE) && existsSync(VSIX) && HAS_CHROMIUM;

if (!isThere) it.skip('VS Code, Chromium or the packed extension is missing', () => {});

const RULES = `templates:
  payment: { amount!: integer, currency: EUR | USD }
rules:
  large:
    deny: "too much"
    if: payment.amount > 5
`;
const MISSPELLED = RULES.replace('if: payment', 'if: paymnt');
const SUITE = `cases:
  - name: a large payment is denied
    facts: { payment: { amount: 9 } }
    expect: { decision: deny }
  - name: a small payment is denied
    facts: { payment: { amount: 1 } }
    expect: { decision: deny }
`;

// VS Code drops what it is not ready for, and says nothing: a test that it lost begins again in a new window.
describe.runIf(isThere)('VS Code for the web', { retry: 2 }, () => {
  let vscode: Awaited<ReturnType<typeof startVscode>>;
  let page: Page;
  let lens: Locator;
  const editor = (): Locator => page.locator('.editor-instance .view-lines').first();
  /** The text that is shown, with the hints in it; VS Code writes no-break spaces. */
  const shown = async (): Promise<string> => (await editor().innerText()).replaceAll('\u00a0', ' ');
  const until = (text: string): Promise<void> => expect.poll(shown).toContain(text);

  /** Opens the ruleset; its lenses are shown once the language service has read it. */
  const openRules = async (): Promise<void> => {
    await vscode.open('gate.yaml');
    await lens.waitFor();
  };

  // A window for each test: what one left open is in no other's way.
  beforeEach(async () => {
    const files = { 'gate.yaml': RULES, 'gate.test.yaml': SUITE, 'misspelled.yaml': MISSPELLED };
    const folder = await workspaceFolder(files);
    vscode = await startVscode(folder.path);
    page = vscode.page;
    lens = page.locator('.codelens-decoration a', { hasText: 'Show CLIPS' }).first();
  });
  afterEach(() => vscode.end());

  it('marks an error, and its quick fix removes it', async () => {
    await vscode.open('misspelled.yaml');
    await page.locator('.squiggly-error').first().waitFor();
    await vscode.goTo(6, 10);
    await vscode.pressUntil(['Control+.'], page.locator('.action-widget').getByText('Write payment'));
    await page.keyboard.press('Enter');
    await until('payment.amount > 5');
    await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
  });

  it.runIf(FULL)('completes and hovers', async () => {
    await openRules();
    await vscode.goTo(6, 26);
    await page.keyboard.type(' and payment.');
    await page.locator('.suggest-widget .monaco-list-row', { hasText: 'currency' }).waitFor();
    await page.keyboard.press('Escape');
    for (let i = 0; i < ' and payment.'.length; i++) await page.keyboard.press('Backspace');
    await until('amount > 5');
    await vscode.goTo(6, 19);
    const hover = page.locator('.monaco-hover', { hasText: 'amount: integer' }).first();
    await vscode.pressUntil(['Control+K', 'Control+I'], hover);
  });

  it.runIf(FULL)('renames by binding', async () => {
    await openRules();
    await vscode.goTo(6, 19);
    const name = page.locator('.rename-box input');
    await vscode.pressUntil(['F2'], name);
    await name.fill('cents');
    await page.keyboard.press('Enter');
    await until('payment.cents > 5');
    await until('payment: { cents!: integer');
  });

  it.runIf(FULL)('has lenses that do what they say', async () => {
    await openRules();
    await lens.click();
    await page
      .locator('.view-lines', { hasText: /\(defrule.MAIN::large/ })
      .first()
      .waitFor();
  });

  it.runIf(FULL)('explains the rule at the cursor for a case that is chosen', async () => {
    await openRules();
    await vscode.goTo(6, 12);
    await vscode.command('ferrule: Explain the Rule at the Cursor for a Case');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'a small payment' }).click();
    await page.locator('.tab', { hasText: 'Why MAIN::large' }).waitFor();
    await page.locator('.view-lines', { hasText: /Fired:.0/ }).waitFor();
  });

  it.runIf(FULL)(
    'runs tests in the view Testing: a failure is at its case, and coverage and surviving mutants are in the gutter',
    async () => {
      await openRules();
      await vscode.command('ferrule: Run Tests with Mutants');
      await page.locator('.glyph-margin-widgets [class*="TextEditorDecorationType"]').first().waitFor();
      await vscode.command('Test: Run All Tests with Coverage');
      await page.locator('.coverage-deco-gutter').first().waitFor();
      // Neither a run without mutants nor a result that is shown takes them back.
      expect(
        await page.locator('.glyph-margin-widgets [class*="TextEditorDecorationType"]').count(),
      ).not.toBe(0);
      await vscode.command('View: Close All Editor Groups');
      await vscode.command('View: Show Explorer');
      await vscode.open('gate.test.yaml');
      await vscode.goTo(7, 25);
      await page.keyboard.press('Shift+Control+ArrowRight');
      await page.keyboard.type('allow');
      await vscode.command('Test: Run All Tests');
      const line = page.locator('.view-line', { hasText: /name:.a.small.payment.is.denied/ });
      await line.filter({ hasText: /expected.allow,.got.deny/ }).waitFor();
      await vscode.command('View: Show Testing');
      const tree = page.locator('.test-explorer');
      const suite = tree.locator('.monaco-list-row', { hasText: 'gate' }).first();
      await suite.click();
      // The right arrow opens what is closed and goes to what is within it: a ruleset, its suite, and the cases.
      await vscode.pressUntil(
        ['ArrowRight', 'ArrowRight', 'ArrowRight'],
        tree.locator('.monaco-list-row', { hasText: 'a small payment is denied' }),
      );
      await tree.locator('.codicon-testing-failed-icon').first().waitFor();
      await tree.locator('.codicon-testing-passed-icon').first().waitFor();
    },
  );
});
