// How fast the studio decides, in Chromium: the first decision after a cold load with the main thread slowed four times, and the
// decision after a change of the request and of the rules. Prints one line of JSON, in milliseconds.
//
//   node bench/studio/times.mjs [--loads 5] [--changes 25]
//
// Needs `node build.mjs`, and Chromium: FERRULE_CHROMIUM, else /usr/bin/chromium.
/* global document, MutationObserver */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium, startStudio } from '../../tools/pictures/studio-browser.mjs';
import { percentile } from '../http/killed-servers.mjs';

const SLOWED = 4;
/** Milliseconds between two changes, which are not measured. */
const PAUSE_MS = 200;
/** Changes before those that are measured. */
const WARM = 3;
const policy = (limit) => `rules:
  small:
    allow: "small"
    if: input.amount < ${limit}
  blocked:
    deny: "no"
    if: input.name == "eve"
`;
const requestOf = (amount) => `{"input": {"amount": ${amount}, "name": "ada"}}`;

const { values } = parseArgs({
  options: { loads: { type: 'string', default: '5' }, changes: { type: 'string', default: '25' } },
});

const folder = await mkdtemp(join(tmpdir(), 'ferrule-studio-times-'));
await writeFile(join(folder, 'limits.yaml'), policy(100));
const studio = await startStudio(folder);
const browser = await launchChromium();

const figures = (times) => {
  const sorted = times.toSorted((a, b) => a - b);
  return { p50: percentile(sorted, 0.5), max: percentile(sorted, 1) };
};

/** In the page: notes the time of the last input, and those at which the shown verdict becomes another word. */
function watch() {
  document.addEventListener('beforeinput', () => (globalThis.typedAt = performance.now()), true);
  globalThis.shownAt = [];
  let last = null;
  const look = () => {
    const word = document.querySelector('[role="status"][aria-label="Verdict"]')?.textContent ?? null;
    if (word === last || !/^(?:allow|deny|escalate|none)$/.test(word ?? '')) return;
    last = word;
    globalThis.shownAt.push(performance.now());
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

async function openPage(slowed) {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  await page.goto(studio.url);
  await page.waitForFunction(() => globalThis.shownAt.length > 0);
  return page;
}

const first = [];
for (let i = 0; i < Number(values.loads); i++) {
  const page = await openPage(SLOWED);
  first.push(await page.evaluate(() => globalThis.shownAt[0]));
  await page.context().close();
}

/** Types texts in turn, each of which changes the decision, and takes the time from the key to the word in the page. */
async function changed(page, name, texts) {
  const times = [];
  await page.getByRole('textbox', { name, exact: true }).click();
  for (let i = 0; i < WARM + Number(values.changes); i++) {
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press('Control+A');
    await page.evaluate(() => void (globalThis.shownAt = []));
    await page.keyboard.insertText(texts[i % 2]);
    await page.waitForFunction(() => globalThis.shownAt.length > 0);
    const time = await page.evaluate(() => globalThis.shownAt[0] - globalThis.typedAt);
    if (i >= WARM) times.push(time);
  }
  return times;
}

const page = await openPage(1);
await page.getByRole('tab', { name: 'JSON' }).click();
const request = await changed(page, 'Request as JSON', [requestOf(50), requestOf(500)]);
const rules = await changed(page, 'Rules', [policy(1_000), policy(10)]);
console.log(
  JSON.stringify({
    firstDecision: figures(first),
    afterRequest: figures(request),
    afterRules: figures(rules),
  }),
);
await browser.close();
studio.end();
await rm(folder, { recursive: true });
