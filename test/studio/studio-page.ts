/** The studio as a user has it: the command, and its page in Chromium. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { CHROMIUM } from '../chromium.ts';

export interface StudioProcess {
  readonly url: string;
  readonly end: () => Promise<void>;
}

/** Starts `ferrule studio` on a free port. */
export async function startStudio(path: string): Promise<StudioProcess> {
  const child = spawn(process.execPath, ['dist/cli.js', 'studio', path, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const found = /^Studio: (\S+)\n/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.once('exit', () => reject(new Error(printed)));
  });
  return {
    url,
    async end() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

/** Time limit of one step of a page, on a busy machine. */
const PATIENCE_MS = 120_000;

async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

/** The blank page of each browser that keeps the window of the others open: Chromium takes long to open one. */
const blankPages = new WeakMap<Browser, Promise<Page>>();

/** A page that has loaded nothing. It is alone: a page that a failed test left open would go on computing. */
export async function emptyPage(browser: Browser): Promise<Page> {
  const made = blankPages.get(browser) ?? newContext(browser).then((context) => context.newPage());
  blankPages.set(browser, made);
  const blank = await made;
  for (const left of blank.context().pages()) if (left !== blank) await left.close();
  return blank.context().newPage();
}

/** Forgets what another page kept for this address; what is kept for a tab is its own. */
async function forget(page: Page, origin: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await session.detach();
}

export interface OpenedPage {
  readonly page: Page;
  /** Errors of the page, and requests that left its origin. */
  readonly faults: readonly string[];
}

/** Opens an address and waits until the page has decided; another page than the studio is only opened. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
  kind: 'studio' | 'a page' = 'studio',
): Promise<OpenedPage> {
  const isShared = Object.keys(options).length === 0;
  const page = isShared
    ? await emptyPage(browser)
    : await newContext(browser, options).then((context) => context.newPage());
  const faults: string[] = [];
  const { origin } = new URL(url);
  if (isShared) await forget(page, origin);
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error')
      faults.push(
        `${message.text()} ${message.location().url}:${message.location().lineNumber}:${message.location().columnNumber}`,
      );
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(`${origin}/`) || /^(?:blob|data):/.test(request.url());
    if (!isOwn) faults.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  if (kind === 'studio') await settled(page);
  return { page, faults };
}

/** Waits until the page computes nothing more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  // Work begins a moment after its cause; a busy page has moments of its own.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
  await page.locator('main[aria-busy="false"]').waitFor();
}

export const verdict = async (page: Page): Promise<string | null> =>
  page.getByRole('status', { name: 'Verdict' }).textContent();

/** Replaces the text of an editor, as the contract says: Ctrl+A, then typing. */
export async function setText(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name, exact: true }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  await settled(page);
}
