/** The commands that programs start by the words behind their options. */
import type { Word } from './command.ts';
import { readText } from './expansion.ts';
import { addUnknown, attempt, conditionally, countReadAgain, noteVariable, type Reading } from './reading.ts';
import type { Started } from './started.ts';
import { readOptions, takesValues, type Options, type Wrapper } from './wrapper.ts';

const ASSIGNMENT = /^([^=]+)=/;

/** Adds a command of which nothing is known, started by the command. */
export function startUnknown({ reading, words, via }: Started, name: string): void {
  const [first, last] = [words[0], words.at(-1)];
  if (first && last) addUnknown(reading, first.start, last.end, [...via, name]);
}

/** Reads the options of a program, or adds an unknown command. */
export function optionsOf(started: Started, wrapper: Wrapper): Options | null {
  const options = readOptions(started.words.slice(1), wrapper);
  if (options === null) startUnknown(started, wrapper.name);
  return options;
}

/** Starts words as a command, behind `skipped` others and assignments. */
export function startWords(started: Started, wrapper: Wrapper): void {
  const options = optionsOf(started, wrapper);
  if (options === null) return;
  const takes = takesValues(options, wrapper);
  if (takes === false) return startUnknown(started, wrapper.name);
  const isSure = takes && !options.rest.slice(0, wrapper.skipped ?? 0).some(({ value }) => value === null);
  if (isSure) startBehind(started, wrapper, options);
  else conditionally(started.reading.found, () => startBehind(started, wrapper, options));
}

function startBehind(started: Started, wrapper: Wrapper, options: Options): void {
  const env = [...started.env];
  let rest = options.rest;
  for (let skipped = 0; skipped < (wrapper.skipped ?? 0); skipped++) {
    if (!isOperand(rest[0], wrapper)) return startUnknown(started, wrapper.name);
    rest = rest.slice(1);
  }
  for (;;) {
    const word = rest[0];
    const name = wrapper.assigns ? (ASSIGNMENT.exec(word?.value ?? '')?.[1] ?? knownName(word)) : null;
    // A variable without a name: some programs refuse it.
    if (name === null && wrapper.assigns && word?.value?.startsWith('='))
      return startUnknown(started, wrapper.name);
    if (name === null) break;
    noteVariable(started.reading.found, name, false);
    env.push(name);
    rest = rest.slice(1);
  }
  startCommand({ ...started, env }, wrapper, rest);
}

/** True if the program may take the word as its operand. One that is not known before running may be right. */
function isOperand(word: Word | undefined, { operand }: Wrapper): boolean {
  if (word === undefined) return true;
  return !word.splits && (word.value === null || operand === undefined || operand.test(word.value));
}

/** The variable that a word sets to a value that is not known; the word must stay one. */
const knownName = (word: Word | undefined): string | null =>
  word === undefined || word.value !== null || word.splits ? null : (ASSIGNMENT.exec(word.raw)?.[1] ?? null);

/** Starts a command that another program is given. */
export function startCommand(started: Started, wrapper: Wrapper, words: readonly Word[]): void {
  const { isOpen, input } = started;
  if (words.length > 0) started.start({ ...started, words, via: [...started.via, wrapper.name] });
  else if (isOpen || (wrapper.opensShell && (input !== null || wrapper.name !== 'ssh')))
    startUnknown(started, wrapper.name);
  else if (wrapper.opensShell) startUnknown(started, wrapper.name);
}

/** Reads a text as a command line. */
export function startText(
  started: Started,
  name: string,
  text: string,
  place: { start: number; end: number },
  isInput = false,
): void {
  const { reading } = started;
  const { found } = reading;
  countReadAgain(found, text);
  const again = {
    text,
    at: 0,
    found,
    via: [...started.via, name],
    place: reading.place ?? place,
    script: reading.script as Reading['script'],
    isPiped: reading.isPiped || started.input !== null,
    waiting: [],
  };
  if (isInput) Object.assign(again, { script: again, isPiped: false });
  if (name === 'eval' || name === 'trap') return readText(again);
  // A shell of its own: what it does changes nothing in this one.
  const isHalted = found.isHalted;
  if (!attempt(found, () => readText(again)))
    addUnknown(reading, place.start, place.end, [...started.via, name]);
  found.isHalted = isHalted;
}

/** Reads words that are joined by blanks as a command line. */
export function startLine(started: Started, wrapper: Wrapper, words: readonly Word[]): void {
  const values = words.map(({ value, disputed }) => (disputed ? null : value));
  const [first, last] = [words[0], words.at(-1)];
  if (!first || !last) return startCommand(started, wrapper, []);
  if (started.isOpen || values.includes(null)) return startUnknown(started, wrapper.name);
  startText(started, wrapper.name, values.join(' '), { start: first.start, end: last.end });
}
