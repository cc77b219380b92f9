/** The language server in a worker of a browser. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, HAS_CHROMIUM } from '../chromium.ts';
import { startWorkerClient, type WorkerClient } from './worker-client.ts';

const RULES = `rules:
  big:
    deny: "too much"
    if: order.amout > 5
`;
const TEMPLATES = `templates:
  order: { amount: integer, currency: EUR | USD }
`;
const SUITE = `suite: amounts
cases:
  - name: big
    facts: [{ template: order, data: { amount: 9 } }]
    expect: { decision: deny }
`;
const ROOT = 'vscode-vfs://github/owner/policies';
const RULES_URI = `${ROOT}/rules/gate.yaml`;

interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly { readonly code: string }[];
}

describe('the bundle of the worker', () => {
  it('is at most 300 kB compressed, and has no package for readers of generated code', async () => {
    const bytes = await readFile('dist/lsp-browser.js');
    expect(gzipSync(bytes, { level: 9 }).length).toBeLessThanOrEqual(300_000);
    expect(bytes.toString()).not.toMatch(/["'](?:ts-morph|node:)/);
  });
});

if (!HAS_CHROMIUM)
  it.skip(`Chromium is not installed (${CHROMIUM}; FERRULE_CHROMIUM names another place)`, () => {});

describe.runIf(HAS_CHROMIUM)('in a worker of Chromium', () => {
  let client: WorkerClient;
  beforeAll(async () => {
    client = await startWorkerClient();
    const initialized = await client.request<{ readonly serverInfo: { readonly name: string } }>(
      'initialize',
      { processId: null, rootUri: ROOT, capabilities: {} },
    );
    expect(initialized.serverInfo.name).toBe('ferrule');
    await client.notify('initialized', {});
  });
  afterAll(() => client.end());

  it('files come from the client, and open documents replace them', async () => {
    await client.notify('ferrule/files', {
      files: [
        { uri: RULES_URI, text: RULES },
        { uri: `${ROOT}/templates/order.yaml`, text: TEMPLATES },
        { uri: `${ROOT}/gate.test.yaml`, text: SUITE },
      ],
    });
    const wrong = await nextOf(RULES_URI);
    expect(wrong.diagnostics.map(({ code }) => code)).toEqual(['unknown-slot']);
    await client.notify('textDocument/didOpen', {
      textDocument: {
        uri: RULES_URI,
        languageId: 'yaml',
        version: 1,
        text: RULES.replace('amout', 'amount'),
      },
    });
    expect(await nextOf(RULES_URI)).toMatchObject({ version: 1, diagnostics: [] });
  });

  it('completes and hovers with the names of the other files', async () => {
    const at = { textDocument: { uri: RULES_URI }, position: { line: 3, character: 14 } };
    const hover = await client.request<{ readonly contents: { readonly value: string } }>(
      'textDocument/hover',
      at,
    );
    expect(hover.contents.value).toContain('slot `amount: integer` of `order`');
    const items = await client.request<readonly { readonly label: string; readonly kind: number }[]>(
      'textDocument/completion',
      at,
    );
    expect(items.filter(({ kind }) => kind === 5).map(({ label }) => label)).toEqual(['amount', 'currency']);
  });

  it('tests run in a worker of their own', async () => {
    const { results } = await client.request<{ readonly results: readonly object[] }>('ferrule/runTests', {});
    expect(results).toMatchObject([{ state: 'passed', messages: [] }]);
    expect(
      await client.request('workspace/executeCommand', {
        command: 'ferrule.showClips',
        arguments: [{ uri: RULES_URI, rule: 'MAIN::big' }],
      }),
    ).toMatchObject({ languageId: 'clips', text: expect.stringContaining('(defrule MAIN::big') as unknown });
  });

  it('a file that the client removes is gone', async () => {
    await client.notify('ferrule/files', { files: [{ uri: `${ROOT}/templates/order.yaml`, text: null }] });
    const left = await nextOf(RULES_URI);
    expect(left.diagnostics).not.toEqual([]);
  });

  it('an unknown request is refused', async () => {
    await expect(client.request('ferrule/none', {})).rejects.toMatchObject({ code: -32601 });
  });

  async function nextOf(uri: string): Promise<Published> {
    for (;;) {
      const published = await client.notified<Published>('textDocument/publishDiagnostics');
      if (published.uri === uri) return published;
    }
  }
});
