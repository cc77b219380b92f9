import type { Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import { parseShortText } from '../read/short/text.ts';
import type { ShortRightSyntax, ShortText } from '../short-syntax.ts';

/** The texts of a right half that are filled in, without those inside constructors. */
export function textsOf({ action, reason, metadata }: ShortRightSyntax): readonly ShortText[] {
  return [action?.text ?? null, reason, ...metadata.map(({ text }) => text)].filter((text) => text !== null);
}

/** A text inside a constructor; its places have the span of the whole text. */
export const parseText = (text: string, at: Span, report: Report): ShortText =>
  parseShortText({ text, at, spanOf: () => at }, 'text', report);
