import type { Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';

/** Words of other languages for no value. CLIPS has the symbol `nil`. */
const NOTHING = /^(?:None|NaN|undefined|[Nn]\/[Aa]|#N\/A|<null>|\(null\)|\\N)$/;

/** True for such a word. */
export const isNothingWord = (text: string): boolean => NOTHING.test(text);

/** Reports a default without quotes that is such a word: the slot would have its text. */
export function reportNothingWord(text: string, at: Span, report: Report): void {
  if (isNothingWord(text)) report.add('nothing-word', at, { text });
}
