/** Names by their binding: definition, references, rename and symbols, in both forms. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';

interface Location {
  readonly uri: string;
  readonly range: Range;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}
interface Position {
  readonly line: number;
  readonly character: number;
}
interface Edits {
  readonly documentChanges: readonly {
    readonly textDocument: { readonly version: number };
    readonly edits: readonly { readonly range: Range; readonly newText: string }[];
  }[];
}

const TEXTS = {
  short: `# 👋 the slot and the alias have one spelling
templates:
  payment: { amount!: integer, currency: EUR | USD }
constants: { most: 500 }
rules:
  large:
    deny: "{payment.amount} is too much: amount"
    if: payment.amount > const.most
`,
  long: `templates:
  - name: payment
    slots: [{ name: amount, type: integer, required: true }]
constants: { most: 500 }
rules:
  - name: large
    when:
      - template: payment
        alias: $amount
        conditions: [{ slot: amount, expression: greater_than($const.most) }]
    then: { action: deny, reason: "{amount.amount} is too much: amount" }
`,
};

let client: Client;
beforeAll(async () => {
  client = await startClient({
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } } },
  });
});
afterAll(() => client.end());

/** The position of the n-th place of a text. */
function at(text: string, word: string, n = 0): Position {
  let offset = text.indexOf(word);
  for (let i = 0; i < n; i++) offset = text.indexOf(word, offset + 1);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: (before.at(-1) ?? '').length };
}

/** The text at a range, with its line. */
function shown(text: string, { start, end }: Range): string {
  const line = text.split('\n')[start.line] ?? '';
  return `${start.line}: ${line.slice(start.character, end.character)}`;
}

