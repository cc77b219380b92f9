/**
 * Where the compiler changes from one way of doing something to another because the other becomes cheaper. None of them
 * changes a meaning; what the language allows is bounded where it is read and checked.
 */

/** Nodes and entries in one function of the module: V8 does not optimise a function that is too long. */
export const FUNCTION_NODES = 60;

/** A switch compares one constant after the other; from this many on a table is faster. */
export const SWITCH_CASES = 24;

/** Decision tables with this many rows or fewer are as fast row by row as by looking the row up. */
export const ROWS_TRIED = 20;

/** Visiting this many rows of one value is as fast as making a key of several values. */
export const ROWS_OF_A_VALUE = 8;

/** Rows of a decision table in one run that share a group; fewer are as cheap one by one. */
export const ROWS_IN_GROUP = 3;

/**
 * Maximum properties of one object. Beyond about two hundred, V8 stores properties in a dictionary, and every access
 * becomes a look-up. A ruleset with more memories splits them into parts.
 */
export const PROPERTIES = 150;

/** More allowed values than this are looked up in a set, fewer compared one by one. */
export const COMPARED_VALUES = 8;

/** Versions of a function for types of arguments; further calls use the one for any values. */
export const FUNCTION_VERSIONS = 4;

/** Beyond this many texts one pass of a regex's automaton is faster than a search for each. */
export const SEARCHED_TEXTS = 4;

/** Patterns searched for in one pass: each has a bit of a small integer (runtime/regex/regex.ts). */
export const REGEX_SET_PATTERNS = 30;

/** Numbers in the program that searches for them: the larger, the more states, and each is computed once. */
export const REGEX_SET_SIZE = 10_000;

/** The same of all such programs of a module: a pattern is written again for each slot in which it is searched for. */
export const REGEX_SETS_SIZE = 200_000;

/** Length of such a text, which bounds the work of a substring search at each position. */
export const SEARCHED_LENGTH = 64;

/** Rows of a relation in one `deffacts`: CLIPS reads a construct in time that grows with the square of its lines. */
export const ROWS_IN_CONSTRUCT = 100;
