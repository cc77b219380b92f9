import type { Report } from '../diagnostics/report.ts';
import type { ReasonPartSyntax, SourceText } from '../syntax.ts';
import { BARE, bareReference } from './bare-reference.ts';
import { isIdentifier } from './names.ts';

const DOTTED = String.raw`[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*`;
/** A value as templates of other languages fill it in; `{{name}}` without blanks is a name in braces. */
const FOREIGN_PLACE = new RegExp(
  String.raw`(?<![\w%{])%\{\s*(${DOTTED})\s*\}|(?<!\{)\{\{\s+(${DOTTED})\s+\}\}(?!\})`,
  'g',
);

/** True (reported) if a reason fills in a value as templates of other languages do. */
export function reportForeignPlaces({ text, spanOf }: SourceText, report: Report): boolean {
  const found = [...text.matchAll(FOREIGN_PLACE)];
  for (const { 0: written, 1: signed, 2: doubled, index } of found) {
    const meant = `{${signed ?? doubled}}`;
    report.add('reason-place', spanOf(index, index + written.length), { text: written, meant });
  }
  return found.length > 0;
}

/** A doubled brace, something in braces, an unmatched brace, or a reference without braces. */
const PLACE = new RegExp(String.raw`\{\{|\}\}|\{([^{}]*)\}|[{}]|(${BARE})`, 'g');

/**
 * Splits a reason into text and what is filled in: `{name}` and `{alias.slot}`; `{{` and `}}` are braces. Every
 * unmatched brace and every other content of braces is reported; the rest is returned.
 */
export function parseReason(source: SourceText, report: Report): readonly ReasonPartSyntax[] {
  if (reportForeignPlaces(source, report)) return [];
  const parts: ReasonPartSyntax[] = [];
  let pending = '';
  let position = 0;

  function flush(): void {
    if (pending !== '') parts.push({ kind: 'text', text: pending });
    pending = '';
  }

  for (const match of source.text.matchAll(PLACE)) {
    const [written, content, bare] = match;
    const end = match.index + written.length;
    pending += source.text.slice(position, match.index);
    position = end;
    if (written === '{{' || written === '}}') {
      pending += written.charAt(0);
    } else if (bare !== undefined) {
      flush();
      parts.push(bareReference(source, written, match.index));
    } else if (content === undefined) {
      report.add('reason-brace', source.spanOf(match.index, end), { brace: written });
    } else {
      flush();
      const part = parsePlace(content, source, match.index + 1, report);
      if (part !== null) parts.push(part);
    }
  }
  pending += source.text.slice(position);
  flush();
  return parts;
}

/** Reads the content of braces, from `start` on. */
function parsePlace(
  content: string,
  source: SourceText,
  start: number,
  report: Report,
): ReasonPartSyntax | null {
  const at = source.spanOf(start, start + content.length);
  if (isIdentifier(content)) return { kind: 'variable', name: content, at };
  const dot = content.indexOf('.');
  const alias = content.slice(0, Math.max(dot, 0));
  const slot = content.slice(dot + 1);
  if (isIdentifier(alias) && isIdentifier(slot)) return { kind: 'reference', alias, slot, at };
  const unmarked = content.replace(/^[$?]/, '');
  const suggestion = unmarked !== content && unmarked.split('.').every(isIdentifier) ? unmarked : null;
  report.add('reason-name', at, { text: content }, suggestion);
  return null;
}
