import { describe, expect, it } from 'vitest';
import { startClient } from './client.ts';

const URI = 'untitled:Untitled-1';
const GOOD = 'rules:\n  big:\n    deny: "too much"\n    if: input.amount > 5\n';
const BROKEN = 'rules:\n  big:\n    deny: "too much"\n    iff: input.amount > 5\n';

describe('diagnostics', () => {
  it('are pushed with the version of the text, and taken back when the cause is fixed', async () => {
    const client = await startClient();
    await client.open(URI, BROKEN);
    const wrong = await client.published(URI);
    expect(wrong.version).toBe(1);
    expect(wrong.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'short-unknown-key', severity: 1, source: 'ferrule' }),
    );
    await client.edit(URI, 2, [{ text: GOOD }]);
    const fixed = await client.published(URI, ({ version }) => version === 2);
    expect(fixed.diagnostics).toEqual([]);
    await client.edit(URI, 3, [{ text: BROKEN }]);
    await client.published(URI, ({ version }) => version === 3);
    await client.notify('textDocument/didClose', { textDocument: { uri: URI } });
    const closed = await client.published(URI, ({ version }) => version === undefined);
    expect(closed.diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it('are returned when the client pulls', async () => {
    const client = await startClient({ capabilities: { textDocument: { diagnostic: {} } } });
    await client.open(URI, BROKEN);
    const pulled = await client.request<{ items: readonly { code: string }[]; resultId: string }>(
      'textDocument/diagnostic',
      { textDocument: { uri: URI } },
    );
    expect(pulled.items.map(({ code }) => code)).toContain('short-unknown-key');
    const again = await client.request('textDocument/diagnostic', {
      textDocument: { uri: URI },
      previousResultId: pulled.resultId,
    });
    expect(again).toEqual({ kind: 'unchanged', resultId: pulled.resultId });
    expect(await client.end()).toBe(0);
  });

  it('around a syntax error are reported with it', async () => {
    const client = await startClient();
    await client.open(
      URI,
      `${BROKEN}  other:\n    deny: "x\n  third:\n    allow: ok\n    iff: input.a == 1\n`,
    );
    const { diagnostics } = await client.published(URI);
    expect(diagnostics.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['yaml-syntax', 'short-unknown-key']),
    );
    expect(await client.end()).toBe(0);
  });
});
