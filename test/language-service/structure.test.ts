/** Folding, selection ranges and links. */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { at, RULES, textAt, type Range } from './places.ts';

interface Selection {
  readonly range: Range;
  readonly parent?: Selection;
}

interface Fold {
  readonly startLine: number;
  readonly endLine: number;
  readonly kind?: string;
}

let client: Client;
beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.end());

async function folds(text: string): Promise<readonly string[]> {
  const uri = `untitled:${text.length}`;
  await client.open(uri, text);
  const found = await client.request<readonly Fold[]>('textDocument/foldingRange', { textDocument: { uri } });
  return found.map(
    ({ startLine, endLine, kind }) => `${startLine}-${endLine}${kind === undefined ? '' : ` ${kind}`}`,
  );
}

/** The texts of the selections around a place, the innermost first. */
async function around(text: string, word: string, shift: number): Promise<readonly string[]> {
  const uri = `untitled:s${text.length}${word}`;
  await client.open(uri, text);
  const [first] = await client.request<readonly Selection[]>('textDocument/selectionRange', {
    textDocument: { uri },
    positions: [at(text, word, shift)],
  });
  const texts: string[] = [];
  for (let one = first; one !== undefined; one = one.parent) texts.push(textAt(text, one.range));
  return texts;
}

describe('folding', () => {
  const SHORT = `# one
# two
imports:
  - ../other.yaml
rules:
  a:
    deny: x

    if: >
      input.a == 1
      and input.b
  b: { allow: y, if: input.c }
`;
  const LONG = `templates:
- name: order
  slots:
  - name: amount
    type: integer
---
rules:
- name: a
  when:
    - template: order
`;
  test('follows the indentation in both forms, and CRLF changes nothing', async () => {
    const short = ['0-1 comment', '2-3 imports', '4-11', '5-10', '8-10'];
    expect(await folds(SHORT)).toEqual(short);
    expect(await folds(SHORT.replaceAll('\n', '\r\n'))).toEqual(short);
    expect(await folds(LONG)).toEqual(['0-4', '1-4', '2-4', '3-4', '6-9', '7-9', '8-9']);
  });

  test('is there around a syntax error', async () => {
    expect(await folds(SHORT.replace('deny: x', 'deny: "x'))).toEqual(
      expect.arrayContaining(['2-3 imports', '5-10']),
    );
    expect(await folds('')).toEqual([]);
  });
});

describe('selection', () => {
  test('grows by the parts of an expression in the short form', async () => {
    const text = RULES.short;
    const all = await around(text, 'order.currency == "EUR"', 7);
    expect(all.slice(0, 5)).toEqual([
      'currency',
      'order.currency',
      'order.currency == "EUR"',
      'order.amount > const.most and order.currency == "EUR"',
      `'order.amount > const.most and order.currency == "EUR"'`,
    ]);
    expect(all.at(-1)).toBe(text);
    expect((await around(text, 'order.amount} is', 7)).slice(0, 3)).toEqual([
      'amount',
      'order.amount',
      '😀 {order.amount} is too much',
    ]);
  });

  test('grows by the arguments of an operator in the long form', async () => {
    expect((await around(RULES.long, '$const.most', 8)).slice(0, 4)).toEqual([
      'most',
      '$const.most',
      'greater_than($const.most)',
      'expression: greater_than($const.most)',
    ]);
  });

  test('is the document where nothing else is, and around a syntax error', async () => {
    expect(await around('\n\n', '\n', 0)).toEqual(['\n\n']);
    const broken = `${RULES.short}  next: {\n`;
    expect((await around(broken, 'order.currency == "EUR"', 7)).slice(0, 2)).toEqual([
      'currency',
      'order.currency',
    ]);
  });
});

test('links lead to imports, tables, declarations and the ruleset of a suite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-links-'));
  const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
  await mkdir(join(folder, 'shared'));
  const texts = {
    'shared/base.yaml': 'templates: { order: { amount: integer } }\n',
    'rates.csv': 'currency,rate\nEUR,1\n',
    'call.json': '{ "type": "object", "properties": { "a": { "type": "integer" } } }\n',
    'gate.yaml': `imports: ["shared/base.yaml", shared, nowhere.yaml, 'https://example.com']
input: call.json
relations:
  - { name: rates, columns: [{ name: currency, type: symbol }, { name: rate, type: integer }], file: rates.csv }
rules: { a: { deny: no, if: order.amount > 1 } }
`,
    'other.test.yaml': 'suite: x\nruleset: gate.yaml\ncases: []\n',
  };
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  const own = await startClient({ folders: [pathToFileURL(folder).href] });
  const links = async (
    name: 'gate.yaml' | 'other.test.yaml',
  ): Promise<readonly (readonly [string, string])[]> => {
    const found = await own.request<readonly { readonly range: Range; readonly target: string }[]>(
      'textDocument/documentLink',
      { textDocument: { uri: uriOf(name) } },
    );
    return found.map(({ range, target }) => [textAt(texts[name], range), target]);
  };
  expect(await links('gate.yaml')).toEqual([
    ['shared/base.yaml', uriOf('shared/base.yaml')],
    ['shared', uriOf('shared/base.yaml')],
    ['call.json', uriOf('call.json')],
    ['rates.csv', uriOf('rates.csv')],
  ]);
  expect(await links('other.test.yaml')).toEqual([['gate.yaml', uriOf('gate.yaml')]]);
  expect(await own.end()).toBe(0);
});
