/** Lists and pipelines. */
import { charAt, checkOperatorEnd, isNext, matchNext, skipBlanks, take } from './blanks.ts';
import { readCompound, reservedNext, skipLines, takeLine } from './compound-command.ts';
import { conditionally, unreadable, type Reading } from './reading.ts';
import { readSimpleCommand } from './simple-command.ts';
import { start } from './start.ts';

const TIME = /time(?=[ \t\n;&|()]|[<>](?!\()|$)/y;
const TIME_OPTION = /-p(?=[ \t])/y;

/** Reads commands up to what cannot begin one: the end, a closing word or sign. Returns their number. */
export function readCommands(reading: Reading): number {
  let count = 0;
  for (;;) {
    skipLines(reading);
    if (!readAndOr(reading)) return count;
    count++;
    skipBlanks(reading);
    if (isNext(reading, ';;') || isNext(reading, ';&')) return count;
    const isEnded = take(reading, ';') || take(reading, '&');
    if (isEnded) checkOperatorEnd(reading);
    else if (!takeLine(reading)) return count;
  }
}

function readAndOr(reading: Reading): boolean {
  if (!readPipeline(reading)) return false;
  for (;;) {
    skipBlanks(reading);
    if (!take(reading, '&&') && !take(reading, '||')) return true;
    skipLines(reading);
    conditionally(reading.found, () => {
      if (!readPipeline(reading)) unreadable();
    });
  }
}

function readPipeline(reading: Reading): boolean {
  const { via } = reading;
  const isTimed = readTime(reading);
  if (isTimed) reading.via = [...via, 'time'];
  const { isPiped, found } = reading;
  const waiting = reading.waiting.length;
  const isRead = readCommandsOfPipeline(reading, isTimed);
  // Bash reads the commands of substitutions twice. The second time, the rest of the line after a here-document of a pipeline is on a
  // line of its own.
  const isDivided = reading.isPiped && reading.waiting.length > waiting && charAt(reading) !== '\n';
  if (found.substitutions > 0 && isDivided) unreadable();
  reading.isPiped = isPiped;
  reading.via = via;
  return isRead;
}

function readCommandsOfPipeline(reading: Reading, isTimed: boolean): boolean {
  const isNegated = matchNext(reading, NEGATION) !== null;
  if (isNegated) {
    reading.at++;
    skipBlanks(reading);
    if (matchNext(reading, NEGATION) !== null || matchNext(reading, TIME) !== null) unreadable();
  }
  if (!readCommand(reading)) {
    if (isTimed || isNegated) unreadable();
    return false;
  }
  for (;;) {
    skipBlanks(reading);
    if (isNext(reading, '||') || !take(reading, '|')) {
      if (!isNext(reading, '&&') && !isNext(reading, '||')) checkSingle(reading);
      return true;
    }
    reading.isPiped = true;
    if (take(reading, '&')) reading.found.isBash = true;
    else checkOperatorEnd(reading);
    skipLines(reading);
    if (matchNext(reading, NEGATION) !== null || matchNext(reading, TIME) !== null) unreadable();
    if (!readCommand(reading)) unreadable();
  }
}
const NEGATION = /!(?=[ \t\n;&|()]|[<>](?!\()|$)/y;

/** A line continuation that would divide `&&`. */
function checkSingle(reading: Reading): void {
  if (charAt(reading) === '&' && /^&(?:\\\n)+[&>]/.test(reading.text.slice(reading.at, reading.at + 64)))
    unreadable();
}

/** Reads `time`, which is a word of bash and a program elsewhere. */
function readTime(reading: Reading): boolean {
  if (matchNext(reading, TIME) === null) return false;
  const { found, via } = reading;
  const from = reading.at;
  reading.at += 'time'.length;
  skipBlanks(reading);
  const option = matchNext(reading, TIME_OPTION)?.[0] ?? '';
  reading.at += option.length;
  skipBlanks(reading);
  if (isNext(reading, '-') || matchNext(reading, TIME) !== null || isNext(reading, '!')) unreadable();
  found.isBash = true;
  const word = (raw: string, at: number) => ({
    value: raw,
    raw,
    start: at,
    end: at + raw.length,
    splits: false,
    disputed: false,
  });
  const words = [word('time', from), ...(option === '' ? [] : [word(option, reading.at)])];
  const shared = { env: [], input: null, isOpen: false, start };
  conditionally(found, () =>
    start({ ...shared, reading, via, words }, { start: from, end: from + 4, files: [], dynamic: false }),
  );
  return true;
}

const readCommand = (reading: Reading): boolean =>
  readCompound(reading) || (reservedNext(reading) === null && readSimpleCommand(reading));
