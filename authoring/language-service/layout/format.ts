import { formatSource } from '../../fmt/format-source.ts';
import type { DocumentParams, TextEdit } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The output of `ferrule fmt`, as one edit of the part that differs. None for a text with errors. */
export function formatDocument(workspace: Workspace, { textDocument }: DocumentParams): readonly TextEdit[] {
  const document = workspace.find(textDocument.uri);
  if (document?.kind !== 'ruleset') return [];
  const { text, lines } = document;
  const formatted = formatSource({ path: 'document', text });
  if (formatted.kind !== 'formatted' || formatted.text === text) return [];
  const made = formatted.text;
  let start = 0;
  while (start < text.length && text[start] === made[start]) start++;
  let end = 0;
  const most = Math.min(text.length, made.length) - start;
  while (end < most && text[text.length - 1 - end] === made[made.length - 1 - end]) end++;
  // Whole lines: no edit divides a character or the ending of a line.
  start = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', text.length - end);
  const tail = end === 0 || stop === -1 ? 0 : text.length - stop - 1;
  return [
    { range: lines.rangeOf(start, text.length - tail), newText: made.slice(start, made.length - tail) },
  ];
}
