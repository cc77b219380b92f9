/** Messages that should not come so: out of order, unknown, cancelled; and the end of a client. */
import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc/node.js';
import { startClient, type Client } from '../client.ts';

const URI = 'untitled:protocol';
const GOOD = 'rules:\n  big:\n    deny: "too much"\n    if: input.amount > 5\n';
const BROKEN = GOOD.replace('if:', 'iff:');

async function exits(client: Client): Promise<number | null> {
  return new Promise((resolve) => client.child.on('exit', resolve));
}

describe('messages', () => {
  it('an edit whose version is not higher is ignored and logged', async () => {
    const client = await startClient();
    await client.open(URI, GOOD, 5);
    await client.edit(URI, 7, [{ text: BROKEN }]);
    await client.published(URI, ({ version }) => version === 7);
    await client.edit(URI, 6, [{ text: GOOD }]);
    await client.edit(URI, 7, [{ text: GOOD }]);
    await client.edit('untitled:never-opened', 2, [{ text: GOOD }]);
    const { items } = await client
      .request<{ readonly items: readonly object[] }>('textDocument/diagnostic', {
        textDocument: { uri: URI },
      })
      .catch(() => ({ items: [] }));
    expect(items).toEqual([]);
    const symbols = await client.request<readonly object[]>('textDocument/documentSymbol', {
      textDocument: { uri: URI },
    });
    expect(symbols).toBeDefined();
    expect(client.logs.filter((line) => line.includes('ignored'))).toHaveLength(3);
    await client.edit(URI, 8, [{ text: GOOD }]);
    expect((await client.published(URI, ({ version }) => version === 8)).diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it('an unknown request is refused, and an unknown notification dropped', async () => {
    const client = await startClient();
    await expect(client.request('ferrule/none', {})).rejects.toMatchObject({ code: -32601 });
    await client.notify('ferrule/none', {});
    await client.notify('$/none', {});
    await client.open(URI, GOOD);
    expect((await client.published(URI)).diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it('a request without its parameters, or about an unknown document, ends nothing', async () => {
    const client = await startClient();
    const at = { textDocument: { uri: 'file:///no/where.yaml' }, position: { line: 0, character: 0 } };
    const methods = [
      ...['completion', 'hover', 'definition', 'references', 'documentHighlight', 'documentSymbol'],
      ...['formatting', 'prepareRename', 'codeLens'],
    ].map((name) => `textDocument/${name}`);
    for (const method of methods) {
      expect([null, []]).toContainEqual(await client.request(method, at));
      for (const params of [{}, { textDocument: null }, { textDocument: { uri: 5 } }])
        await client.request(method, params).catch(() => null);
    }
    await client.open(URI, GOOD);
    expect((await client.published(URI)).diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it('a cancelled request gets one response, and those after it theirs', async () => {
    const client = await startClient();
    await client.open(URI, GOOD);
    const asked = { textDocument: { uri: URI }, position: { line: 3, character: 10 } };
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const source = new CancellationTokenSource();
        const response = client.connection.sendRequest('textDocument/completion', asked, source.token);
        if (i % 2 === 0) source.cancel();
        return response.then(
          () => 'result',
          ({ code }: { readonly code: number }) => code,
        );
      }),
    );
    for (const [i, response] of responses.entries())
      expect(i % 2 === 0 ? ['result', -32800] : ['result']).toContain(response);
    expect(await client.end()).toBe(0);
  });

  it('a request is answered from the newest text before it', async () => {
    const client = await startClient();
    await client.open(URI, 'rules: {}\n');
    for (let i = 0; i < 20; i++) {
      await client.edit(URI, i + 2, [{ text: GOOD.replace('big', `rule${i}`) }]);
      const symbols = client.request<readonly { readonly name: string }[]>('textDocument/documentSymbol', {
        textDocument: { uri: URI },
      });
      expect((await symbols).map(({ name }) => name)).toEqual([`rule${i}`]);
    }
    expect(await client.end()).toBe(0);
  });
});

describe('the server ends', () => {
  it('with 1 on `exit` without `shutdown`', async () => {
    const client = await startClient();
    const ended = exits(client);
    await client.notify('exit', null);
    expect(await ended).toBe(1);
  });

  it('when standard input closes', async () => {
    const client = await startClient();
    const ended = exits(client);
    client.child.stdin?.end();
    expect(await ended).toBe(1);
  });

  it('when standard input closes before `initialize`', async () => {
    const child = spawn(process.execPath, ['dist/cli.cjs', 'lsp', '--stdio'], { stdio: 'pipe' });
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.stdin.end();
    expect(await ended).toBe(1);
  });

  it('when the process of the client is gone', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const client = await startClient({ processId: editor.pid ?? null });
    const ended = exits(client);
    editor.kill('SIGKILL');
    expect(await ended).toBe(1);
  });

  it('and writes nothing but the protocol to standard output', async () => {
    const client = await startClient({ initializationOptions: { unknown: 1, strict: 'yes' } });
    await client.open(URI, BROKEN);
    await client.published(URI);
    expect(client.logs.join('\n')).toMatch(/unknown option 'unknown'[^]*option 'strict'/);
    expect(await client.end()).toBe(0);
  });
});
