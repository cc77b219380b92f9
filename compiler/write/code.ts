/**
 * Program text as a type. A string can not become code by accident: the only ways to make `Code` are the `code` tag,
 * whose holes take only `Code` (or null, or a list of `Code`), the one literal writer, and checked identifiers.
 */

/** A piece of TypeScript that the compiler chose. INVARIANT: holds no text of a ruleset outside literals. */
export class Code {
  static #key = Symbol('code');
  readonly text: string;
  private constructor(key: symbol, text: string) {
    // Private in the type system only would let a cast through; the key keeps it private at run time.
    if (key !== Code.#key)
      throw new TypeError('Code is made by the code tag, literal() and identifier() only');
    this.text = text;
  }
  /** @internal for this file's writers only */
  static readonly make = (text: string, proof: symbol): Code => {
    if (proof !== writers)
      throw new TypeError('Code is made by the code tag, literal() and identifier() only');
    return new Code(Code.#key, text);
  };
  toString(): never {
    throw new TypeError('Code is not text: use it in a code template');
  }
}

const writers = Symbol('writers');
const make = (text: string): Code => Code.make(text, writers);

/** Values that the literal writer accepts. */
export type Primitive = string | number | bigint | boolean | null;

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** An identifier that the compiler chose. Throws on anything but plain ASCII identifiers (a bug, not user input). */
export function identifier(text: string): Code {
  if (!IDENTIFIER.test(text)) throw new TypeError('not an identifier');
  return make(text);
}

/** A backslash, too: the printer of the readers' text takes the quote after an escaped backslash for an escaped one. */
function escaped(found: string): string {
  return '\\u' + found.charCodeAt(0).toString(16).padStart(4, '0');
}

/**
 * THE literal writer of the JavaScript target. Strings become double-quoted ASCII literals, so that no value can end
 * its literal, its line or (in a bundle written into HTML) its script.
 */
export function literal(value: Primitive): Code {
  if (typeof value === 'bigint') return make(value.toString() + 'n');
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError('only finite numbers are literals');
    return make(Object.is(value, -0) ? '-0' : String(value));
  }
  if (typeof value === 'string') {
    return make(JSON.stringify(value).replace(/\\\\|[^\x20-\x7e]|[<>]/g, escaped));
  }
  return make(String(value));
}

type Hole = Code | readonly Code[] | null;

/** The template tag that builds program text: holes are code, lists of code (one a line) or null (nothing). */
export function code(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  let text = parts[0] ?? '';
  holes.forEach((hole, i) => {
    if (hole instanceof Code) text += hole.text;
    else if (Array.isArray(hole)) text += lines(hole as readonly Code[]).text;
    else if (hole !== null) throw new TypeError('only code goes into code');
    text += parts[i + 1] ?? '';
  });
  return make(text);
}

/** Pieces of code joined by a fixed separator. */
export function joined(
  pieces: readonly Code[],
  separator: ', ' | ' && ' | ' || ' | ' + ' | '\n' | '\n\n' | '',
): Code {
  return make(pieces.map((piece) => piece.text).join(separator));
}

/** Statements, one a line. */
export function lines(pieces: readonly Code[]): Code {
  return joined(pieces, '\n');
}

export const nothing: Code = make('');

/**
 * A comment. Text of a ruleset may appear here (a file name, a rule's name): everything but plain printable ASCII is
 * replaced and the two comment enders are broken, so that it stays a comment.
 */
export function comment(text: string): Code {
  return make('// ' + text.replace(/[^\x20-\x7e]/g, '?'));
}
