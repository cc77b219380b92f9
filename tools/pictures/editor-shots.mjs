// Takes the pictures of VS Code in the documentation: `npm run build:vscode`, then `node tools/pictures/editor-shots.mjs` with the
// VS Code of vscode-browser.mjs.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startVscode } from './vscode-browser.mjs';
import { writeWebp } from './write-webp.mjs';

const KEPT_IN = process.argv[2] ?? 'docs/pictures';
const SETTLES_MS = 1500;

const FILES = {
  'payments.yaml': `templates:
  payment: { amount!: integer, currency: EUR | USD, payee!: string }
constants: { most: 500 }
rules:
  large:
    deny: "{payment.amount} {payment.currency} is too much"
    if: payment.amount > const.most and payment.currency == "EUR"
  reference:
    deny: "{payment.payee} is no account"
    for: payment
    if: not payment.payee.matches("^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$")
  small:
    allow: within the limit
    if: payment.amount <= const.most
`,
  'payments.test.yaml': `cases:
  - name: a large payment is denied
    facts: { payment: { amount: 900, currency: EUR, payee: GB82WEST12345698765432 } }
    expect: { decision: deny, fired: { includes: ["MAIN::large"] } }
  - name: a small payment is allowed
    facts: { payment: { amount: 9, currency: USD, payee: GB82WEST12345698765432 } }
    expect: { decision: allow, fired: { exactly: ["MAIN::small"] } }
  - name: a payment in dollars is not decided
    facts: { payment: { amount: 900, currency: USD, payee: GB82WEST12345698765432 } }
    expect: { decision: deny }
`,
  'payments.sample.json':
    '{"facts":[{"template":"payment","data":{"amount":900,"currency":"EUR","payee":"GB82WEST12345698765432"}}]}\n',
};

const folder = await mkdtemp(join(tmpdir(), 'ferrule-shots-'));
for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
const vscode = await startVscode(folder);
const { page } = vscode;
const settled = () => page.waitForTimeout(SETTLES_MS);
/** The editor without the frame around it. */
const shot = async (name, width, height) => {
  await settled();
  const clip = { x: 48, y: 35, width, height };
  await writeWebp(page, `${KEPT_IN}/vscode-${name}.webp`, { clip });
};
const hoverAt = async (line, column) => {
  await vscode.goTo(line, column);
  await page.keyboard.press('Control+K');
  await page.keyboard.press('Control+I');
  await page.locator('.monaco-hover:visible .hover-row').first().waitFor();
};

await page.setViewportSize({ width: 1040, height: 640 });
await vscode.open('payments.yaml');
await page.locator('.codelens-decoration a', { hasText: '1 case' }).first().waitFor();
await vscode.command('View: Toggle Primary Side Bar Visibility');

await vscode.goTo(14, 39);
await page.keyboard.type(' and payment.');
await page.locator('.suggest-widget .monaco-list-row', { hasText: 'currency' }).waitFor();
await shot('completion', 940, 430);
await page.keyboard.press('Escape');
for (let i = 0; i < ' and payment.'.length; i++) await page.keyboard.press('Backspace');

await hoverAt(11, 50);
await shot('hover', 800, 370);
await page.keyboard.press('Escape');
await vscode.goTo(6, 5);
await page.locator('.codelens-decoration a', { hasText: 'Why not?' }).nth(1).click();
await page.locator('.view-lines', { hasText: 'MAIN::reference' }).first().waitFor();
await shot('why-not', 985, 430);
await vscode.command('View: Close All Editor Groups');

await vscode.command('View: Show Explorer');
await vscode.open('payments.yaml');
await vscode.command('View: Toggle Primary Side Bar Visibility');
await vscode.command('ferrule: Run Tests with Mutants');
await page.locator('.glyph-margin-widgets [class*="TextEditorDecorationType"]').first().waitFor();
await shot('mutant', 880, 380);

await vscode.command('View: Close All Editor Groups');

await vscode.command('View: Show Explorer');
await vscode.open('payments.test.yaml');
await vscode.goTo(10, 25);
await page.keyboard.press('Shift+Control+ArrowRight');
await page.keyboard.type('allow');
await vscode.command('Test: Run All Tests');
await page.locator('.peekview-title', { hasText: 'expected allow, got deny' }).waitFor();
await vscode.command('View: Show Testing');
await shot('failing-test', 985, 365);
await vscode.end();
