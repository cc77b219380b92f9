import { DOCUMENT } from './document.ts';
import { spanIn, type ReadContext } from './context.ts';

/** A top-level key behind a number sign, with nothing behind it on its line. */
const COMMENTED_KEY = /^#[ \t]*([a-z_]+):\s*$/;
/** A line of a section that is a comment as a whole: indented behind its number sign. */
const COMMENTED_LINE = /^#[ \t]{2,}\S/;
const IS_PASSED_OVER = /^\s*(?:#|$)/;

interface Commented {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Reports a top-level key that became a comment while its lines stayed: they would belong to the key before it, where
 * a map may take any name. A section that is a comment line by line is none of this.
 */
export function checkCommentedSections(context: ReadContext): void {
  let commented: Commented | null = null;
  let start = 0;
  for (const line of context.source.text.split('\n')) {
    const key = COMMENTED_KEY.exec(line)?.[1] ?? '';
    if (DOCUMENT.keys.includes(key)) {
      commented = { key, start, end: start + line.trimEnd().length };
    } else if (COMMENTED_LINE.test(line)) {
      commented = null;
    } else if (commented !== null && !IS_PASSED_OVER.test(line)) {
      if (/^[ \t]/.test(line)) {
        const at = spanIn(context, commented.start, commented.end);
        context.report.add('commented-section', at, { key: commented.key });
      }
      commented = null;
    }
    start += line.length + 1;
  }
}
