import { SearchAutomaton } from './regex-automaton.ts';

/**
 * A compiled regular expression: plain data, written by the compiler (compiler/language/regex) into a generated module. A
 * search returns if the pattern matches anywhere in a text.
 */
export type RegexProgram = LiteralsProgram | AutomatonProgram;

/** A pattern that matches a few fixed texts. */
export interface LiteralsProgram {
  readonly kind: 'literals';
  readonly literals: readonly string[];
}

/** Where one pattern of an automaton begins. */
export interface PatternEntry {
  /** Address of its first instruction. */
  readonly start: number;
  /** True when a match can only begin at the start of the text. */
  readonly anchored: boolean;
}

/** A nondeterministic automaton over classes of characters, which searches for one pattern or for several at once. */
export interface AutomatonProgram {
  readonly kind: 'automaton';
  /** INVARIANT: at most 30, so that a small integer of V8 has a bit for each, whatever its width. */
  readonly patterns: readonly PatternEntry[];
  /**
   * Three numbers for each instruction, addressed by its index: `0, p, 0` match of pattern p; `1, s, n` take a character
   * of set s and go on at n; `2, m, n` go on at m and at n; `3, a, n` go on at n if assertion a holds here. Assertions:
   * 0 start of text, 1 end of text, 2 start of line, 3 end of line, 4 word boundary, 5 no word boundary.
   *
   * INVARIANT: the instructions of a pattern are adjacent, its match first.
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

/** Regular expressions that one pass over a text searches for. */
export type RegexSet = SearchAutomaton;

export function createRegexSet(program: AutomatonProgram): RegexSet {
  return new SearchAutomaton(program);
}

/**
 * Which patterns of the set match anywhere in `text`, as bits: that of the first pattern is 1, of the second 2, and so on.
 * Takes time linear in the length of the text.
 */
export function regexSetMatches(set: RegexSet, text: string): number {
  return set.search(text);
}

/**
 * True if the pattern matches anywhere in `text`, in time linear in its length. Characters are code points; a lone
 * surrogate is one of its own.
 */
export function regexTest(regex: Regex, text: string): boolean {
  if (regex.automaton !== null) return regex.automaton.search(text) !== 0;
  for (const literal of regex.literals) {
    if (text.includes(literal)) return true;
  }
  return false;
}
