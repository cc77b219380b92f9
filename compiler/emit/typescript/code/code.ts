import { elementAt } from '../../../required.ts';
/**
 * Program text as a type. A string cannot become code by accident: the only ways to make `Code` are the `code` tag,
 * whose holes take only `Code` (or null, or a list of `Code`), the one literal writer, and checked identifiers.
 *
 * The text is written once for both readers: TypeScript-only parts are between two marks.
 */

/** Around what the `types` tag wrote. INVARIANT: no other writer lets these characters through. */
const TYPES_BEGIN = '\u0001';
const TYPES_END = '\u0002';
/* eslint-disable no-control-regex -- the marks are control characters, because literals and comments have none */
const MARKS = /[\u0001\u0002]/g;
const MARKED = /\u0001[^\u0002]*\u0002/g;
/* eslint-enable no-control-regex */

/** Only for the writers in this file. */
let make: (marked: string, isStatement?: boolean) => Code;
let marked: (code: Code) => string;

/** A piece of program that the compiler chose. INVARIANT: holds no text of a ruleset outside literals. */
export class Code {
  static readonly #key = Symbol('code');
  readonly #marked: string;
  /** True for one plain statement on one line: it can follow a condition without braces. */
  readonly isStatement: boolean;
  private constructor(key: symbol, text: string, isStatement: boolean) {
    // Private in the type system only would let a cast through; the key keeps it private at run time.
    if (key !== Code.#key)
      throw new TypeError('Code is made by the code tag, literal() and identifier() only');
    this.#marked = text;
    this.isStatement = isStatement;
  }
  static {
    make = (text, isStatement = false) => new Code(Code.#key, text, isStatement);
    marked = (code) => code.#marked;
  }
  /** As TypeScript. */
  get text(): string {
    return this.#marked.replace(MARKS, '');
  }
  /** As JavaScript: without what the `types` tag wrote. */
  get plain(): string {
    return this.#marked.replace(MARKED, '');
  }
  get isEmpty(): boolean {
    return this.#marked === '';
  }
  get isLine(): boolean {
    return !this.#marked.includes('\n');
  }
  toString(): never {
    throw new TypeError('Code is not text: use it in a code template');
  }
}

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

function holeText(hole: Hole): string {
  if (hole instanceof Code) return marked(hole);
  if (hole === null) return '';
  if (!Array.isArray(hole)) throw new TypeError('only code goes into code');
  return marked(lines(hole as readonly Code[]));
}

function filled(parts: TemplateStringsArray, holes: readonly Hole[]): string {
  let text = parts[0] ?? '';
  for (let i = 0; i < holes.length; i++) text += holeText(elementAt(holes, i)) + (parts[i + 1] ?? '');
  return text;
}

/** The template tag that builds program text: holes are code, lists of code (one per line) or null (nothing). */
export function code(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  return make(filled(parts, holes));
}

/** The tag for one plain statement: a call, an assignment or a jump, with its semicolon and without a line break. */
export function statement(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  return make(filled(parts, holes), true);
}

/** The tag for what TypeScript has and JavaScript has not: annotations, arguments of types, `as`, `!`. */
export function types(parts: TemplateStringsArray, ...holes: readonly Hole[]): Code {
  // Marks do not nest: those of the holes go.
  return make(TYPES_BEGIN + code(parts, ...holes).text + TYPES_END);
}

/** The annotation of a parameter, a variable or a result. */
export function typed(type: Code): Code {
  return types`: ${type}`;
}

/** Pieces of code joined by a fixed separator. */
export function joined(
  pieces: readonly Code[],
  separator: ', ' | ',\n' | ' | ' | ' && ' | ' || ' | ' + ' | ' ' | '\n' | '\n\n' | '',
): Code {
  return make(pieces.map(marked).join(separator));
}

/** Statements, one per line; one alone stays what it is. */
export function lines(pieces: readonly Code[]): Code {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : joined(pieces, '\n');
}

export const nothing: Code = make('');

/**
 * A comment. Text of a ruleset may appear here (a file name, a rule's name): everything but plain printable ASCII is
 * replaced and the two comment enders are broken, so that it stays a comment.
 */
export function comment(text: string): Code {
  return make('// ' + text.replace(/[^\x20-\x7e]/g, '?'));
}
