/**
 * The screen "Rules" in Chromium: edit, decide, explain, change, share and save. A plain run leaves to keyboard.test.ts what it
 * does with the keyboard: edits that decide, why a rule did not fire, and what would change it; and to markup.test.ts all markup.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full, FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, setText, settled, startStudio, verdict } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const POLICY = `# limits
rules:
  small:
    allow: "{input.amount} is small"
    if: input.amount < 100
  blocked:
    deny: "<img src=x onerror=alert(1)> {input.name}"
    if: input.name == "eve"
`;
const SUITE = `suite: limits
cases:
  - name: a small one
    input: { amount: 30, name: ada }
    expect: { decision: allow }
`;

describe.runIf(HAS_CHROMIUM)('the screen "Rules"', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-studio-'));
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    await writeFile(join(folder, 'limits.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  test('decides the first case, and takes the key out of the address', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    expect(await verdict(page)).toBe('allow');
    expect(page.url()).not.toContain('key=');
    const decision = page.getByRole('region', { name: 'Decision' });
    expect(await decision.textContent()).toContain('30 is small');
    expect(await decision.textContent()).toContain('MAIN::small');
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(FULL)('the decision follows the request and the rules', async () => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '{"input": {"amount": 500, "name": "ada"}}');
    expect(await verdict(page)).toBe('deny');
    await setText(page, 'Rules', POLICY.replace('< 100', '< 1000'));
    expect(await verdict(page)).toBe('allow');
    await page.close();
  });

  test('errors have a code, a place and a message; an invalid request says why', async () => {
    const { page } = await openPage(browser, studio.url);
    await setText(page, 'Rules', POLICY.replace('if: input.amount < 100', 'if: input.amount <'));
    const [first] = await page
      .getByRole('list', { name: 'Problems' })
      .getByRole('listitem')
      .allTextContents();
    expect(first).toMatch(/^error [\w-]+ limits\.yaml:5/);
    expect(await verdict(page)).toBe('not decided');
    await setText(page, 'Rules', POLICY);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '{"input": ');
    expect(await verdict(page)).toBe('invalid request');
    expect(await page.getByRole('region', { name: 'Decision' }).textContent()).toContain('invalid facts');
    await page.close();
  });

  test.runIf(FULL)(
    'a rule that did not fire says which condition failed, with a link to its line',
    async () => {
      const { page } = await openPage(browser, studio.url);
      await page.getByRole('tab', { name: 'Why not' }).click();
      const button = page
        .getByRole('list', { name: 'Rules that did not fire' })
        .getByRole('button', { name: 'MAIN::blocked' });
      expect(await button.getAttribute('aria-expanded')).toBe('false');
      await button.click();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
      const item = page
        .getByRole('list', { name: 'Rules that did not fire' })
        .getByRole('listitem')
        .filter({ has: page.getByRole('button', { name: 'MAIN::blocked' }) });
      expect(await item.first().textContent()).toContain('"ada"');
      await item
        .first()
        .getByRole('link', { name: /^limits\.yaml:8/ })
        .first()
        .click();
      await page.close();
    },
  );

  test.runIf(FULL)('a change is applied to the request', async () => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('tab', { name: 'What would change it' }).click();
    const first = page.getByRole('list', { name: 'Changes' }).getByRole('listitem').first();
    await first.waitFor();
    expect(await first.textContent()).toContain('deny');
    await first.getByRole('button', { name: 'Apply' }).click();
    await settled(page);
    expect(await verdict(page)).toBe('deny');
    await page.close();
  });

  test.runIf(FULL)('text of rules is never markup', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '{"input": {"amount": 1, "name": "eve"}}');
    expect(await page.getByRole('region', { name: 'Decision' }).textContent()).toContain('<img src=x');
    expect(await page.locator('img').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a link holds the rules with their comments, and the request', async () => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '{"input": {"amount": 12345678901234567, "name": "bob"}}');
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).not.toContain('key=');
    await page.close();
    const { page: other } = await openPage(browser, link);
    expect(await verdict(other)).toBe('deny');
    expect(await other.getByRole('textbox', { name: 'Rules', exact: true }).textContent()).toContain(
      '# limits',
    );
    await other.getByRole('tab', { name: 'JSON' }).click();
    expect(await other.getByRole('textbox', { name: 'Request as JSON' }).textContent()).toContain(
      '12345678901234567',
    );
    expect(await other.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await other.close();
  });

  const refusedLinks = [
    ['of another version', '2.abc', 'another version'],
    ['that is damaged', '1.abc', 'damaged'],
  ] as const;
  test.each(refusedLinks.slice(full(0, -1)))('a link %s shows an alert', async (_name, share, words) => {
    const { page } = await openPage(browser, `${studio.url.split('#')[0]}#/rules?share=${share}`);
    expect(await page.getByRole('alert').textContent()).toContain(words);
    await page.close();
  });

  test('unsaved text survives a reload, and is saved with Ctrl+S', async () => {
    const { page } = await openPage(browser, studio.url);
    const save = page.getByRole('button', { name: 'Save' });
    expect(await save.isEnabled()).toBe(false);
    const changed = POLICY.replace('# limits', '# other limits');
    await setText(page, 'Rules', changed);
    await page.reload();
    await settled(page);
    expect(await page.getByRole('textbox', { name: 'Rules', exact: true }).textContent()).toContain(
      '# other limits',
    );
    expect(await save.isEnabled()).toBe(true);
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFile(join(folder, 'limits.yaml'), 'utf8')).toBe(changed);
    await expect.poll(() => save.isEnabled()).toBe(false);
    await writeFile(join(folder, 'limits.yaml'), POLICY);
    await setText(page, 'Rules', changed.replace('other', 'third'));
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('changed on disk');
    expect(await readFile(join(folder, 'limits.yaml'), 'utf8')).toBe(POLICY);
    await page.close();
  });

  const compared = [
    ['Text', POLICY, /^No difference: proved/],
    ['File', 'limits.yaml', /^No difference: proved/],
    ['Text', POLICY.replace('< 100', '< 90'), /^\d+ requests? differs?/],
  ] as const;
  test.each(compared.slice(full(0, -1)))('compares with %s', async (source, old, expected) => {
    const { page, faults } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption(source);
    await page.getByRole('textbox', { name: 'Old version' }).fill(old);
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    const result = page.getByRole('status', { name: 'Result' });
    await expect.poll(() => result.textContent()).toMatch(expected);
    await page.getByRole('region', { name: 'Text diff' }).waitFor();
    const rows = page.getByRole('table', { name: 'Differences' }).getByRole('row');
    expect(await rows.count()).toBe(
      String(expected).includes('differ') && !String(expected).includes('No') ? 2 : 0,
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  test.runIf(FULL)('an old version that cannot be read is an alert', async () => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('textbox', { name: 'Old version' }).fill('rules: [');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('status', { name: 'Result' }).textContent()).toBe('Not compared yet');
    await page.close();
  });

  test('a rule that never ends leaves the page responsive, and the next decision works', async () => {
    const { page } = await openPage(browser, studio.url);
    const endless = `functions:
  - { name: spin, type: raw, body: "(deffunction spin (?x) (while TRUE do (bind ?x 1)) ?x)" }
templates: { t: { n: integer } }
rules:
  - name: r
    when: [{ template: t, alias: $t }, { test: "(= (spin $t.n) 1)" }]
    then: { action: allow, reason: ok }
`;
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '[{"template": "t", "data": {"n": 1}}]');
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(endless);
    await page.getByRole('button', { name: 'Theme' }).click({ timeout: 2_000 });
    await settled(page);
    expect(await verdict(page)).not.toBe('allow');
    await setText(page, 'Rules', POLICY);
    await page.getByRole('tab', { name: 'JSON' }).click();
    await setText(page, 'Request as JSON', '{"input": {"amount": 1, "name": "ada"}}');
    expect(await verdict(page)).toBe('allow');
    await page.close();
  });

  test('without the key there are no files', async () => {
    const { page } = await openPage(browser, studio.url.split('#')[0]!);
    expect(await page.getByRole('treeitem').allTextContents()).toEqual(['policy.yaml', 'policy.test.yaml']);
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
