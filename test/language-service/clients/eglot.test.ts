/** Emacs, in a batch, with eglot. Skipped where one of them is not installed. */
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { workspaceFolder } from '../workspace-folder.ts';

const EMACS = process.env['FERRULE_EMACS'] ?? 'emacs';
const HAS_EGLOT = "(progn (require 'package) (package-initialize) (require 'eglot))";
const isThere = spawnSync(EMACS, ['-q', '--batch', '--eval', HAS_EGLOT]).status === 0;

if (!isThere)
  it.skip(`Emacs with eglot is not installed (${EMACS}; FERRULE_EMACS names another place)`, () => {});

const RULES = `# large payments
templates:
  payment: { amount!: integer, currency: EUR | USD }
rules:
  large:
    deny: "{payment.amount} is too much"
    if: payment.amuont > 5
`;

it.runIf(isThere)('Emacs attaches, shows diagnostics and renames', async () => {
  const folder = await workspaceFolder({ 'gate.yaml': RULES });
  const out = join(folder.path, 'out');
  const { stderr } = spawnSync(EMACS, ['-q', '--batch', '-l', 'test/language-service/clients/eglot.el'], {
    env: {
      ...process.env,
      HOME: folder.path,
      FERRULE_FOLDER: folder.path,
      FERRULE_OUT: out,
      FERRULE_NODE: process.execPath,
      FERRULE_CLI: resolve('dist/cli.cjs'),
    },
    timeout: 540_000,
  });
  const found = await readFile(out, 'utf8').catch(() => {
    throw new Error(stderr.toString());
  });
  expect(JSON.parse(found)).toEqual({
    diagnostics: [7],
    left: 0,
    text: RULES.replace('amuont', 'amount').replaceAll('amount', 'cents'),
  });
});
