import { isCollection, isMap, type YAMLMap } from 'yaml';
import { jsonText } from '../../runtime/values/json-text.ts';
import { escapeReordering } from '../../library/escape-reordering.ts';
import type { Answer } from '../compare/compare-answer.ts';
import { treeOf } from '../../library/suite/parse-suite.ts';
import type { Path } from '../../library/suite/suite.ts';

/** The answer that a case got. */
interface Update {
  readonly path: Path;
  readonly answer: Answer;
}

/**
 * The text of a suite with results written into cases without expectations. Every other byte is unchanged.
 * INVARIANT: the paths lead to cases without `expect`.
 */
export function updateSuiteText(text: string, updates: readonly Update[]): string {
  const { document } = treeOf(text);
  const insertions = updates.flatMap(({ path, answer }) => {
    const node = document.getIn(path, true);
    return isMap(node)
      ? [insertionInto(node, text, escapeReordering(jsonText(expectationOf(answer)) ?? '{}'))]
      : [];
  });
  let updated = text;
  for (const { at, inserted } of insertions.sort((a, b) => b.at - a.at))
    updated = updated.slice(0, at) + inserted + updated.slice(at);
  return updated;
}

interface Insertion {
  readonly at: number;
  readonly inserted: string;
}

function expectationOf(answer: Answer): object {
  if ('error' in answer) return { error: answer.error, detail: answer.detail };
  const { decision, reason, ruleTrace, metadata, obligations } = answer;
  return { decision, reason, fired: [...ruleTrace].sort(), metadata, ...(obligations && { obligations }) };
}

function insertionInto(node: YAMLMap, text: string, expectation: string): Insertion {
  const [first] = node.items;
  const last = node.items.at(-1)?.value;
  const end = rangeOf(last ?? node)[1];
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = ' '.repeat(columnOf(text, rangeOf(first?.key)[0]));
  if (node.flow) {
    const separator = endsLine(text, end) ? `,${lineEnd}${indent}` : ', ';
    return { at: end, inserted: `${separator}"expect": ${expectation}` };
  }
  const line = `${indent}expect: ${expectation}`;
  // A block scalar ends after its last line, where the next key begins; so may a block collection.
  if (text[end - 1] === '\n' && !isCollection(last)) return { at: end, inserted: line + lineEnd };
  const rest = /\r?\n/g;
  rest.lastIndex = text[end - 1] === '\n' ? end - (text[end - 2] === '\r' ? 2 : 1) : end;
  return { at: rest.exec(text)?.index ?? text.length, inserted: lineEnd + line };
}

/** Start and end of a node's value in the text. */
function rangeOf(node: unknown): readonly [number, number] {
  if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
    return [Number(node.range[0]), Number(node.range[1])];
  return [0, 0];
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

/** True if only a line end follows. */
function endsLine(text: string, offset: number): boolean {
  return /^[ \t]*\r?\n/.test(text.slice(offset));
}
