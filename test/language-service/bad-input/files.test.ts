/** Files that come, go, move, lead in circles or out of the folder. */
import { rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startClient, type Client } from '../client.ts';
import { workspaceFolder } from '../workspace-folder.ts';

const TEMPLATES = 'templates:\n  order: { amount!: integer }\n';
const RULES = 'imports: [shared.yaml]\nrules:\n  big:\n    deny: "too much"\n    if: order.amount > 5\n';
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

const watched = (client: Client, uri: string, type: number): Promise<void> =>
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });

describe('a file', () => {
  it('that disappears takes its names and its diagnostics with it, and comes back', async () => {
    const folder = await workspaceFolder({ 'gate.yaml': RULES, 'shared.yaml': `${TEMPLATES}rulse: 1\n` });
    const client = await startClient({ folders: [folder.uri] });
    const [gate, shared] = [folder.uriOf('gate.yaml'), folder.uriOf('shared.yaml')];
    await client.published(shared, ({ diagnostics }) => diagnostics.length === 1);
    await rm(join(folder.path, 'shared.yaml'));
    await watched(client, shared, DELETED);
    await client.published(shared, ({ diagnostics }) => diagnostics.length === 0);
    await client.published(gate, ({ diagnostics }) => diagnostics.length > 0);
    await writeFile(join(folder.path, 'shared.yaml'), TEMPLATES);
    await watched(client, shared, CREATED);
    await client.published(gate, ({ diagnostics }) => diagnostics.length === 0);
    expect(await client.end()).toBe(0);
  });

  it('that is renamed leaves no diagnostics at its old address', async () => {
    const folder = await workspaceFolder({ 'old.yaml': 'rules:\n  a: { allow: ok, iff: input.x == 1 }\n' });
    const client = await startClient({ folders: [folder.uri] });
    const [old, fresh] = [folder.uriOf('old.yaml'), folder.uriOf('new.yaml')];
    await client.open(old, 'rules:\n  a: { allow: ok, iff: input.x == 1 }\n');
    await client.published(old, ({ version, diagnostics }) => version === 1 && diagnostics.length > 0);
    await rename(join(folder.path, 'old.yaml'), join(folder.path, 'new.yaml'));
    await client.notify('textDocument/didClose', { textDocument: { uri: old } });
    await client.open(fresh, 'rules:\n  a: { allow: ok, iff: input.x == 1 }\n');
    await watched(client, old, DELETED);
    await watched(client, fresh, CREATED);
    await client.published(fresh, ({ diagnostics }) => diagnostics.length > 0);
    await client.published(old, ({ diagnostics }) => diagnostics.length === 0);
    expect(await client.end()).toBe(0);
  });

  it('that is closed unsaved has the diagnostics of the file again', async () => {
    const folder = await workspaceFolder({ 'gate.yaml': RULES, 'shared.yaml': TEMPLATES });
    const client = await startClient({ folders: [folder.uri] });
    const gate = folder.uriOf('gate.yaml');
    await client.open(gate, RULES.replace('amount', 'amuont'));
    await client.published(gate, ({ diagnostics }) => diagnostics.length > 0);
    await client.notify('textDocument/didClose', { textDocument: { uri: gate } });
    await client.published(gate, ({ diagnostics }) => diagnostics.length === 0);
    expect(await client.end()).toBe(0);
  });

  it('that changes on disk while it is open is not read', async () => {
    const folder = await workspaceFolder({ 'gate.yaml': RULES, 'shared.yaml': TEMPLATES });
    const client = await startClient({ folders: [folder.uri] });
    const gate = folder.uriOf('gate.yaml');
    await client.open(gate, RULES);
    await client.published(gate, ({ version }) => version === 1);
    await writeFile(join(folder.path, 'gate.yaml'), 'rulse: 1\n');
    await watched(client, gate, CHANGED);
    await client.edit(gate, 2, [{ text: `${RULES}# changed\n` }]);
    expect((await client.published(gate, ({ version }) => version === 2)).diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });
});

describe('imports', () => {
  it('in a circle are an error of the file, and end', async () => {
    const folder = await workspaceFolder({
      'a.yaml': `imports: [b.yaml]\n${RULES.replace('imports: [shared.yaml]\n', '')}`,
      'b.yaml': `imports: [a.yaml]\n${TEMPLATES}`,
      'c.yaml': 'imports: [c.yaml]\nrules:\n  x: { allow: ok, if: input.x == 1 }\n',
    });
    const client = await startClient({ folders: [folder.uri] });
    for (const name of ['b.yaml', 'c.yaml']) {
      const { diagnostics } = await client.published(
        folder.uriOf(name),
        (published) => published.diagnostics.length > 0,
      );
      expect(diagnostics.map(({ code }) => code)).toContain('import-cycle');
    }
    expect(await client.end()).toBe(0);
  });

  it('tables, suites and links never leave the folder of the workspace', async () => {
    const folder = await workspaceFolder({
      'gate.yaml': 'imports: [../outside.yaml]\nrules:\n  a: { allow: ok, if: input.x == 1 }\n',
      'table.yaml':
        'relations:\n  - { name: person, file: ../outside.csv, columns: [{ name: secret, type: string }] }\nrules:\n  a: { allow: ok, if: input.x == 1 }\n',
      'far.test.yaml':
        'ruleset: ../outside.yaml\ncases:\n  - { name: x, input: { x: 1 }, expect: { decision: allow } }\n',
    });
    const outside = dirname(folder.path);
    await writeFile(join(outside, 'outside.yaml'), 'templates:\n  hidden: { secret!: string }\nrulse: 1\n');
    await writeFile(join(outside, 'outside.csv'), 'secret\nhunter2\n');
    await symlink(join(outside, 'outside.yaml'), join(folder.path, 'link.yaml'));
    await symlink(outside, join(folder.path, 'up'));
    const client = await startClient({ folders: [folder.uri] });
    const gate = await client.published(
      folder.uriOf('gate.yaml'),
      ({ diagnostics }) => diagnostics.length > 0,
    );
    expect(gate.diagnostics[0]?.message).not.toContain('rulse');
    const names = await client.request<readonly { readonly name: string }[]>('workspace/symbol', {
      query: '',
    });
    expect(names.map(({ name }) => name)).not.toContain('hidden');
    await watched(client, pathToFileURL(join(outside, 'outside.yaml')).href, CHANGED);
    await watched(client, folder.uriOf('link.yaml'), CHANGED);
    await watched(client, `${folder.uri}/../outside.yaml`, CHANGED);
    await watched(client, `${folder.uri}/%2e%2e/outside.yaml`, CHANGED);
    const later = await client.request<readonly { readonly name: string }[]>('workspace/symbol', {
      query: '',
    });
    expect(later).toEqual(names);
    const { results } = await client.request<{ readonly results: readonly { readonly state: string }[] }>(
      'ferrule/runTests',
      {},
    );
    expect(results.every(({ state }) => state === 'errored')).toBe(true);
    expect(await client.end()).toBe(0);
  });
});

describe('addresses', () => {
  it('at the root of an address without a host belongs to those beside it', async () => {
    const client = await startClient({ folders: ['memfs:/'] });
    const files = [
      { uri: 'memfs:/gate.yaml', text: RULES.replace('shared.yaml', './shared.yaml') },
      { uri: 'memfs:/shared.yaml', text: TEMPLATES },
      { uri: 'memfs:/gate.test.yaml', text: 'cases:\n  - { name: a, facts: {}, expect: {} }\n' },
    ];
    await client.notify('ferrule/files', { files });
    const { items } = await client.request<{ readonly items: readonly { readonly label: string }[] }>(
      'ferrule/testItems',
      {},
    );
    expect(items.map(({ label }) => label)).toEqual(['gate']);
    await client.published('memfs:/gate.yaml', ({ diagnostics }) => diagnostics.length === 0);
    expect(await client.end()).toBe(0);
  });

  it('with escapes and drives are one document however they are written', async () => {
    const client = await startClient({ folders: ['file:///C:/policies'] });
    const uri = 'file:///c%3A/policies/shared%20files/%E6%97%A5.yaml';
    await client.open(uri, 'rulse: 1\nrules:\n  a: { allow: ok, if: input.x == 1 }\n');
    const { diagnostics } = await client.published(uri);
    expect(diagnostics).not.toEqual([]);
    const other = { textDocument: { uri: 'file:///C:/policies/shared files/日.yaml' } };
    expect(await client.request<readonly object[]>('textDocument/documentSymbol', other)).toHaveLength(1);
    await client.edit('file:///C%3a/policies/shared%20files/日.yaml', 2, [
      { text: 'rules:\n  a: { allow: ok, if: input.x == 1 }\n' },
    ]);
    expect((await client.published(uri, ({ version }) => version === 2)).diagnostics).toEqual([]);
    expect(await client.end()).toBe(0);
  });

  it('of a folder with spaces and other letters are found', async () => {
    const folder = await workspaceFolder({ 'gate.yaml': RULES, 'shared.yaml': TEMPLATES }, 'Ordner 日 #1 %');
    const client = await startClient({ folders: [folder.uri] });
    const gate = folder.uriOf('gate.yaml');
    expect((await client.published(gate)).diagnostics).toEqual([]);
    await client.open(gate, RULES);
    const found = await client.request<readonly { readonly uri: string }[]>('textDocument/definition', {
      textDocument: { uri: gate },
      position: { line: 4, character: 14 },
    });
    expect(found.map(({ uri }) => uri)).toEqual([folder.uriOf('shared.yaml')]);
    expect(await client.end()).toBe(0);
  });
});
