import type { Report } from '../../diagnostics/report.ts';
import type { ShortText, ShortTextPart } from '../../short-syntax.ts';
import type { SourceText } from '../../syntax.ts';
import { reportForeignPlaces } from '../reason.ts';
import { parseShort } from './parse.ts';

/** A reason doubles its own braces; in other texts braces around anything but a place are text. */
export type TextKind = 'reason' | 'text';

/** A doubled brace, something in braces, or an unmatched brace. */
const IN_REASON = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
/** Something in doubled braces, which stays as it is, or in single ones. */
const IN_TEXT = /\{\{[^{}]*\}\}|\{([^{}]*)\}/g;
const NAME = '[A-Za-z_][A-Za-z0-9_-]*';
/** A path, a key of an item, or a path with a default. */
const PLACE = new RegExp(
  `^(?:${NAME}(?:\\.${NAME}|\\[[^\\]]*\\])*|(?:key|list)\\(${NAME}\\))` +
    `(?:\\s*\\?\\?\\s*(?:-?\\d+(?:\\.\\d+)?|true|false|"[^"]*"|'[^']*'))?$`,
);

/** Splits a text into literal parts and places. Braces of a reason that hold neither are reported. */
export function parseShortText(source: SourceText, kind: TextKind, report: Report): ShortText {
  if (kind === 'reason' && reportForeignPlaces(source, report)) return { parts: [], at: source.at };
  const parts: ShortTextPart[] = [];
  let pending = '';
  let position = 0;
  for (const match of source.text.matchAll(kind === 'reason' ? IN_REASON : IN_TEXT)) {
    const { 0: written, 1: content, index } = match;
    pending += source.text.slice(position, index);
    position = index + written.length;
    if (content !== undefined && PLACE.test(content)) {
      if (pending !== '') parts.push({ kind: 'text', text: pending });
      pending = '';
      const inner = sliceOf(source, index + 1, position - 1);
      const tree = parseShort(inner, report);
      if (tree !== null) parts.push({ kind: 'place', tree, written: content, at: inner.at });
    } else if (kind === 'text') {
      pending += written;
    } else if (written === '{{' || written === '}}') {
      pending += written.charAt(0);
    } else if (content === undefined) {
      report.add('reason-brace', source.spanOf(index, position), { brace: written });
    } else {
      const suggestion = /^[$?]/.test(content) && PLACE.test(content.slice(1)) ? content.slice(1) : null;
      report.add('reason-name', source.spanOf(index + 1, position - 1), { text: content }, suggestion);
    }
  }
  pending += source.text.slice(position);
  if (pending !== '') parts.push({ kind: 'text', text: pending });
  return { parts, at: source.at };
}

/** The range [start, end) of a text, with positions of its own. */
function sliceOf(source: SourceText, start: number, end: number): SourceText {
  return {
    text: source.text.slice(start, end),
    at: source.spanOf(start, end),
    spanOf: (from, to) => source.spanOf(start + from, start + to),
  };
}
