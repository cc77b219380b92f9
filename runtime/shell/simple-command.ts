/** Simple commands: assignments, words and redirections in any order. */
import { assignmentOf, readListValue } from './assignment.ts';
import { charAt, skipBlanks } from './blanks.ts';
import { SPECIAL } from './builtins.ts';
import type { Word } from './command.ts';
import { newRedirected, readRedirection } from './redirection.ts';
import {
  conditionally,
  markConditional,
  noteVariable,
  setVariable,
  unreadable,
  type HereDocument,
  type Reading,
} from './reading.ts';
import { startFromShell } from './start.ts';
import { nameOf } from './started.ts';
import { readWord } from './word.ts';

/** Words that begin or end a construct where a command may begin. */
export const RESERVED: ReadonlySet<string> = new Set(
  '! { } case do done elif else esac fi for function if in select then time until while [[ ]] coproc'.split(
    ' ',
  ),
);
/** Built-ins whose arguments may be lists in bash. */
const DECLARATIONS = new Set(['declare', 'typeset', 'local', 'export', 'readonly']);
/** `{name}>file` opens a new descriptor in bash, and is an argument elsewhere. */
const DESCRIPTOR_NAME = /^\{[A-Za-z_][A-Za-z0-9_]*\}$/;

/** The parts of a simple command. */
interface Parts {
  readonly assignments: NonNullable<ReturnType<typeof assignmentOf>>[];
  readonly words: Word[];
  readonly redirected: ReturnType<typeof newRedirected>;
  /** Indices of the commands that values of assignments start. */
  readonly assigned: number[];
  isDynamic: boolean;
  /** The number of words before those that dash reads as another command. */
  behind: number | null;
  end: number;
}

/** Reads a simple command; false if none is next. */
export function readSimpleCommand(reading: Reading): boolean {
  const { found, at: begin } = reading;
  const parts: Parts = {
    assignments: [],
    words: [],
    redirected: newRedirected(),
    assigned: [],
    isDynamic: false,
    behind: null,
    end: begin,
  };
  while (readPart(reading, parts));
  if (charAt(reading) === '(') unreadable();
  if (parts.end === begin) return false;
  const { assignments, words, assigned, redirected } = parts;
  // Values are expanded behind the words and redirections: an error in those comes before what the values start.
  if (found.isHalted || redirected.count > 0) markConditional(found, assigned);
  const note = isSpecial(words) ? setVariable : noteVariable;
  for (const { name, isNumber } of assignments) note(found, name, isNumber);
  for (const document of redirected.documents) watchDocument(reading, document);
  if (words.length > 0 || redirected.files.length > 0) startParts(reading, begin, parts);
  return true;
}

/** Reads a redirection, an assignment or a word; false if none is next. */
function readPart(reading: Reading, parts: Parts): boolean {
  const { found } = reading;
  const { assignments, words, assigned, redirected } = parts;
  skipBlanks(reading);
  const from = found.commands.length;
  if (readRedirection(reading, redirected)) {
    parts.end = reading.at;
    return true;
  }
  const word = readWord(reading);
  if (word === null) return false;
  if (redirected.endsInDash) parts.behind ??= words.length;
  // Behind an assignment or a redirection, reserved words are names. But bash reads the commands of substitutions twice, and the
  // second time a redirection comes after the words.
  const redirections = found.substitutions > 0 ? 0 : redirected.count;
  checkWord(reading, word, words.length + assignments.length + redirections === 0);
  const assignment = words.length === 0 || isDeclaration(words) ? assignmentOf(reading, word) : null;
  if (assignment !== null && readListValue(reading, word)) parts.isDynamic ||= words.length > 0;
  parts.end = reading.at;
  if (assignment !== null && words.length === 0) {
    assignments.push(assignment);
    for (let index = from; index < found.commands.length; index++) assigned.push(index);
    parts.isDynamic ||= word.value === null;
  } else words.push(word);
  return true;
}

/** Starts the command that the parts are. */
function startParts(reading: Reading, start: number, parts: Parts): void {
  const { found } = reading;
  const { assignments, words, redirected, isDynamic: dynamic, behind, end } = parts;
  const { files, input, mayFail } = redirected;
  const env = words.length === 0 ? [] : assignments.map(({ name }) => name);
  const add = (): void => startFromShell(reading, { words, env, input }, { start, end, files, dynamic });
  if (mayFail) conditionally(found, add);
  else add();
  if (behind !== null && behind > 0) startInDash(reading, words.slice(behind));
  // A file that cannot be opened ends dash.
  if (words.length > 0 && isSpecial(words) && (mayFail || files.length > 0)) found.isHalted = true;
}

/** True if the command keeps the variables that are set before it, and may end the shell. */
function isSpecial([first]: readonly Word[]): boolean {
  const program = first?.value ?? null;
  return program === null || SPECIAL.has(nameOf(program));
}

/** Starts what dash reads behind `&>` and its file: a command of its own. */
function startInDash(reading: Reading, words: readonly Word[]): void {
  const [first, last] = [words[0], words.at(-1)];
  // An assignment there changes what follows.
  if (!first || !last || first.raw.includes('=')) unreadable();
  const place = { start: first.start, end: last.end, files: [], dynamic: false };
  conditionally(reading.found, () => startFromShell(reading, { words, env: [], input: null }, place));
}

/** Marks the command that is added next as dynamic, and as one that may fail, if its here-document has expansions. */
function watchDocument({ found }: Reading, document: HereDocument): void {
  const index = found.commands.length;
  document.take = (body) => {
    const command = found.commands[index];
    if (body === null && command) found.commands[index] = { ...command, dynamic: true, conditional: true };
  };
}

/** Quoted, the name is the built-in too, but takes no lists. */
const isDeclaration = (words: readonly Word[]): boolean => DECLARATIONS.has(words[0]?.raw ?? '');

/** Gives up on words that shells read in different ways. */
function checkWord(reading: Reading, word: Word, isFirst: boolean): void {
  if (isFirst && word.value !== null && word.raw === word.value && RESERVED.has(word.value)) unreadable();
  // Behind a continued line, the digits are the descriptor of a redirection.
  if (/^[0-9]+$/.test(word.raw) && '<>'.includes(charAt(reading) || ' ')) unreadable();
  if (DESCRIPTOR_NAME.test(word.raw) && '<>'.includes(charAt(reading) || ' ')) unreadable();
}
