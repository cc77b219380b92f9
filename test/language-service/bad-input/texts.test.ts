/** Texts that are hard to read or to count in: large ones, other line endings, and characters beyond ASCII. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { full, FULL } from '../../full.ts';
import { startClient, type Client } from '../client.ts';

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}

const RULES = `# 👋 日本
templates:
  order: { amount!: integer, city: string }
rules:
  big:
    deny: "👩‍👩‍👧 大きい {order.amount} in {order.city}"
    if: order.city != "東京👋" and order.amount > 5
`;

/** A plain run has a tenth of each large text. */
const large = (count: number): number => full(count, count / 10);

describe(`a document of ${FULL ? 'a megabyte' : '100 kB'}`, () => {
  const rule = (n: number): string =>
    `  rule-${n}:\n    deny: "order ${n} is too much for one day"\n    if: input.order.amount > ${n}\n`;
  const rules = `rules:\n${Array.from({ length: large(11_000) }, (_, n) => rule(n)).join('')}`;

  it.each([
    ['rules', rules],
    ['one line', 'a'.repeat(large(1_000_000))],
    ['brackets', '['.repeat(large(1_000_000))],
    ['dashes', '- '.repeat(large(500_000))],
    ['keys', 'a:\n'.repeat(large(330_000))],
    ['an open quote', `rules:\n  a: "${'x\n'.repeat(large(500_000))}`],
    ['a flow map', `rules: {${'a: {b: c}, '.repeat(large(90_000))}}`],
  ])(
    'of %s is checked, and requests are answered',
    async (_, text) => {
      const client = await startClient();
      const uri = 'untitled:large';
      await client.open(uri, text);
      await client.published(uri);
      const at = { textDocument: { uri }, position: { line: 1, character: 3 } };
      for (const method of ['completion', 'hover', 'definition', 'documentSymbol', 'codeLens'])
        await client.request(`textDocument/${method}`, at);
      await client.edit(uri, 2, [{ range: { start: at.position, end: at.position }, text: 'x' }]);
      await client.published(uri, ({ version }) => version === 2);
      expect(await client.end()).toBe(0);
    },
    120_000,
  );
});

describe.each(['utf-16', 'utf-8', 'utf-32'] as const)(
  'characters beyond ASCII, in units of %s',
  (encoding) => {
    let client: Client;
    const uri = 'untitled:characters';
    const width = (text: string): number =>
      encoding === 'utf-16' ? text.length : encoding === 'utf-8' ? Buffer.byteLength(text) : [...text].length;
    /** The position of the n-th place of a word. */
    const at = (word: string, n = 0, text = RULES): Position => {
      let offset = text.indexOf(word);
      for (let i = 0; i < n; i++) offset = text.indexOf(word, offset + 1);
      const before = text.slice(0, offset).split('\n');
      return { line: before.length - 1, character: width(before.at(-1) ?? '') };
    };
    /** The text at a range. */
    const shown = ({ start, end }: Range, text = RULES): string => {
      const line = text.split('\n')[start.line] ?? '';
      let units = 0;
      let found = '';
      for (const character of line) {
        if (units >= start.character && units < end.character) found += character;
        units += width(character);
      }
      return found;
    };
    beforeAll(async () => {
      client = await startClient({ capabilities: { general: { positionEncodings: [encoding] } } });
      await client.open(uri, RULES);
    });
    afterAll(() => client.end());

    it('positions mean the same in requests and in responses', async () => {
      const asked = { textDocument: { uri }, position: at('amount > 5') };
      const found = await client.request<readonly { readonly range: Range }[]>(
        'textDocument/references',
        asked,
      );
      expect(found.map(({ range }) => shown(range))).toEqual(['amount', 'amount', 'amount']);
      const { range } = await client.request<{ readonly range: Range }>('textDocument/hover', asked);
      expect(range.start).toEqual(at('amount > 5'));
      const prepared = await client.request<{ readonly range: Range; readonly placeholder: string }>(
        'textDocument/prepareRename',
        asked,
      );
      expect([shown(prepared.range), prepared.placeholder]).toEqual(['amount', 'amount']);
    });

    it('edits behind them change the place that is meant', async () => {
      const start = at('amount > 5');
      const end = { ...start, character: start.character + 'amount'.length };
      const broken = RULES.replace('amount > 5', '額 > 5');
      await client.edit(uri, 2, [{ range: { start, end }, text: '額' }]);
      const { diagnostics } = await client.published(uri, ({ version }) => version === 2);
      expect(diagnostics.map(({ range }) => shown(range as Range, broken)).join()).toContain('額');
      await client.edit(uri, 3, [
        { range: { start, end: { ...start, character: start.character + width('額') } }, text: 'amount' },
      ]);
      expect((await client.published(uri, ({ version }) => version === 3)).diagnostics).toEqual([]);
    });
  },
);

describe('line endings and marks', () => {
  const text = `templates:\n  order: { amount!: integer }\nrules:\n  big: { deny: no, if: order.amuont > 5 }`;
  const written = [
    ['CRLF', `${text}\n`.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${text}\n`],
    ['no final line break', text],
    ['CR', `${text}\n`.replaceAll('\n', '\r')],
    ['a byte order mark and CRLF', `\uFEFF${text}\n`.replaceAll('\n', '\r\n')],
  ] as const;
  // The last has both of the first two.
  it.each(written.slice(full(0, -3)))('%s changes no position', async (name, ending) => {
    const client = await startClient();
    const uri = 'untitled:endings';
    await client.open(uri, ending);
    const { diagnostics } = await client.published(uri);
    if (name === 'CR') {
      // YAML takes a lone carriage return for no line break; the protocol does.
      expect(await client.end()).toBe(0);
      return;
    }
    // With the dot before the name.
    const range = { start: { line: 3, character: 28 }, end: { line: 3, character: 35 } };
    expect(diagnostics.map((one) => one.range)).toEqual([range]);
    await client.edit(uri, 2, [{ range, text: '.amount' }]);
    const start = { line: 3, character: 29 };
    expect((await client.published(uri, ({ version }) => version === 2)).diagnostics).toEqual([]);
    const asked = { textDocument: { uri }, position: start };
    const found = await client.request<readonly { readonly range: Range }[]>(
      'textDocument/references',
      asked,
    );
    expect(found.map((one) => one.range.start)).toEqual([{ line: 1, character: 11 }, start]);
    expect(await client.end()).toBe(0);
  });
});

describe('positions outside', () => {
  const outside = [
    { line: 99, character: 0 },
    { line: 1, character: 999 },
    { line: -1, character: -1 },
  ];
  it.each(outside.slice(full(0, -1)))('%j is moved to the nearest one inside', async (position) => {
    const client = await startClient();
    const uri = 'untitled:outside';
    await client.open(uri, RULES);
    for (const method of [
      'completion',
      'hover',
      'definition',
      'references',
      'documentHighlight',
      'prepareRename',
    ])
      await client.request(`textDocument/${method}`, { textDocument: { uri }, position });
    await client.edit(uri, 2, [{ range: { start: position, end: position }, text: ' ' }]);
    await client.published(uri, ({ version }) => version === 2);
    expect(await client.end()).toBe(0);
  });
});
