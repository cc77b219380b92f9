/** Markup in every text of rules, suites and facts stays text, on every screen. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { full } from '../full.ts';
import { seriousFindings } from './axe.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, openPage, settled, startStudio, verdict } from './studio-page.ts';
import type { StudioProcess } from './studio-page.ts';

const MARKUP = '<img src=x onerror="globalThis.hit = 1">';
const QUOTED = JSON.stringify(MARKUP);

const POLICY = `# ${MARKUP}
constants: { words: [${QUOTED}, plain] }
templates:
  order:
    description: ${QUOTED}
    slots: { id!: string, note: { type: string, default: ${QUOTED} } }
relations:
  known: { columns: { name: string, cents: integer }, rows: [[${QUOTED}, 5], [plain, 6]] }
rules:
  noted:
    deny: ${QUOTED}
    description: ${QUOTED}
    if: order.note == ${QUOTED}
    metadata: { text: ${QUOTED} }
    obligations: 'tell(text = ${QUOTED})'
  listed:
    allow: "{order.id} is known"
    if: order.id in const.words
tables:
  level:
    if: order.note != "y"
    inputs: [order.id]
    outputs: [action, reason]
    rows:
      - [${JSON.stringify(`a ${MARKUP}`)}, escalate, ${QUOTED}]
`;
const SUITE = `suite: ${QUOTED}
cases:
  - name: ${QUOTED}
    facts: [{ template: order, data: { id: ${QUOTED}, note: ${QUOTED} } }]
    expect: { decision: deny, reason: ${QUOTED} }
  - name: ${JSON.stringify(`fails ${MARKUP}`)}
    facts: [{ template: order, data: { id: ${QUOTED}, note: x } }]
    expect: { decision: deny, reason: ${QUOTED} }
properties:
  - { name: ${QUOTED}, never: { decision: allow } }
`;

/** Images in the page or in the shadow roots of its editors, and whether one of them ran its script. */
const found = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const roots = [document, ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])];
    return { images: roots.flatMap((root) => [...root.querySelectorAll('img')]).length, hit: globalThis.hit ?? 0 };
  })()`);
const NOTHING = { images: 0, hit: 0 };

describe.runIf(HAS_CHROMIUM)('markup', () => {
  let folder: string;
  let studio: StudioProcess;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-markup-'));
    await writeFile(join(folder, 'rules.yaml'), POLICY);
    await writeFile(join(folder, '<img src=x>.yaml'), 'templates: { other: { id: string } }\n');
    await writeFile(join(folder, 'rules.test.yaml'), SUITE);
    [studio, browser] = await Promise.all([startStudio(folder), launch()]);
  });
  afterAll(async () => {
    await browser.close();
    await studio.end();
    await rm(folder, { recursive: true });
  });

  test('of rules, suites and facts is text on every screen, also in the dialog', async () => {
    const { page, faults } = await openPage(browser, studio.url);
    expect(await verdict(page)).toBe('deny');
    for (const tab of ['Why', 'Why not', 'What would change it']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
      await settled(page);
      expect(await found(page), tab).toEqual(NOTHING);
    }
    for (const name of ['Map', 'Tables', 'Tests', 'Compare']) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
      await settled(page);
      if (name === 'Map') {
        for (const button of await page.getByRole('group', { name: 'Map' }).getByRole('button').all())
          await button.click();
        await page.getByRole('slider', { name: 'Firing' }).press('End');
      }
      if (name === 'Tests') {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await settled(page);
        await page.getByRole('button', { name: 'Details' }).first().click();
        await page.getByRole('button', { name: 'Find mutants' }).click();
        await settled(page);
      }
      if (name === 'Compare') {
        await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Text');
        await page.getByRole('textbox', { name: 'Old version' }).click();
        await page.keyboard.insertText(POLICY.replaceAll('globalThis.hit', 'globalThis.hit /* */'));
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        await settled(page);
      }
      expect(await found(page), name).toEqual(NOTHING);
      expect(await page.textContent('body'), name).toContain('<img src=x');
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  test.each((['light', 'dark'] as const).slice(full(0, -1)))(
    'axe has no serious finding in the dialog, %s',
    async (colorScheme) => {
      const { page } = await openPage(browser, studio.url, { colorScheme, bypassCSP: true });
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Tests' }).click();
      await page.getByRole('button', { name: 'Add case' }).click();
      await page.getByRole('dialog', { name: 'New case' }).waitFor();
      expect(await found(page)).toEqual(NOTHING);
      expect(await seriousFindings(page)).toEqual([]);
      await page.context().close();
    },
  );
});
