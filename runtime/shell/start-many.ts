/** The commands that `find` and `xargs` start, for each of many files and lines. */
import type { Word } from './command.ts';
import { conditionally } from './reading.ts';
import { hidden, type Started } from './started.ts';
import { optionsOf, startUnknown } from './start-words.ts';
import type { Wrapper } from './wrapper.ts';

const EXECUTES = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Hides words that are replaced before running. */
const hideReplaced = (words: readonly Word[], replaced: string): readonly Word[] =>
  words.map((word) => (word.value === null || word.value.includes(replaced) ? hidden(word) : word));

/** Starts the commands of `-exec` and its like. */
export function startFind(started: Started, wrapper: Wrapper): void {
  const words = started.words.slice(1);
  let at = 0;
  const others: Word[] = [];
  while (at < words.length) {
    const word = words[at++];
    if (word === undefined) break;
    if (word.value === null || !EXECUTES.has(word.value)) {
      others.push(word);
      continue;
    }
    const end = endOf(words, at);
    const command = end === null ? [] : words.slice(at, end);
    if (end === null || command.length === 0 || command.some(({ splits }) => splits))
      return startUnknown(started, wrapper.name);
    at = end + 1;
    conditionally(started.reading.found, () =>
      started.start({
        ...started,
        words: hideReplaced(command, '{}'),
        isOpen: false,
        input: null,
        via: [...started.via, wrapper.name],
      }),
    );
  }
  if (started.isOpen || mayExecute(others)) startUnknown(started, wrapper.name);
}

function endOf(words: readonly Word[], from: number): number | null {
  for (let at = from; at < words.length; at++) {
    const value = words[at]?.value;
    if (value === ';' || (value === '+' && words[at - 1]?.value === '{}')) return at;
    // An unknown word may be the end.
    if (value === null) continue;
  }
  return null;
}

/** True if unknown words may be a `-exec` with its end: at least two of them, or one and an end. */
function mayExecute(others: readonly Word[]): boolean {
  const unknown = others.filter(({ value }) => value === null);
  const isEnded = others.some(({ value }) => value === ';' || value === '+');
  // A pattern or path that begins with a known character is not an option.
  const free = unknown.filter(({ raw }) => /^["']?[$`{<>]/.test(raw));
  return free.some(({ splits }) => splits) || free.length > 1 || (free.length === 1 && isEnded);
}

/** Starts the command of `xargs`, which gets further arguments. */
export function startXargs(started: Started, wrapper: Wrapper): void {
  const options = optionsOf(started, wrapper);
  if (options === null) return;
  const { given, rest } = options;
  const replaced = given.has('I')
    ? given.get('I')?.value
    : given.has('i')
      ? given.get('i')?.value || '{}'
      : undefined;
  if (replaced === null) return startUnknown(started, wrapper.name);
  const isReplaced = replaced !== undefined;
  if (rest.length === 0 && started.isOpen) return startUnknown(started, wrapper.name);
  const first = started.words[0];
  if (first === undefined) return;
  const words =
    rest.length > 0 ? rest : [{ ...first, value: 'echo', raw: 'echo', splits: false, disputed: false }];
  conditionally(started.reading.found, () =>
    started.start({
      ...started,
      words: isReplaced ? hideReplaced(words, replaced) : words,
      isOpen: !isReplaced || started.isOpen,
      input: null,
      via: [...started.via, wrapper.name],
    }),
  );
}
