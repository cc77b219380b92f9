/** Redirections of commands. */
import { charAt, isNext, matchNext, skipBlanks } from './blanks.ts';
import type { Redirection, Word } from './command.ts';
import { unreadable, type HereDocument, type Reading } from './reading.ts';
import { readWord } from './word.ts';

/** An operator with its descriptor. More digits than one are an argument in dash. */
const OPERATOR = /([0-9]?)(<<<|<<-|<<|<&|<>|>&|>>|>\||&>>|&>|<|>)/y;
const MANY_DIGITS = /[0-9]{2,}[<>]/y;
const DESCRIPTOR = /^(?:[0-9]|-|[0-9]-)$/;
/** The descriptors that a program is started with, and the sign that closes one. */
const ALWAYS_OPEN = /^[012-]$/;
/** A continued line may make another operator of it. */
const DIVIDED = /(?:\\\n)+[<>&|-]/y;

/** The targets of the redirections of a command. */
interface Redirected {
  readonly files: Redirection[];
  /** The text that the command gets as its input: null if there is none, or it is not known. */
  input: HereDocument | string | null;
  /** True if dash ends the command here: it reads `&>` as `&` and `>`. */
  endsInDash: boolean;
  readonly documents: HereDocument[];
  /** The number of redirections. */
  count: number;
  /** True if one uses a descriptor that can be closed. The command then does not run. */
  mayFail: boolean;
  /** True if one closes a descriptor. */
  closes: boolean;
}

export const newRedirected = (): Redirected => ({
  files: [],
  input: null,
  endsInDash: false,
  documents: [],
  count: 0,
  mayFail: false,
  closes: false,
});

/** Reads a redirection; false if none is next. */
export function readRedirection(reading: Reading, redirected: Redirected): boolean {
  if (matchNext(reading, MANY_DIGITS) !== null) unreadable();
  const match = matchNext(reading, OPERATOR);
  if (match === null) return false;
  const [all, descriptor = '', operator = ''] = match;
  if ((operator === '<' || operator === '>') && charAt(reading, all.length) === '(' && descriptor === '')
    return false;
  if (operator.startsWith('&')) {
    if (descriptor !== '') return false;
    redirected.endsInDash = true;
    reading.found.isBash = true;
  }
  redirected.count++;
  reading.at += all.length;
  if (matchNext(reading, DIVIDED) !== null) unreadable();
  skipBlanks(reading);
  if (isNext(reading, '\\') && reading.at === reading.text.length - 1) unreadable();
  if (operator === '<<' || operator === '<<-')
    readHereDocument(reading, redirected, operator === '<<-', descriptor);
  else if (operator === '<<<') readHereString(reading, redirected, descriptor);
  else readFile(reading, redirected, operator, descriptor);
  return true;
}

/** Reads the word behind an operator. */
function readTarget(reading: Reading): Word {
  const word = readWord(reading) ?? unreadable();
  // The digits are the descriptor of the next redirection.
  if (/^[0-9]+$/.test(word.raw) && /[<>]/.test(charAt(reading))) unreadable();
  return word;
}

function readHereDocument(
  reading: Reading,
  redirected: Redirected,
  isIndented: boolean,
  descriptor: string,
): void {
  const { raw, value, disputed, splits } = readTarget(reading);
  if (value === null || disputed || splits || /[\n`$]/.test(raw)) unreadable();
  const document: HereDocument = {
    delimiter: value,
    isQuoted: /['"\\]/.test(raw),
    isIndented,
    isConditional: reading.found.conditions > 0,
    take: null,
  };
  reading.waiting.push(document);
  redirected.documents.push(document);
  if (descriptor === '' || descriptor === '0') redirected.input = document;
}

function readHereString(reading: Reading, redirected: Redirected, descriptor: string): void {
  const { value, disputed } = readTarget(reading);
  reading.found.isBash = true;
  if (descriptor === '' || descriptor === '0') redirected.input = disputed ? null : value;
  if (value === null) redirected.files.push({ target: '', isWritten: false, isRead: false, dynamic: true });
}

function readFile(reading: Reading, redirected: Redirected, operator: string, descriptor: string): void {
  const { value, raw, splits, disputed } = readTarget(reading);
  const isDuplicated = operator === '<&' || operator === '>&';
  if (isDuplicated && value === raw && DESCRIPTOR.test(value)) {
    redirected.mayFail ||= !ALWAYS_OPEN.test(value) || redirected.closes;
    redirected.closes ||= value.endsWith('-');
    if (operator === '<&' && descriptor === '') redirected.input = null;
    return;
  }
  // `>&2x`, which is a file in bash and an error elsewhere, and anything else that may be a descriptor.
  if (isDuplicated && (value === null || /^[0-9-]/.test(value))) unreadable();
  // Only the output of a command can be sent to a file in this way; anything else is an error.
  if (isDuplicated && (operator === '<&' || !['', '1'].includes(descriptor))) unreadable();
  const isWritten = operator !== '<' && operator !== '<&';
  const isRead = operator.startsWith('<');
  if (isDuplicated) reading.found.isBash = true;
  if (isRead && (descriptor === '' || descriptor === '0')) redirected.input = null;
  redirected.files.push({
    target: value ?? raw,
    isWritten,
    isRead,
    dynamic: value === null || splits || disputed,
  });
}
