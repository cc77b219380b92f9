/** Call hierarchy: who makes the facts of a template, and who matches them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { at, RULES, textAt, type Range } from './places.ts';

interface Item {
  readonly name: string;
  readonly uri: string;
  readonly selectionRange: Range;
  readonly detail: string;
}

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

describe.each(Object.entries(RULES))('call hierarchy in the %s form', (form, text) => {
  const uri = `untitled:${form}`;
  const prepare = async (word: string, n = 0): Promise<Item> => {
    const found = await client.request<readonly Item[]>('textDocument/prepareCallHierarchy', {
      textDocument: { uri },
      position: at(text, word, 0, n),
    });
    expect(found).toHaveLength(1);
    return found[0] as Item;
  };
  const calls = async (way: 'incoming' | 'outgoing', item: Item): Promise<readonly unknown[]> => {
    const found = await client.request<
      readonly { readonly from?: Item; readonly to?: Item; readonly fromRanges: readonly Range[] }[]
    >(`callHierarchy/${way}Calls`, { item });
    return found.map(({ from, to, fromRanges }) => [
      (from ?? to)?.name,
      fromRanges.map((range) => textAt(text, range)),
    ]);
  };
  beforeAll(() => client.open(uri, text));

  test('the callers of a template write it, and it calls those that match it', async () => {
    const note = await prepare('note');
    expect(textAt(text, note.selectionRange)).toBe('note');
    expect(await calls('incoming', note)).toEqual([['remark', ['note']]]);
    expect(await calls('outgoing', note)).toEqual([]);
    const order = await prepare('order');
    expect(await calls('incoming', order)).toEqual([]);
    expect(await calls('outgoing', order)).toEqual([
      ['large', ['order']],
      ['remark', ['order']],
    ]);
  });

  test('the callers of a rule are what it matches, and it calls what it writes', async () => {
    const rule = await prepare('remark');
    expect(rule.detail).toBe('rule in MAIN');
    expect(await calls('incoming', rule)).toEqual([['order', ['order']]]);
    expect(await calls('outgoing', rule)).toEqual([['note', ['note']]]);
  });

  test('there is none where neither is named, nor for an item that is gone', async () => {
    const nowhere = { textDocument: { uri }, position: at(text, 'rules:') };
    expect(await client.request('textDocument/prepareCallHierarchy', nowhere)).toBeNull();
    const gone = { ...(await prepare('note')), data: { ruleset: uri, template: 'gone' } };
    expect(await calls('outgoing', gone)).toEqual([]);
    expect(await client.request('callHierarchy/incomingCalls', { item: { name: 'x' } })).toEqual([]);
  });
});

test('an alias stands for its template, and changes and removals count', async () => {
  const uri = 'untitled:alias';
  const text = `templates: { order: { amount: integer }, old: { id: integer } }
rules:
  fix:
    for: { o: order, x: old }
    if: o.amount > 5 and x.id == o.amount
    modify: o(amount = 5)
    retract: x
  broken: {
`;
  await client.open(uri, text);
  const [item] = await client.request<readonly Item[]>('textDocument/prepareCallHierarchy', {
    textDocument: { uri },
    position: at(text, 'o(amount'),
  });
  expect(item?.name).toBe('order');
  const found = await client.request<readonly { readonly from: Item }[]>('callHierarchy/incomingCalls', {
    item,
  });
  expect(found.map(({ from }) => from.name)).toEqual(['fix']);
});
