/**
 * The studio of a real service: its page, its tokens and its endpoints, a screen a test. A plain run leaves to connected.test.ts,
 * with a fake service, what a token without a role sees, and comparing with the mounted version.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { generateKeys } from '../../library/node/signing/keys.ts';
import { readRecords } from '../evidence/support.ts';
import { FULL } from '../full.ts';
import { startTestService, type TestService } from '../server/support/service.ts';
import { goTo, openScreen } from './connected-page.ts';
import { HAS_CHROMIUM } from '../chromium.ts';
import { launch, setText, settled } from './studio-page.ts';

const GATE = `# who may write
rules:
  reading:
    allow: reading is free
    if: input.tool.name == "read"
  writing:
    escalate: "{input.call.args.path} needs a person"
    if: input.tool.name == "write"
`;
const ROLES = {
  engineer: ['source', 'decisions', 'approver', 'metrics', 'admin'],
  agent: ['evaluate'],
} as const;
type Name = keyof typeof ROLES;

const tokenOf = (name: Name): string => `token-of-the-${name}`;
const PATH = '/notes/<b>plan</b>\u202e.md';

describe.runIf(HAS_CHROMIUM)('the studio of a real service', () => {
  let folder: string;
  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferrule-studio-'));
    const tokens = Object.entries(ROLES).map(([name, roles]) => ({
      name,
      roles,
      sha256: createHash('sha256')
        .update(tokenOf(name as Name))
        .digest('hex'),
    }));
    await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
    await writeFile(join(folder, 'audit.key'), generateKeys().privateKey);
    const settings = {
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
      SERVICE_AUDIT_KEY_FILE: join(folder, 'audit.key'),
      SERVICE_AUDIT_CHECKPOINT_SECONDS: '1',
      SERVICE_WORKERS: '1',
    };
    [service, browser] = await Promise.all([
      startTestService({ 'gate.yaml': GATE }, settings, 'gate.yaml'),
      launch(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), service.close()]);
    await rm(folder, { recursive: true });
  });

  const open = (screen: string, name: Name = 'engineer') =>
    openScreen(browser, { url: `${service.url}/studio/` }, screen, { token: tokenOf(name) });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const call = (tool: string, id: string, args: object) =>
    service.post(
      '/v1/calls',
      { ruleset: 'gate', agent: 'writer', tool: { name: tool }, call: { id, args } },
      { token: tokenOf('agent') },
    );

  test.runIf(FULL)('opens the mounted ruleset, and compares it with itself', async () => {
    const { page, faults } = await open('Rules');
    expect(await page.getByRole('textbox', { name: 'Rules', exact: true }).textContent()).toContain(
      '# who may write',
    );
    await goTo(page, 'Compare');
    await page.getByRole('combobox', { name: 'Compare with' }).selectOption('Mounted version');
    await button(page, 'Compare').click();
    await expect
      .poll(() => page.getByRole('status', { name: 'Result' }).textContent())
      .toMatch(/^No difference: proved/);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a call that waits is shown in full, and approved with a reason that the log keeps', async () => {
    expect((await call('write', 'c1', { path: PATH })).json['decision']).toBe('escalate');
    const { page, faults } = await open('Approvals');
    const region = page.getByRole('region', { name: 'Call', exact: true });
    await expect.poll(() => region.textContent()).toContain('"path": "/notes/<b>plan</b>\\u202e.md"');
    await page.keyboard.press('a');
    await page.keyboard.type('as planned');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing waits for a person').waitFor();
    await expect
      .poll(() => page.getByRole('list', { name: 'History' }).textContent())
      .toContain('approved by engineer');
    await expect
      .poll(async () => (await readRecords(join(folder, 'log'), 'service')).at(-1)?.['answer_reason'])
      .toBe('as planned');
    expect(faults).toEqual([]);
    await page.close();
  });

  test('a decision is explained under its ruleset, replayed, and proved', async () => {
    const { json } = await call('read', 'c9', { path: PATH });
    const id = String(json['decision_id']);
    const { page, faults } = await open('Decisions');
    const rows = page.getByRole('table', { name: 'Decisions' }).getByRole('row');
    await page
      .getByRole('searchbox', { name: 'Filter' })
      .fill('decision:allow subject:agent rule:MAIN::reading');
    const refreshed = async (): Promise<number> => {
      await button(page, 'Refresh').click();
      await settled(page);
      return rows.count();
    };
    await expect.poll(refreshed, { interval: 200 }).toBe(2);
    await rows.nth(1).getByRole('button').click();
    const record = page.getByRole('region', { name: 'Record' });
    await expect
      .poll(() => record.getByRole('tabpanel', { name: 'Why' }).textContent())
      .toContain('MAIN::reading');
    expect(await record.textContent()).toContain(id);
    await button(page, 'Replay').click();
    await expect
      .poll(() => record.getByRole('status', { name: 'Replayed' }).textContent())
      .toBe('allow, the same decision');
    // The next checkpoint is signed within a second or two.
    const proof = async () =>
      (await service.request('GET', `/v1/decisions/${id}/proof`, { token: tokenOf('engineer') })).status;
    await expect.poll(proof, { interval: 500 }).toBe(200);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download proof').click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^c2sp\.org\/tlog-proof@v1\n/);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('shows the replica, and reloads the text of the page after its dry run', async () => {
    await call('read', 'c2', { path: '/x' });
    const { page } = await open('Rules');
    const before = (await service.request('GET', '/v1/status')).json['ruleset_hash'];
    const rules = page.getByRole('textbox', { name: 'Rules', exact: true });
    await expect.poll(() => rules.textContent()).toContain('# who may write');
    await setText(page, 'Rules', GATE.replace('reading is free', 'reading is always free'));
    await goTo(page, 'Operate');
    const rows = page.getByRole('table', { name: 'Replicas' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await page.getByRole('region', { name: 'Mounted version' }).textContent()).toContain(
      String(before),
    );
    await button(page, 'Dry run').click();
    await expect.poll(() => button(page, 'Reload').isEnabled()).toBe(true);
    expect(await page.getByRole('status', { name: 'Recent decisions' }).textContent()).toMatch(
      /^\d+ recent decision/,
    );
    expect((await service.request('GET', '/v1/status')).json['ruleset_hash']).toBe(before);
    await button(page, 'Reload').click();
    await page.getByRole('status', { name: 'Reloaded' }).waitFor();
    const after = (await service.request('GET', '/v1/status')).json['ruleset_hash'];
    expect(after).not.toBe(before);
    expect(await page.getByRole('status', { name: 'Reloaded' }).textContent()).toContain(String(after));
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.close();
  });

  test.runIf(FULL).each([
    ['Rules', 'source'],
    ['Decisions', 'decisions'],
    ['Approvals', 'approver'],
    ['Operate', 'metrics'],
  ])('the screen "%s" names the role that a token lacks', async (screen, role) => {
    const { page } = await open(screen, 'agent');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain(`“${role}”`);
    await page.close();
  });

  test.runIf(FULL)('a token without the role for reloads may not even make a dry run', async () => {
    const { page } = await open('Rules', 'agent');
    await setText(page, 'Rules', GATE);
    await goTo(page, 'Operate');
    await button(page, 'Dry run').click();
    await page.getByRole('alert').filter({ hasText: '“admin”' }).waitFor();
    expect(await button(page, 'Reload').isEnabled()).toBe(false);
    await page.close();
  });

  test('a token that the service does not know is refused', async () => {
    const { page } = await openScreen(browser, { url: `${service.url}/studio/` }, 'Operate', {
      token: 'unknown',
    });
    expect(await page.getByRole('alert').textContent()).toContain('does not accept this token');
    await page.close();
  });
});

if (!HAS_CHROMIUM) test.skip('Chromium is not installed (FERRULE_CHROMIUM names another place)', () => {});
