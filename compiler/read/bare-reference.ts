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

/** The part of a text that a match of `BARE` begins at `start`. */
export function bareReference(source: SourceText, text: string, start: number): BareReferenceSyntax {
  const [name = '', slot = null] = text
    .replace(/^(?:[%$]\(|[$?]+|<%=? ?|\[)|(?:\)s?| ?%>|\])$/g, '')
    .split('.');
  return { kind: 'bare', text, name, slot, isWhole: false, at: source.spanOf(start, start + text.length) };
}
