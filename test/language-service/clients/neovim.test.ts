/** Neovim, headless, with its own client. Skipped where it is not installed. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceFolder } from '../workspace-folder.ts';

const NVIM = process.env['FERRULE_NVIM'] ?? 'nvim';
const isThere = spawnSync(NVIM, ['--version']).status === 0;

if (!isThere) it.skip(`Neovim is not installed (${NVIM}; FERRULE_NVIM names another place)`, () => {});

const RULES = `# 👋 large payments
templates:
  payment: { amount!: integer, currency: EUR | USD }
rules:
  large:
    deny: "{payment.amount} is too much"
    if: payment.amuont > 5
`;

it.runIf(isThere)('Neovim attaches, shows diagnostics, completes and renames', async () => {
  const folder = await workspaceFolder({ 'gate.yaml': RULES });
  const out = join(folder.path, 'out');
  const { error } = spawnSync(
    NVIM,
    ['--headless', '-u', 'NONE', '-i', 'NONE', '-n', '-S', 'test/language-service/clients/neovim.lua'],
    {
      env: {
        ...process.env,
        FERRULE_FOLDER: folder.path,
        FERRULE_OUT: out,
        FERRULE_NODE: process.execPath,
        FERRULE_CLI: resolve('dist/cli.cjs'),
        XDG_STATE_HOME: folder.path,
        XDG_CACHE_HOME: folder.path,
      },
      timeout: 540_000,
      stdio: 'ignore',
    },
  );
  expect(error).toBeUndefined();
  expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
    attached: true,
    diagnostics: [{ line: 6, source: 'ferrule', severity: 1 }],
    fixed: true,
    completed: expect.arrayContaining(['amount', 'currency']) as unknown,
    text: RULES.replace('amuont', 'amount').replaceAll('amount', 'cents').trimEnd().split('\n'),
  });
});
