/** Reading fields out of a text: `string-to-field` and `explode$`, by the scanner of CLIPS 6.4. */
import { about, EvaluationError } from '../engine/errors.ts';
import { GREATEST_INTEGER, LEAST_INTEGER, normalInteger } from '../values/integer64.ts';
import { FALSE } from '../values/truth-symbols.ts';
import { FloatValue, SymbolValue, type FieldValue } from '../values/values.ts';

const SPACE = ' \n\f\r\t';
/** Characters that are fields of their own. */
const SINGLE = '()&|~';
const DELIMITER = /[<"()&|~ ;]|[^\x20-\x7e\u0080-\uffff]/;
const INTEGER = /^[+-]?\d+$/;
const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

interface Scanned {
  /** null: the end of the text. */
  readonly field: FieldValue | null;
  readonly next: number;
}

/** `string-to-field`: the first field of the text, the symbol EOF when there is none. */
export function readField(text: string): FieldValue {
  return scanField(text, 0, 'string-to-field').field ?? new SymbolValue('EOF');
}

/** `explode$`: all fields of the text. */
export function explode(text: string): readonly FieldValue[] {
  const fields: FieldValue[] = [];
  for (let scanned = scanField(text, 0, 'explode$'); scanned.field !== null;) {
    fields.push(scanned.field);
    scanned = scanField(text, scanned.next, 'explode$');
  }
  return fields;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const c = text[at];
    if (c === ';') while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++;
    else if (c === undefined || !SPACE.includes(c)) return at;
    at++;
  }
}

function scanField(text: string, start: number, name: string): Scanned {
  const at = skipSpace(text, start);
  const c = text[at];
  if (c === undefined || c === '\0' || c === '\x03') return { field: null, next: at };
  if (c === '"') return scanString(text, at);
  if (SINGLE.includes(c)) return { field: new SymbolValue(c), next: at + 1 };
  if (c !== '<' && DELIMITER.test(c)) return { field: unprintable(name), next: at + 1 };
  const next = endOfWord(text, at + 1);
  const word = text.slice(at, next);
  if (
    (word.startsWith('?') && !/^\?[A-Za-z\u0080-\uffff*]/.test(word)) ||
    /^\$\?(?![A-Za-z\u0080-\uffff*])/.test(word)
  ) {
    const mark = word.startsWith('$') ? '$?' : '?';
    return { field: new SymbolValue(mark), next: at + mark.length };
  }
  return { field: wordField(word, name), next };
}

function endOfWord(text: string, start: number): number {
  let at = start;
  while (at < text.length && !DELIMITER.test(text[at]!)) at++;
  return at;
}

function scanString(text: string, start: number): Scanned {
  let value = '';
  let at = start + 1;
  while (at < text.length && text[at] !== '"') {
    if (text[at] === '\\') at++;
    value += text[at] ?? '';
    at++;
  }
  return { field: value, next: at + 1 };
}

function wordField(word: string, name: string): FieldValue {
  if (INTEGER.test(word)) return clamped(BigInt(word.replace('+', '')));
  if (FLOAT.test(word)) return new FloatValue(Number(word));
  if (word.length > 2 && word.startsWith('[') && word.endsWith(']')) {
    throw new EvaluationError(
      about(
        word,
        (shown) =>
          `Function '${name}' met the instance name ${shown}; instances are not part of the language`,
      ),
    );
  }
  return new SymbolValue(word);
}

/** An INTEGER that does not fit becomes the closest that does. */
function clamped(value: bigint): FieldValue {
  if (value > GREATEST_INTEGER) return GREATEST_INTEGER;
  return value < LEAST_INTEGER ? LEAST_INTEGER : normalInteger(value);
}

function unprintable(name: string): FieldValue {
  return name === 'explode$' ? new SymbolValue('<<<unprintable character>>>') : FALSE;
}
