/** Here-documents: their bodies begin with the line after the operator. */
import { charAt } from './blanks.ts';
import { readBackquoted, readDollar } from './expansion.ts';
import { conditionally, unreadable, type HereDocument, type Reading } from './reading.ts';

/** Reads the bodies that wait; the position is behind a line feed. */
export function readHereDocuments(reading: Reading): void {
  const waiting = reading.waiting;
  reading.waiting = [];
  for (const document of waiting) {
    const read = (): string | null => readBody(reading, document);
    const body = document.isConditional ? conditionally(reading.found, read) : read();
    document.take?.(body);
  }
}

function readBody(reading: Reading, document: HereDocument): string | null {
  const start = reading.at;
  const lines: string[] = [];
  for (;;) {
    const end = reading.text.indexOf('\n', reading.at);
    const raw = reading.text.slice(reading.at, end === -1 ? undefined : end);
    const line = document.isIndented ? raw.replace(/^\t+/, '') : raw;
    if (line === document.delimiter) {
      // A continued line before the delimiter: shells disagree whether it still ends the document.
      if (!document.isQuoted && /\\$/.test(lines.at(-1) ?? '')) unreadable();
      const bodyEnd = reading.at;
      const behind = end === -1 ? reading.text.length : end + 1;
      const body = lines.map((text) => `${text}\n`).join('');
      const value = document.isQuoted ? body : readExpansions(reading, start, bodyEnd, body);
      reading.at = behind;
      return value;
    }
    if (end === -1) unreadable();
    lines.push(line);
    reading.at = end + 1;
  }
}

/** Reads the expansions of a body. Returns its text if it has none. */
function readExpansions(reading: Reading, start: number, end: number, body: string): string | null {
  reading.at = start;
  let isKnown = true;
  while (reading.at < end) {
    const char = charAt(reading);
    reading.at++;
    if (char === '\\') {
      reading.at++;
      isKnown = false;
    } else if (char === '`') {
      readBackquoted(reading, false);
      isKnown = false;
    } else if (char === '$' && readDollar(reading, true)) isKnown = false;
  }
  // An expansion that goes on behind the delimiter.
  if (reading.at !== end) unreadable();
  return isKnown ? body : null;
}
