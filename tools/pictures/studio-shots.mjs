// Takes the pictures of the studio in the documentation: `node tools/pictures/studio-shots.mjs`, with Chromium installed.
import { tmpdir } from 'node:os';
import { launchChromium, startStudio } from './studio-browser.mjs';
import { writeWebp } from './write-webp.mjs';

const KEPT_IN = 'docs/pictures';
const OTHERS_IN = process.argv[2] ?? tmpdir();
/** Screens that the documentation shows; the others are for a look at all of them. */
const KEPT = new Set(['rules', 'why-not']);

const studio = await startStudio('rulesets');
const browser = await launchChromium();

async function settled(page) {
  await page.waitForTimeout(300);
  await page.locator('main[aria-busy="false"]').waitFor();
}

/** What is shown on each screen. */
const SCREENS = {
  async rules(page) {
    await page.getByRole('treeitem', { name: 'rules/6-refusal.yaml' }).click();
    await page.getByRole('combobox', { name: 'Case' }).selectOption({ index: 5 });
    await settled(page);
  },
  async 'why-not'(page) {
    await page.getByRole('tab', { name: 'Why not' }).click();
    await page.getByRole('list', { name: 'Rules that did not fire' }).getByRole('button').first().click();
  },
  async map(page) {
    await page.getByRole('link', { name: 'Map' }).click();
    await page.getByRole('group', { name: 'Map' }).waitFor();
    await page.getByRole('slider', { name: 'Firing' }).fill('3');
    await settled(page);
  },
  async tests(page) {
    await page.getByRole('link', { name: 'Tests' }).click();
    await page.getByRole('button', { name: 'Run' }).click();
    await settled(page);
  },
  async tables(page) {
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('triage');
    await settled(page);
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('combobox', { name: 'Case' }).selectOption({ index: 5 });
    await settled(page);
    await page.getByRole('link', { name: 'Tables' }).click();
    await page.getByRole('grid').waitFor();
    await settled(page);
  },
};

for (const colorScheme of ['light', 'dark'])
  for (const width of [1280, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(studio.url);
    await settled(page);
    await page.getByRole('combobox', { name: 'Ruleset' }).selectOption('tool-call-gate');
    await settled(page);
    for (const [name, show] of Object.entries(SCREENS)) {
      await show(page);
      const isKept = width === 1280 && colorScheme === 'light' && KEPT.has(name);
      const suffix = `${colorScheme === 'dark' ? '-dark' : ''}${width === 390 ? '-narrow' : ''}`;
      const path = `${isKept ? KEPT_IN : OTHERS_IN}/studio-${name}${suffix}.webp`;
      await writeWebp(page, path);
    }
    await page.close();
  }
await browser.close();
studio.end();
