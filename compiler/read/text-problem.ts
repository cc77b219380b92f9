import { foreignQuote, isEscapedQuoted, quotedText } from '../language/foreign-quotes.ts';

/** A call inside an argument, such as `not(a)` or `(upcase ?x)`. */
const CALL = /^(?:[A-Za-z_][\w-]*)?\s*\(/;
/** Two phrases with a word or sign between them that joins conditions in other languages. */
const JOINED = /\S\s+(?:and|or|nor|oder|und|ou)\s+\S|\S\s*(?:&&|\|\|)\s*\S/i;
/** A text that is negated inside of the call, as in `path_within(not /srv)`. */
const NEGATED = /^(?:is\s+)?not\s+\S/i;
/** A remark as other languages write it; two hyphens may be a text. */
const REMARK = /\s\/\/\s[^]*$|\s\/\*[^]*$/;
/** An item of a list in YAML. */
const ITEM = /^-\s+(?=\S)/;
/** A condition of another language, as in `name endswith "x"`. */
const INFIX =
  /^[\w.]+\s+(?:[=!<>~$^*|:/]{1,3}|in|is|eq|neq?|equals?|i?like|glob|matches|contains|(?:starts|begins|ends)_?with)\s*"[^]*"$/i;
/** A quoted text behind an operator of another language: `like"x"`, `~ "x"`. */
const PREFIXED =
  /^(?:[A-Za-z]\w*|[=!<>~$^*|:/]{1,3}\s*|(?:is|eq|neq?|equals?|i?like|glob|matches|contains|(?:starts|begins|ends)_?with)\s+)("[^"]*")$/i;
/** A quote at the end that nothing opens. */
const UNOPENED = /^[^"]*"$/;
type TextProblem =
  | 'leading-sign'
  | 'stray-sign'
  | 'foreign-quotes'
  | 'expression-call'
  | 'expression-joined'
  | 'expression-negated';

/** The code of what is wrong with a bare text that was likely meant as something else; null for a plain text. */
export function problemOfText(text: string): TextProblem | null {
  if (foreignQuote(text) || isEscapedQuoted(text) || UNOPENED.test(text)) return 'foreign-quotes';
  if (INFIX.test(text) || PREFIXED.test(text)) return 'foreign-quotes';
  if (ITEM.test(text)) return 'leading-sign';
  if (REMARK.test(text)) return 'stray-sign';
  if (CALL.test(text)) return 'expression-call';
  if (NEGATED.test(text)) return 'expression-negated';
  return JOINED.test(text) ? 'expression-joined' : null;
}

/** Returns the text that was likely meant instead. */
export function meantText(problem: TextProblem, text: string): string {
  if (problem === 'stray-sign') return text.replace(REMARK, '');
  if (problem === 'leading-sign') return text.replace(ITEM, '');
  if (isEscapedQuoted(text)) return `"${text.slice(2, -2)}"`;
  const [, quoted] = PREFIXED.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  return quotedText(UNOPENED.test(text) ? text.slice(0, -1) : text);
}
