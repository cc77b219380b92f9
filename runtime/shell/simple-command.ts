/** Simple commands: assignments, words and redirections in any order. */
import { assignmentOf, readListValue } from './assignment.ts';
import { charAt, skipBlanks } from './blanks.ts';
import { SPECIAL } from './builtins.ts';
import type { Word } from './command.ts';
import { newRedirected, readRedirection } from './redirection.ts';
import { noteVariable, setVariable, unreadable, type HereDocument, type Reading } from './reading.ts';
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

/** Reads a simple command; false if none is next. */
export function readSimpleCommand(reading: Reading): boolean {
  const { found } = reading;
  const begin = reading.at;
  let end = begin;
  const assignments: NonNullable<ReturnType<typeof assignmentOf>>[] = [];
  const words: Word[] = [];
  const redirected = newRedirected();
  let isDynamic = false;
  const assigned: number[] = [];
  for (;;) {
    skipBlanks(reading);
    const from = found.commands.length;
    if (readRedirection(reading, redirected)) {
      end = reading.at;
      continue;
    }
    const word = readWord(reading);
    if (word === null) break;
    if (redirected.endsInDash) unreadable();
    checkWord(reading, word, words.length === 0);
    end = reading.at;
    const assignment = words.length === 0 || isDeclaration(words) ? assignmentOf(reading, word) : null;
    if (assignment !== null && readListValue(reading, word)) {
      isDynamic ||= words.length > 0;
      end = reading.at;
    }
    if (assignment !== null && words.length === 0) {
      assignments.push(assignment);
      for (let index = from; index < found.commands.length; index++) assigned.push(index);
      isDynamic ||= word.value === null;
    } else words.push(word);
  }
  if (charAt(reading) === '(') unreadable();
  if (end === begin) return false;
  if (found.isHalted) markConditional(reading, assigned);
  const program = words[0]?.value ?? null;
  const note = program === null || SPECIAL.has(nameOf(program)) ? setVariable : noteVariable;
  for (const { name, isNumber } of assignments) note(found, name, isNumber);
  const { files, input, documents } = redirected;
  for (const document of documents) watchDocument(reading, document);
  if (words.length === 0 && files.length === 0) return true;
  const env = words.length === 0 ? [] : assignments.map(({ name }) => name);
  startFromShell(reading, { words, env, input }, { start: begin, end, files, dynamic: isDynamic });
  return true;
}

/** Values are expanded behind the words and redirections: an error in those comes before what the values start. */
function markConditional({ found }: Reading, indices: readonly number[]): void {
  for (const index of indices) {
    const command = found.commands[index];
    if (command) found.commands[index] = { ...command, conditional: true };
  }
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