function applied(text: string, edits: Edits['documentChanges'][number]['edits']): string {
  const lines = text.split('\n');
  const last = edits.toSorted(
    (a, b) => b.range.start.line - a.range.start.line || b.range.start.character - a.range.start.character,
  );
  for (const { range, newText } of last) {
    const line = lines[range.start.line] ?? '';
    lines[range.start.line] =
      line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return lines.join('\n');
}

describe.each(Object.entries(TEXTS))('names in the %s form', (form, text) => {
  const uri = `untitled:${form}`;
  const slot = form === 'short' ? at(text, 'amount!') : at(text, 'amount, type');
  const asked = (position: Position): object => ({ textDocument: { uri }, position });
  beforeAll(() => client.open(uri, text));

  test('a slot leads to its definition', async () => {
    const use = form === 'short' ? at(text, 'amount > ') : at(text, 'amount, expression');
    const found = await client.request<Location[]>('textDocument/definition', asked(use));
    expect(found.map(({ range }) => range.start)).toEqual([slot]);
  });

  test('references of a slot are its uses, and no word that is spelled like it', async () => {
    const found = await client.request<Location[]>('textDocument/references', {
      ...asked(slot),
      context: { includeDeclaration: true },
    });
    expect(found.map(({ range }) => shown(text, range))).toEqual(
      form === 'short' ? ['2: amount', '6: amount', '7: amount'] : ['2: amount', '9: amount', '10: amount'],
    );
    const marked = await client.request<Location[]>('textDocument/documentHighlight', asked(slot));
    expect(marked.map(({ range }) => range)).toEqual(found.map(({ range }) => range));
  });

  test('a rename changes the binding, and renaming back gives the same bytes', async () => {
    expect(await client.request('textDocument/prepareRename', asked(slot))).toMatchObject({
      placeholder: 'amount',
    });
    const { documentChanges } = await client.request<Edits>('textDocument/rename', {
      ...asked(slot),
      newName: 'cents',
    });
    const [change] = documentChanges;
    expect(change?.textDocument.version).toBe(1);
    const renamed = applied(text, change?.edits ?? []);
    expect(renamed).toContain('is too much: amount');
    expect(renamed.match(/cents/g)).toHaveLength(3);
    const other = `untitled:${form}-renamed`;
    await client.open(other, renamed);
    const back = await client.request<Edits>('textDocument/rename', {
      textDocument: { uri: other },
      position: slot,
      newName: 'amount',
    });
    expect(applied(renamed, back.documentChanges[0]?.edits ?? [])).toBe(text);
  });

  test.each([
    ['two words', "'two words' is not a name"],
    ['input', "'input' is a word of the language"],
    ['', "'' is not a name"],
  ])('a rename to %j is refused with a reason', async (newName, why) => {
    await expect(client.request('textDocument/rename', { ...asked(slot), newName })).rejects.toMatchObject({
      code: -32803,
      message: expect.stringContaining(why),
    });
  });

  test.each([
    ['amount', 'slot `amount: integer` of `payment`'],
    ['payment', 'template `payment { amount: integer'],
    ['most', 'constant `most`'],
  ])('hover on %s', async (word, value) => {
    const position = word === 'amount' ? slot : at(text, word);
    const shownThere = await client.request<{ readonly contents: { readonly value: string } }>(
      'textDocument/hover',
      asked({ line: position.line, character: position.character + 1 }),
    );
    expect(shownThere.contents.value).toContain(value);
    expect(shownThere.contents.value).toMatch(/Used (?:once|\d times)\./);
  });

  test('symbols are what the document defines', async () => {
    const symbols = await client.request<{ readonly name: string }[]>('textDocument/documentSymbol', {
      textDocument: { uri },
    });
    expect(symbols.map(({ name }) => name)).toEqual(['payment', 'most', 'large']);
    const found = await client.request<{ readonly name: string; readonly location: Location }[]>(
      'workspace/symbol',
      { query: 'lrg' },
    );
    expect(found.filter(({ location }) => location.uri === uri).map(({ name }) => name)).toEqual(['large']);
  });

  test('nothing is found where nothing is named', async () => {
    const nowhere = asked({ line: 0, character: 0 });
    expect(await client.request('textDocument/definition', nowhere)).toEqual([]);
    expect(
      await client.request('textDocument/prepareRename', {
        textDocument: { uri },
        position: { line: 999, character: 9 },
      }),
    ).toBeNull();
  });
});

test('a rename reaches the facts that the body of a function looks for', async () => {
  const uri = 'untitled:query';
  const text = `templates:
  payment: { id: string, centre: string }
functions:
  - name: paid
    type: raw
    params: [c]
    body: "(deffunction MAIN::paid (?c) (any-factp ((?p payment)) (eq ?p:centre ?c)))"
rules:
  pay: { allow: ok, if: 'paid(payment.centre)' }
`;
  await client.open(uri, text);
  const asked = { textDocument: { uri }, position: at(text, 'centre'), newName: 'office' };
  const { documentChanges } = await client.request<Edits>('textDocument/rename', asked);
  expect(applied(text, documentChanges[0]?.edits ?? [])).toBe(text.replaceAll('centre', 'office'));
  const parameter = { ...asked, position: at(text, 'c]'), newName: 'wanted' };
  const renamed = await client.request<Edits>('textDocument/rename', parameter);
  expect(applied(text, renamed.documentChanges[0]?.edits ?? [])).toBe(
    text.replace('[c]', '[wanted]').replaceAll('?c)', '?wanted)'),
  );
});

test('a rename reaches the facts that a test of a rule looks for, and their variables', async () => {
  const uri = 'untitled:looks';
  const text = `templates:
  - { name: payment, slots: [{ name: centre, type: string }] }
  - { name: call, slots: [{ name: tool, type: string }] }
rules:
  - name: r
    when:
      - template: call
        conditions: [{ slot: tool, bind: "?t" }, { test: "(any-factp ((?p payment)) (eq ?p:centre ?t))" }]
    then: { action: deny, reason: no }
`;
  await client.open(uri, text);
  const rename = async (word: string, newName: string): Promise<string> => {
    const asked = { textDocument: { uri }, position: at(text, word), newName };
    const { documentChanges } = await client.request<Edits>('textDocument/rename', asked);
    return applied(text, documentChanges[0]?.edits ?? []);
  };
  expect(await rename('centre', 'office')).toBe(text.replaceAll('centre', 'office'));
  expect(await rename('p payment', 'paid')).toBe(text.replaceAll('?p', '?paid'));
  expect(await rename('t" }', 'name')).toBe(text.replaceAll('?t', '?name'));
});

test('a rename is refused that would leave a place with the old name', async () => {
  const uri = 'untitled:parameter';
  const text = `templates:
  payment: { id: string, centre: string }
define:
  own(p): p.centre == "own"
rules:
  pay: { allow: ok, if: 'own(payment)' }
`;
  await client.open(uri, text);
  const asked = { textDocument: { uri }, position: at(text, 'centre'), newName: 'office' };
  await expect(client.request('textDocument/rename', asked)).rejects.toMatchObject({
    code: -32803,
    message: expect.stringContaining('would break the ruleset'),
  });
});

test('hover on an operator shows what it takes, and nothing elsewhere', async () => {
  const asked = { textDocument: { uri: 'untitled:long' }, position: at(TEXTS.long, 'greater_than') };
  expect(await client.request('textDocument/hover', asked)).toMatchObject({
    contents: { value: expect.stringContaining('greater_than(') },
  });
  const nowhere = { ...asked, position: { line: 0, character: 0 } };
  expect(await client.request('textDocument/hover', nowhere)).toBeNull();
});
