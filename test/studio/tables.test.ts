/** The screen "Tables" in Chromium: a grid that edits the text of YAML and CSV files. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full, FULL } from '../full.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const POLICY = `# who may spend
templates: { ask: { role!: symbol } }
relations:
  limit: { columns: { role: symbol, cents: integer }, file: limits.csv }
tables:
  gate:
    if: limit.role == ask.role
    inputs: [limit.cents]
    outputs: [name, action, reason]
    rows:
      - ['< 1000',   low,  deny,  "little"] # the clerks
      - ['> 1000', high, allow, "much"]
`;
const CSV = 'role,cents\nclerk,500\nmanager,20000\n';
const SUITE = `suite: spend
cases:
  - name: the boss
    facts: [{ template: ask, data: { role: manager } }]
    expect: { decision: allow }
`;

describe.runIf(HAS_CHROMIUM)('the screen "Tables"', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-tables-'));
    await writeFile(join(folder, 'spend.yaml'), POLICY);
    await writeFile(join(folder, 'limits.csv'), CSV);
    await writeFile(join(folder, 'spend.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  const openTables = async (): Promise<Page> => {
    const { page } = await openPage(browser, studio.url);
    await page.getByRole('link', { name: 'Tables' }).click();
    await settled(page);
    return page;
  };
  const rowsOf = async (page: Page, name: string): Promise<readonly (readonly string[])[]> => {
    const rows = await page.getByRole('grid', { name }).getByRole('row').all();
    return Promise.all(rows.slice(1).map((row) => row.getByRole('gridcell').allTextContents()));
  };
  /** Saves, and returns the text of a file. */
  const saved = async (page: Page, file: string): Promise<string> => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
    const text = await readFile(join(folder, file), 'utf8');
    return text;
  };

  test('shows tables and relations, and the rows that the request matched', async () => {
    const page = await openTables();
    const choice = page.getByRole('combobox', { name: 'Table' });
    expect(await choice.getByRole('option').allTextContents()).toEqual(['gate', 'limit']);
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'limit.cents',
      'name',
      'action',
      'reason',
    ]);
    expect(await rowsOf(page, 'gate')).toEqual([
      ['< 1000', 'low', 'deny', 'little'],
      ['> 1000', 'high', 'allow', 'much'],
    ]);
    const current = page.locator('[role="grid"] [aria-current="true"]');
    expect(await current.allTextContents()).toEqual(['> 1000highallowmuch']);
    await choice.selectOption('limit');
    expect(await rowsOf(page, 'limit')).toEqual([
      ['clerk', '500'],
      ['manager', '20000'],
    ]);
    expect(await current.allTextContents()).toEqual(['manager20000']);
    await page.close();
  });

  test('arrows move, Enter and typing edit, Escape cancels, and the rest of the file stays', async () => {
    const page = await openTables();
    const cells = page.getByRole('grid', { name: 'gate' }).getByRole('gridcell');
    await cells.first().click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('high');
    await page.keyboard.press('Enter');
    await page.keyboard.type('er');
    await page.keyboard.press('Escape');
    expect(await rowsOf(page, 'gate')).toContainEqual(['> 1000', 'high', 'allow', 'much']);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.type('<= 1000');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('> 1000');
    await settled(page);
    expect(await page.getByRole('list', { name: 'Gaps and overlaps' }).getByRole('listitem').count()).toBe(0);
    expect(await saved(page, 'spend.yaml')).toBe(POLICY.replace('< 1000', '<= 1000'));
    await writeFile(join(folder, 'spend.yaml'), POLICY);
    await page.close();
  });

  test.runIf(FULL)('lists gaps and overlaps, each with an example', async () => {
    const page = await openTables();
    const found = page.getByRole('list', { name: 'Gaps and overlaps' }).getByRole('listitem');
    expect(await found.allTextContents()).toEqual([expect.stringContaining('limit.cents = 1000')]);
    await page.getByRole('grid').getByRole('gridcell').nth(4).click();
    await page.keyboard.type('> 10');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await found.allTextContents()).toEqual([
      expect.stringMatching(/`low` and `high` both match limit\.cents = \d+/),
    ]);
    await found.getByRole('button', { name: 'Row 2' }).click();
    await page.close();
  });

  test('adds, deletes and sorts rows; the file keeps its order', async () => {
    const page = await openTables();
    await page.getByRole('combobox', { name: 'Table' }).selectOption('limit');
    await page.getByRole('button', { name: 'Add row' }).click();
    await page.keyboard.type('boss');
    await page.keyboard.press('Tab');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await page.getByRole('columnheader', { name: 'role' }).getByRole('button').click();
    expect(await page.getByRole('columnheader', { name: 'role' }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
    expect((await rowsOf(page, 'limit')).map(([role]) => role)).toEqual(['boss', 'clerk', 'manager']);
    await page.getByRole('gridcell', { name: 'clerk' }).click();
    await page.getByRole('button', { name: 'Delete row' }).click();
    expect(await saved(page, 'limits.csv')).toBe('role,cents\nmanager,20000\nboss,7\n');
    await writeFile(join(folder, 'limits.csv'), CSV);
    await page.close();
  });

  test('pastes cells of a spreadsheet, and refuses what does not fit', async () => {
    const page = await openTables();
    await page.getByRole('combobox', { name: 'Table' }).selectOption('limit');
    await page.getByRole('gridcell', { name: 'manager' }).click();
    const paste = (text: string): Promise<unknown> =>
      page.evaluate(
        `{ const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
           document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }`,
      );
    await paste('head\t9\r\n"a, b"\t10\r\n');
    expect(await rowsOf(page, 'limit')).toEqual([
      ['clerk', '500'],
      ['head', '9'],
      ['a, b', '10'],
    ]);
    await paste('1\t2\t3');
    expect(await page.getByRole('alert').textContent()).toContain('3 columns do not fit');
    expect(await rowsOf(page, 'limit')).toHaveLength(3);
    await page.close();
  });

  test('exports CSV, and imports it without a change of one byte', async () => {
    const page = await openTables();
    for (const name of ['gate', 'limit'].slice(full(0, -1))) {
      await page.getByRole('combobox', { name: 'Table' }).selectOption(name);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${name}.csv`);
      const csv = await readFile(await download.path());
      const choose = async (buffer: Buffer): Promise<void> => {
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          page.getByRole('button', { name: 'Import CSV' }).click(),
        ]);
        await chooser.setFiles({ name: 'x.csv', mimeType: 'text/csv', buffer });
      };
      await choose(csv);
      await settled(page);
      expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
      await choose(Buffer.from('role\nx\n'));
      await page.getByRole('alert').waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('x.csv was not imported');
    }
    await page.getByRole('combobox', { name: 'Table' }).selectOption('limit');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import CSV' }).click(),
    ]);
    await chooser.setFiles({
      name: 'x.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('cents,role\r\n8,clerk\r\n'),
    });
    await expect.poll(() => rowsOf(page, 'limit')).toEqual([['clerk', '8']]);
    await page.close();
  });

  test.runIf(FULL)('a ruleset without tables says what to do', async () => {
    const { page } = await openPage(browser, studio.url.split('#')[0]!);
    await page.goto(`${studio.url.split('#')[0]}#/tables`);
    await page.getByText('no decision table').waitFor();
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
