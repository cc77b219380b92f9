/** The tutorial in the studio, with the keyboard alone: start, ask, test the tests, change it. */
import { mkdtemp, readFile, rm, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runHere } from '../authoring/run-tests.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio, verdict, type StudioProcess } from './studio-page.ts';

const REQUEST = JSON.stringify({
  facts: [
    { template: 'agent', data: { id: 'ann', role: 'reader' } },
    { template: 'request', data: { agent: 'ann', operation: 'write' } },
  ],
});
const SUSPENSION = `
  suspended-agents-do-nothing:
    deny: '{request.agent} is suspended'
    if: request.agent == suspension.agent
`;
const MOST_TABS = 150;

/** Editors are in shadow roots, which have a focus of their own. */
interface Element {
  readonly contains: (other: unknown) => boolean;
  readonly getRootNode: () => { readonly activeElement: unknown };
}
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Element) => element.contains(element.getRootNode().activeElement));
const isEditing = (page: Page): Promise<boolean> =>
  page.evaluate("document.activeElement?.shadowRoot?.activeElement?.role === 'textbox'");

/** Moves the focus forward until the target has it, as a user without a mouse does. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let i = 0; i < MOST_TABS; i++) {
    if (await hasFocus(target)) return;
    // An editor takes tabs, until Escape.
    if (await isEditing(page)) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`the focus does not reach ${String(target)}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target);
  await page.keyboard.press('Enter');
  await settled(page);
}

const go = (page: Page, screen: string): Promise<void> =>
  press(page, page.getByRole('link', { name: screen, exact: true }));

/** Opens a tab by the arrows of its list. */
async function openTab(page: Page, list: string, name: string): Promise<void> {
  const tabs = page.getByRole('tablist', { name: list });
  await reach(page, tabs.locator('[aria-selected="true"]'));
  const wanted = tabs.getByRole('tab', { name, exact: true });
  for (let i = 0; i < 5 && !(await hasFocus(wanted)); i++) await page.keyboard.press('ArrowRight');
  expect(await wanted.getAttribute('aria-selected')).toBe('true');
  await settled(page);
}

/** Types into an editor, and leaves it by Escape and Tab. */
async function type(page: Page, name: string, text: string, first: string): Promise<void> {
  await reach(page, page.getByRole('textbox', { name, exact: true }));
  await page.keyboard.press(first);
  await page.keyboard.insertText(text);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await settled(page);
}

describe.runIf(HAS_CHROMIUM)('the tutorial with the keyboard alone', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-keyboard-'));
    await mkdir(join(folder, 'policy'));
    await runHere('init', join(folder, 'policy'));
    [studio, browser] = await Promise.all([startStudio(join(folder, 'policy')), launch()]);
    ({ page } = await openPage(browser, studio.url));
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });
  const result = (): Promise<string | null> => page.getByRole('status', { name: 'Result' }).textContent();

  test('the cases of a new ruleset pass', async () => {
    await page.keyboard.press('Tab');
    expect(await hasFocus(page.getByRole('link', { name: 'Skip to content' }))).toBe(true);
    await go(page, 'Tests');
    await press(page, page.getByRole('button', { name: 'Run', exact: true }));
    expect(await result()).toBe('5 passed, 0 failed');
  });

  test('a request is denied, the studio says why, and applies what would change it', async () => {
    await go(page, 'Rules');
    await openTab(page, 'Request', 'JSON');
    await type(page, 'Request as JSON', REQUEST, 'Control+A');
    expect(await verdict(page)).toBe('deny');
    await openTab(page, 'Explanation', 'Why not');
    const rule = page
      .getByRole('list', { name: 'Rules that did not fire' })
      .getByRole('button', { name: 'MAIN::editors-write' });
    await reach(page, rule);
    if ((await rule.getAttribute('aria-expanded')) === 'false') await press(page, rule);
    expect(await page.getByRole('list', { name: 'Rules that did not fire' }).textContent()).toContain(
      'role is "reader", not "editor"',
    );
    await openTab(page, 'Explanation', 'What would change it');
    const changes = page.getByRole('list', { name: 'Changes' });
    expect(await changes.getByRole('listitem').first().textContent()).toMatch(/"editor" instead of "reader"/);
    await press(page, changes.getByRole('button', { name: 'Apply' }).first());
    expect(await verdict(page)).toBe('allow');
  });

  test('a mutant that no case finds becomes a case', async () => {
    await go(page, 'Tests');
    await press(page, page.getByRole('button', { name: 'Find mutants' }));
    const mutants = page.getByRole('list', { name: 'Surviving mutants' });
    await mutants.getByRole('listitem').first().waitFor();
    await press(page, mutants.getByRole('button', { name: 'Add this case' }).first());
    await press(page, page.getByRole('button', { name: 'Run', exact: true }));
    expect(await result()).toBe('6 passed, 0 failed');
  });

  test('a change is compared with the text before it, and saved', async () => {
    await go(page, 'Rules');
    const before = await readFile(join(folder, 'policy', 'rules.yaml'), 'utf8');
    const files = page.getByRole('tree', { name: 'Files' });
    await reach(page, files.locator('[tabindex="0"]'));
    const rules = files.getByRole('treeitem', { name: 'rules.yaml' });
    await page.keyboard.press('Home');
    for (let i = 0; i < 10 && !(await hasFocus(rules)); i++) await page.keyboard.press('ArrowDown');
    await press(page, rules);
    const changed = before
      .replace('\n# What no rule', '\n  suspension: { slots: { agent!: string } }\n\n# What no rule')
      .concat(SUSPENSION);
    await type(page, 'Rules', changed, 'Control+A');
    expect(
      await page.getByRole('list', { name: 'Problems' }).getByRole('listitem').allTextContents(),
    ).toEqual([]);
    await go(page, 'Compare');
    const against = page.getByRole('combobox', { name: 'Compare with' });
    await reach(page, against);
    await page.keyboard.type('Text');
    await settled(page);
    await type(page, 'Old version', before, 'Control+A');
    await press(page, page.getByRole('button', { name: 'Compare', exact: true }));
    // Requests of before are decided as before: only the new text takes suspensions.
    expect(await result()).toMatch(/^No difference: not found in \d+ requests/);
    await press(page, page.getByRole('button', { name: 'Save' }));
    await expect.poll(() => readFile(join(folder, 'policy', 'rules.yaml'), 'utf8')).toBe(changed);
  });
});
