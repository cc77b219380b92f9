import type { Document } from '../documents/document.ts';
import type { Change } from './action.ts';
import { lineEnding } from '../documents/line-ending.ts';

interface Part {
  readonly start: number;
  readonly end: number;
}

/** An item behind another one of the same list or map: on its line in brackets, otherwise on a line of its own. */
export function insertBehind(document: Document, last: Part, item: string): Change {
  const { text, lines } = document;
  let { end } = last;
  while (end > last.start && /\s/.test(text[end - 1] ?? '')) end--;
  if (/^\s*[,}\]]/.test(text.slice(end, end + 500)))
    return { document, start: end, end, newText: `, ${item}` };
  const lineStart = lines.startOf(lines.positionAt(last.start).line);
  const before = text.slice(lineStart, last.start);
  const prefix = /^\s*(?:- +)?$/.test(before) ? before : (/^\s*/.exec(before)?.[0] ?? '');
  const at = lines.endOf(lines.positionAt(end).line);
  return { document, start: at, end: at, newText: `${lineEnding(text)}${prefix}${item}` };
}

/** A section before the first one of a document. */
export function insertSection(document: Document, section: string): Change {
  const { text } = document;
  const first = /^[A-Za-z"'][^\n]*:/m.exec(text)?.index ?? text.length;
  return {
    document,
    start: first,
    end: first,
    newText: `${section.replaceAll('\n', lineEnding(text))}${lineEnding(text)}`,
  };
}
