/** Every command of the README, in a fresh folder with the packed tarball, and what it prints. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { followPage, untimed } from '../authoring/shell-page.ts';
import { freePort, installForWalk } from './installed.ts';
import { openTerminal } from './terminal.ts';

it('the README shows what is printed', async () => {
  const page = await readFile('README.md', 'utf8');
  // Steps before the walk: the test itself packs and installs the tarball.
  expect(/^```sh\n([^]*?)^```$/m.exec(page)?.[1]).toBe(
    'npm ci && npm pack\nnpm install /path/to/ferrule-*.tgz\n',
  );
  const { folder, remove } = await installForWalk();
  const port = await freePort();
  const terminal = openTerminal(folder, { SERVICE_PORT: String(port), HOME: folder });
  try {
    await followPage(
      'README.md',
      folder,
      async (command) => (await terminal.run(command.replace(':8080', `:${port}`))).out,
      untimed,
    );
  } finally {
    await terminal.close();
    await remove();
  }
});

it('npx finds the command in the sources, too', async () => {
  const { stdout } = await promisify(execFile)('npx', ['ferrule', '--version']);
  expect(stdout).toMatch(/^ferrule |^\d/);
});
