import { SearchAutomaton } from './regex-automaton.ts';

/**
 * A compiled regular expression: plain data, written by the compiler (compiler/language/regex) into a generated module. A
 * search answers whether the pattern matches anywhere in a text.
 */
export type RegexProgram = LiteralsProgram | AutomatonProgram;

/** A pattern that stands for a few fixed texts. */
export interface LiteralsProgram {
  readonly kind: 'literals';
  readonly literals: readonly string[];
}

/** A nondeterministic automaton over classes of characters. */
export interface AutomatonProgram {
  readonly kind: 'automaton';
  /** Address of the first instruction. */
  readonly start: number;
  /** True when a match can only begin at the start of the text. */
  readonly anchored: boolean;
  /**
   * Three numbers for each instruction, addressed by its index: `0, 0, 0` match; `1, s, n` take a character of set s
   * and go on at n; `2, m, n` go on at m and at n; `3, a, n` go on at n if assertion a holds here. Assertions: 0 start
   * of text, 1 end of text, 2 start of line, 3 end of line, 4 word boundary, 5 no word boundary.
   */
  readonly instructions: readonly number[];
  /** The classes of each set as flat pairs `first, last`. */
  readonly sets: readonly (readonly number[])[];
  /** Ascending code points at which an interval of characters begins; the first is 0. */
  readonly starts: readonly number[];
  /** The class of each interval. */
  readonly classes: readonly number[];
}

/** A regular expression ready to search; an automaton keeps a bounded cache of its own. */
export type Regex =
  | { readonly literals: readonly string[]; readonly automaton: null }
  | { readonly literals: null; readonly automaton: SearchAutomaton };

export function createRegex(program: RegexProgram): Regex {
  if (program.kind === 'literals') return { literals: program.literals, automaton: null };
  return { literals: null, automaton: new SearchAutomaton(program) };
}

/**
 * Whether the pattern matches anywhere in `text`, in time linear in its length. Characters are code points; a lone
 * surrogate is one of its own.
 */
export function regexTest(regex: Regex, text: string): boolean {
  if (regex.automaton !== null) return regex.automaton.matches(text);
  for (const literal of regex.literals) {
    if (text.includes(literal)) return true;
  }
  return false;
}
