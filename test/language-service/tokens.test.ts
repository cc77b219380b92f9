/** Semantic tokens: names by their binding, expressions inside strings, and deltas. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startClient, type Client } from './client.ts';
import { RULES } from './places.ts';

interface Legend {
  readonly tokenTypes: readonly string[];
  readonly tokenModifiers: readonly string[];
}

interface Tokens {
  readonly resultId: string;
  readonly data: readonly number[];
}

let client: Client;
let legend: Legend;
beforeAll(async () => {
  client = await startClient();
  const { semanticTokensProvider } = client.initialized.capabilities as {
    readonly semanticTokensProvider: { readonly legend: Legend };
  };
  legend = semanticTokensProvider.legend;
});
afterAll(() => client.end());

/** The tokens as `text type modifiers`. */
function shown(text: string, data: readonly number[], unit: BufferEncoding = 'utf16le'): readonly string[] {
  const lines = text.split(/\r\n|\n/).map((line) => Buffer.from(line, unit));
  const width = unit === 'utf16le' ? 2 : 1;
  const found: string[] = [];
  let [line, character] = [0, 0];
  for (let i = 0; i < data.length; i += 5) {
    const [down = 0, right = 0, length = 0, type = 0, bits = 0] = data.slice(i, i + 5);
    character = down === 0 ? character + right : right;
    line += down;
    const part = lines[line]?.subarray(character * width, (character + length) * width).toString(unit);
    const modifiers = legend.tokenModifiers.filter((_, bit) => bits & (1 << bit));
    found.push([part, legend.tokenTypes[type], ...modifiers].join(' '));
  }
  return found;
}

async function tokens(text: string, uri: string, of = client): Promise<Tokens> {
  await of.open(uri, text);
  return of.request('textDocument/semanticTokens/full', { textDocument: { uri } });
}

const LINES = {
  short: [
    'large event declaration',
    'deny keyword',
    '"😀  string',
    '{ operator',
    'order class',
    '. operator',
    'amount property',
    '} operator',
    ' is too much" string',
    'if keyword',
    'order class',
    'amount property',
    '> operator',
    'const variable',
    'most variable readonly',
    'and keyword',
    'order class',
    'currency property',
    '== operator',
    '"EUR" string',
  ],
  long: [
    'large event declaration',
    'when keyword',
    'template keyword',
    'order class',
    'alias keyword',
    'o variable declaration',
    'conditions keyword',
    'slot keyword',
    'amount property',
    'expression keyword',
    'greater_than method defaultLibrary',
    '$const. variable',
    'most variable readonly',
    'then keyword',
    'action keyword',
    'deny string',
    'reason keyword',
    '"😀  string',
    '{ operator',
    'o variable',
    '. operator',
    'amount property',
    '} operator',
    ' is too much" string',
  ],
};

describe.each(Object.entries(RULES))('semantic tokens in the %s form', (form, text) => {
  const expected = LINES[form as keyof typeof LINES];

  test('have the names by their binding and the parts of expressions', async () => {
    const found = shown(text, (await tokens(text, `untitled:${form}`)).data);
    const first = found.indexOf('large event declaration');
    expect(
      found
        .slice(first)
        .filter((one) => one !== '$ string')
        .slice(0, expected.length),
    ).toEqual(expected);
    expect(found).toContain('between method defaultLibrary');
    expect(found).toContain('9 number');
  });

  test('are the same with CRLF, a byte order mark, and in UTF-8', async () => {
    const plain = shown(text, (await tokens(text, `untitled:${form}-lf`)).data);
    const crlf = text.replaceAll('\n', '\r\n');
    expect(shown(crlf, (await tokens(crlf, `untitled:${form}-crlf`)).data)).toEqual(plain);
    const marked = `\uFEFF${text}`;
    expect(shown(marked, (await tokens(marked, `untitled:${form}-bom`)).data)).toEqual(plain);
    const other = await startClient({ capabilities: { general: { positionEncodings: ['utf-8'] } } });
    expect(shown(text, (await tokens(text, 'untitled:x', other)).data, 'utf8')).toEqual(plain);
    await other.end();
  });

  test('are kept around a syntax error', async () => {
    const broken = `${text}${form === 'short' ? '  next: {' : '  - name: "x'}\n`;
    const found = shown(broken, (await tokens(broken, `untitled:${form}-broken`)).data);
    expect(found).toEqual(expect.arrayContaining(expected));
  });

  test('come as the part that differs', async () => {
    const uri = `untitled:${form}-delta`;
    const before = await tokens(text, uri);
    const delta = (previousResultId: string): Promise<Tokens & { readonly edits?: unknown }> =>
      client.request('textDocument/semanticTokens/full/delta', { textDocument: { uri }, previousResultId });
    expect(await delta(before.resultId)).toEqual({ resultId: before.resultId, edits: [] });
    const changed = text.replace('500', '5000');
    await client.edit(uri, 2, [{ text: changed }]);
    const { resultId, edits } = (await delta(before.resultId)) as {
      readonly resultId: string;
      readonly edits: readonly { start: number; deleteCount: number; data: readonly number[] }[];
    };
    const data = [...before.data];
    for (const { start, deleteCount, data: added } of edits) data.splice(start, deleteCount, ...added);
    const whole = await client.request<Tokens>('textDocument/semanticTokens/full', { textDocument: { uri } });
    expect({ resultId, data }).toEqual(whole);
    expect(await delta('unknown')).toEqual(whole);
  });
});

test('an unknown document has none', async () => {
  const { data } = await client.request<Tokens>('textDocument/semanticTokens/full', {
    textDocument: { uri: 'untitled:none.yaml' },
  });
  expect(data).toEqual([]);
});
