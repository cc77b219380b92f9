/** The language server that the packed extension brings with it. Skipped without the package: `npm run build:vscode`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startClient } from '../client.ts';
import { unpackExtension, VSIX } from '../../../tools/pictures/vscode-browser.mjs';

it.runIf(existsSync(VSIX))('starts from the unpacked extension, and runs tests in a thread', async () => {
  const server = join(await unpackExtension(), 'dist', 'lsp.js');
  const client = await startClient({ server: [server, '--stdio'] });
  expect(client.initialized).toMatchObject({ serverInfo: { name: 'ferrule' } });
  const files = [
    { uri: 'memfs:/w/gate.yaml', text: 'rules:\n  big:\n    deny: "too much"\n    if: input.amount > 5\n' },
    {
      uri: 'memfs:/w/gate.test.yaml',
      text: 'cases:\n  - { name: a, input: { amount: 9 }, expect: { decision: deny } }\n',
    },
  ];
  await client.notify('ferrule/files', { files });
  const { results } = await client.request<{ readonly results: readonly { readonly state: string }[] }>(
    'ferrule/runTests',
    {},
  );
  expect(results).toMatchObject([{ state: 'passed' }]);
  expect(await client.end()).toBe(0);
});
