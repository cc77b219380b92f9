/** Quotes that other languages, word processors and spreadsheets write; the language knows double quotes only. */
const QUOTES =
  "'`\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u00ab\u00bb\u00b4\u2032\u2033\uff02\uff07";
const AT_AN_END = new RegExp(`^[${QUOTES}]|[${QUOTES}]$`, 'u');
const EACH_END = new RegExp(AT_AN_END.source, 'gu');
const AROUND = new RegExp(`^[${QUOTES}][^]*[${QUOTES}]$`, 'u');

/** True if a text begins or ends with a quote that is not a double quote. */
export function foreignQuote(text: string): boolean {
  return AT_AN_END.test(text);
}

/** True if such quotes enclose a text, as around a string of another language. */
export function isForeignQuoted(text: string): boolean {
  return AROUND.test(text);
}

/** True if quotes of a word processor or accents enclose a text; apostrophes and back quotes do not count. */
export function isTypographic(text: string): boolean {
  return isForeignQuoted(text) && !/^['`]|['`]$/.test(text);
}

/** Double quotes of a word processor. Not primes: `5″` are inches. */
const DOUBLE = '\\u201c-\\u201f\\u00ab\\u00bb\\uff02';
const HALF = new RegExp(`^[${DOUBLE}][^${DOUBLE}]*$|^[^${DOUBLE}]*[${DOUBLE}]$`, 'u');

/** True if a text begins or ends with half of a pair of such double quotes, and has no other. */
export function isHalfQuoted(text: string): boolean {
  return HALF.test(text);
}

/** True for a cell whose own quotes are around or at one end of it, as a spreadsheet exports them. Not after a digit: `5"` are inches. */
export function isCellQuoted(text: string): boolean {
  return (
    isTypographic(text) ||
    isHalfQuoted(text) ||
    /^["\u2018\u201a][^"\u2019]*$|^[^"]*[^"\d]"$|^""[^]*""$/.test(text)
  );
}

/** True for a text of JSON that was pasted with its escapes: `\"a\"`. */
export function isEscapedQuoted(text: string): boolean {
  return /^\\".*\\"$/s.test(text);
}

/** A text without such quotes at its ends, also if there is only one. */
export function withoutQuotes(text: string): string {
  return text.replace(EACH_END, '');
}

/** A text between double quotes, without the quotes of another kind around it. */
export function quotedText(text: string): string {
  const inside = isForeignQuoted(text) ? text.slice(1, -1) : text;
  return JSON.stringify(inside);
}
