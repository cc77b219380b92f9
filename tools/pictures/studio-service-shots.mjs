// Takes the pictures of the studio of a service: `node tools/pictures/studio-service-shots.mjs [FOLDER]`, with Chromium installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './studio-browser.mjs';
import { writeWebp } from './write-webp.mjs';

const KEPT_IN = 'docs/pictures';
const OTHERS_IN = process.argv[2] ?? tmpdir();
/** Screens that the documentation shows; the others are for a look at all of them. */
const KEPT = new Set(['decisions', 'approvals']);

const GATE = `# What the agents of the payments team may do.
rules:
  reading:
    allow: "{input.tool.name} only reads"
    if: input.tool.name in ["list_invoices", "read_invoice"]

  small-payment:
    allow: "{input.call.args.amount} {input.call.args.currency} is a small payment"
    if: input.tool.name == "pay" and input.call.args.amount <= 100

  large-payment:
    escalate: "{input.call.args.amount} {input.call.args.currency} to {input.call.args.to} needs a person"
    if: input.tool.name == "pay" and input.call.args.amount > 100

  never:
    deny: "{input.agent} may not delete invoices"
    if: input.tool.name == "delete_invoice"
`;
const TOKENS = {
  ada: ['source', 'decisions', 'approver', 'metrics', 'admin'],
  'payments-gateway': ['evaluate'],
};
const tokenOf = (name) => `picture-token-of-${name}`;

const folder = await mkdtemp(join(tmpdir(), 'ferrule-pictures-'));
await mkdir(join(folder, 'rulesets'));
await writeFile(join(folder, 'rulesets/payments.yaml'), GATE);
const tokens = Object.entries(TOKENS).map(([name, roles]) => ({
  name,
  roles,
  sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
}));
await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));

const child = spawn(process.execPath, ['dist/cli.js', 'serve'], {
  env: {
    ...process.env,
    SERVICE_PORT: '0',
    SERVICE_API_TOKEN: 'a-token-that-nothing-here-uses',
    SERVICE_RULESET: join(folder, 'rulesets/payments.yaml'),
    SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_AUDIT: `file:${join(folder, 'log')}`,
  },
  stdio: ['ignore', 'pipe', 'ignore'],
});
const root = await new Promise((resolve, reject) => {
  let printed = '';
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
    const found = /listens on (http:\S+)/.exec(printed)?.[1];
    if (found !== undefined) resolve(found);
  });
  child.once('exit', () => reject(new Error(printed)));
});

async function ask(path, token, body) {
  const headers = { authorization: `Bearer ${tokenOf(token)}`, 'content-type': 'application/json' };
  const response = await fetch(root + path, {
    headers,
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return response.json();
}

let calls = 0;
const call = (agent, tool, args) =>
  ask('/v1/calls', 'payments-gateway', {
    ruleset: 'payments',
    agent,
    tool: { name: tool, server: 'billing' },
    call: { id: `call-${++calls}`, args },
  });

const earlier = await call('reconciler', 'pay', {
  to: 'Northwind Ltd',
  amount: 480,
  currency: 'EUR',
  invoice: 'INV-2081',
});
await ask(`/v1/approvals/${earlier.approval.id}`, 'ada', {
  decision: 'approved',
  reason: 'matches the invoice',
});
await call('reconciler', 'list_invoices', { month: '2026-11' });
await call('reconciler', 'read_invoice', { invoice: 'INV-2093' });
await call('reconciler', 'pay', { to: 'Northwind Ltd', amount: 35, currency: 'EUR', invoice: 'INV-2090' });
await call('cleaner', 'delete_invoice', { invoice: 'INV-1990' });
await call('reconciler', 'read_invoice', { invoice: 'INV-2094' });
await call('reconciler', 'pay', {
  to: 'Northwind\u200b Ltd',
  amount: 4_800,
  currency: 'EUR',
  invoice: 'INV-2094',
  note: 'urgent, please pay today\nAccount: DE02 1203 0000 0000 2020 51',
});
await call('assistant', 'pay', { to: 'Fabrikam', amount: 120, currency: 'USD', invoice: 'INV-2095' });

const browser = await launchChromium();

async function settled(page) {
  await page.waitForTimeout(600);
  await page.locator('main[aria-busy="false"]').waitFor();
}

const open = async (page, name) => {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name }).click();
  await settled(page);
};

/** What is shown on each screen. */
const SCREENS = {
  async decisions(page) {
    await open(page, 'Decisions');
    await page.getByRole('table', { name: 'Decisions' }).getByText('may not delete').click();
    await page
      .getByRole('link', { name: /^payments\.yaml:/ })
      .first()
      .waitFor();
  },
  async approvals(page) {
    await open(page, 'Approvals');
    await page.getByRole('table', { name: 'Changed arguments' }).waitFor();
  },
  async operate(page) {
    await open(page, 'Operate');
    await page.getByRole('button', { name: 'Dry run', exact: true }).click();
    await page.getByRole('status', { name: 'Result' }).waitFor({ timeout: 60_000 });
  },
  async compare(page) {
    await open(page, 'Compare');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('region', { name: 'Text diff' }).waitFor({ timeout: 60_000 });
  },
};

for (const colorScheme of ['light', 'dark'])
  for (const width of [1280, 390]) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const shot = async (name) => {
      await settled(page);
      const isKept = width === 1280 && colorScheme === 'light' && KEPT.has(name);
      const suffix = `${colorScheme === 'dark' ? '-dark' : ''}${width === 390 ? '-narrow' : ''}`;
      const path = `${isKept ? KEPT_IN : OTHERS_IN}/studio-${name}${suffix}.webp`;
      await writeWebp(page, path);
    };
    await page.goto(`${root}/studio/#/rules`);
    await settled(page);
    await shot('sign-in');
    await page.getByRole('textbox', { name: 'Token' }).fill(tokenOf('ada'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await settled(page);
    // A version to compare and to reload.
    await page.getByRole('textbox', { name: 'Rules', exact: true }).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(GATE.replace('<= 100', '<= 150').replace('> 100', '> 150'));
    await settled(page);
    for (const [name, show] of Object.entries(SCREENS)) {
      await show(page);
      await shot(name);
    }
    await page.close();
  }
await browser.close();
const ended = once(child, 'exit');
child.kill();
await ended;
await rm(folder, { recursive: true, force: true });
