import type { BareReferenceSyntax, SourceText } from '../syntax.ts';

const NAME = String.raw`[A-Za-z_][\w-]*`;
const DOTTED = String.raw`${NAME}(?:\.${NAME})?`;

/** `$alias.slot` and `?name`, and what other languages write for both, to be one alternative of a pattern. */
export const BARE = [
  String.raw`\$${DOTTED}`,
  String.raw`\$?\?${NAME}`,
  String.raw`[%$]\(${DOTTED}\)s?`,
  String.raw`<%=? ?${DOTTED} ?%>`,
  String.raw`\[${NAME}\.${NAME}\]`,
].join('|');

/** A value as other languages fill it in, to be one more alternative; `{{name}}` without blanks is a text in braces. */
export const FILLED_OTHERWISE = [
  String.raw`(?<![\w%{])%\{\s*${DOTTED}\s*\}`,
  String.raw`(?<!\{)\$?\{\{\s+${DOTTED}\s+\}\}(?!\})`,
  String.raw`(?<!\{)\{\s*\??[A-Za-z_](?:[\w-]*\w)?(?:\.\s*|->|\[["']?)${NAME}["']?\]?(?:![ars])?\s*\}(?!\})`,
  String.raw`(?<!\{)\{(?:\s+${DOTTED}\s+|\?${NAME}|${DOTTED}(?:![ars]|:\.?\d*[dfs]))\}(?!\})`,
].join('|');

/** The names in what `BARE` or `FILLED_OTHERWISE` matches. */
const NAMES = /^[^A-Za-z_]*([A-Za-z_][\w-]*?)(?:(?:\.\s*|->|\[["']?)([A-Za-z_][\w-]*)|(?![\w-]))/;

/** The part of a text that one of these matches from at `start`. */
export function bareReference(source: SourceText, text: string, start: number): BareReferenceSyntax {
  const [, name = '', slot = null] = NAMES.exec(text) ?? [];
  return { kind: 'bare', text, name, slot, isWhole: false, at: source.spanOf(start, start + text.length) };
}
