import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { diffCommand } from '../../../cli/diff.ts';
import { runPage, untimed } from '../shell-page.ts';

it('the page on differences shows what is printed', async () => {
  // How many are found depends on how fast they are looked for.
  const counted = (text: string): string =>
    untimed(text).replace(/(?<=compared: |same, |\(|deny {3})\d+|\d+(?= compared)/g, 'N');
  await runPage('docs/guides/diff.md', counted);
});

it('the page on differences has every option', async () => {
  const page = await readFile('docs/guides/diff.md', 'utf8');
  const [, options = ''] = /## Options\n([^]*?)\n## /.exec(page) ?? [];
  const named = [...options.matchAll(/`--([a-z]+)/g)].map(([, name]) => name);
  expect([...new Set(named)].sort()).toEqual([...Object.keys(diffCommand.options)].sort());
});
