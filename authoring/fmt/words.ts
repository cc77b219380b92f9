/** Writes `&&`, `||` and `!` of the short form as `and`, `or` and `not`. */
import { isMap, isScalar, isSeq, type Document, type Node, type Scalar, type YAMLMap } from 'yaml';
import { createReport } from '../../compiler/diagnostics/report.ts';
import { readTokens } from '../../compiler/read/short/tokens.ts';
import { pairsOf, valueAt } from './nodes.ts';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
]);

/** The text of a condition with words; as it is if it is not one. */
export function wordsOf(text: string): string {
  if (!/&&|\|\||!(?!=)/.test(text)) return text;
  const nowhere = { file: '', start: 0, end: 0 };
  const tokens = readTokens({ text, at: nowhere, spanOf: () => nowhere }, createReport());
  let written = '';
  let position = 0;
  for (const { kind, text: sign, start, end } of tokens ?? []) {
    const word = kind === 'sign' ? WORDS.get(sign) : undefined;
    if (word === undefined) continue;
    const before = text.slice(position, start);
    const gap = /[^\s(]$/.test(written + before) ? ' ' : '';
    written += before + gap + word + (/^\s/.test(text.slice(end)) ? '' : ' ');
    position = end;
  }
  return written + text.slice(position);
}

/** Writes words in the conditions of the document. */
export function writeWords({ contents }: Document): void {
  if (!isMap(contents)) return;
  for (const key of ['rules', 'tables']) {
    const section = valueAt(contents as YAMLMap, key);
    if (isSeq(section)) for (const item of section.items) if (isMap(item)) writeBody(item as YAMLMap);
    if (isMap(section))
      for (const { value } of pairsOf(section)) if (isMap(value)) writeBody(value as YAMLMap);
  }
}

function writeBody(body: YAMLMap): void {
  const condition = valueAt(body, 'if');
  const conditions = isSeq(condition) ? condition.items : [condition];
  const lets = valueAt(body, 'let');
  const values = isMap(lets) ? pairsOf(lets).map(({ value }) => value) : [];
  for (const node of [...conditions, ...values]) if (isScalar(node)) write(node as Scalar & Node);
}

function write(scalar: Scalar): void {
  const text = String(scalar.value);
  const words = wordsOf(text);
  if (words === text) return;
  scalar.value = words;
  delete scalar.range;
  delete scalar.source;
}
