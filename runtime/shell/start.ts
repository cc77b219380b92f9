/** Adds a command with what it starts. */
import { applyBuiltin } from './builtins.ts';
import type { Redirection, Word } from './command.ts';
import { checkInput } from './own-input.ts';
import { addCommand, conditionally, nested, unreadable, type Reading } from './reading.ts';
import { startFind, startXargs } from './start-many.ts';
import { startShell } from './start-shell.ts';
import { optionsOf, startCommand, startLine, startText, startUnknown, startWords } from './start-words.ts';
import { nameOf, type Started } from './started.ts';
import { wrapperOf } from './wrappers.ts';
import { readOptions, type Kind, type Wrapper } from './wrapper.ts';

type Starter = (started: Started, wrapper: Wrapper) => void;

/** Reads what a program starts, by the kind of its row. */
const STARTERS: Readonly<Record<Kind, Starter>> = {
  words: startWords,
  line(started, wrapper) {
    const options = optionsOf(started, wrapper);
    if (options === null) return;
    const rest = options.rest.slice(wrapper.skipped ?? 0);
    if (options.rest.slice(0, wrapper.skipped ?? 0).some(({ splits }) => splits))
      return startUnknown(started, wrapper.name);
    if (options.given.has('x') || options.given.has('exec')) return startCommand(started, wrapper, rest);
    startLine(started, wrapper, rest);
  },
  text(started, wrapper) {
    const options = readOptions(started.words.slice(1), wrapper);
    // The option may also be behind the file.
    const given = options?.given.get('c') ?? options?.given.get('command');
    const [skipped, option, text] = options?.rest ?? [];
    const line = given ?? (skipped && ['-c', '--command'].includes(option?.value ?? '') ? text : null);
    if (options === null || skipped?.splits) startUnknown(started, wrapper.name);
    else if (line && line.value !== null && !line.disputed)
      startText(started, wrapper.name, line.value, line);
    else if (line) startUnknown(started, wrapper.name);
    else startWords(started, wrapper);
  },
  unknown(started, wrapper) {
    if (started.words.length > 1 || started.isOpen || wrapper.opensShell) startUnknown(started, wrapper.name);
  },
  shell: startShell,
  eval(started, wrapper) {
    const words = started.words.slice(started.words[1]?.value === '--' ? 2 : 1);
    if (words.length > 0) startLine(started, wrapper, words);
  },
  trap(started, wrapper) {
    const words = started.words.slice(1);
    const action = words[words[0]?.value === '--' ? 1 : 0];
    if (action === undefined || action.value === '-l' || action.value === '-p') return;
    started.reading.found.isRepeated = true;
    if (action.value === null || action.disputed) return startUnknown(started, wrapper.name);
    const { value } = action;
    if (value !== '' && value !== '-')
      conditionally(started.reading.found, () => startText(started, wrapper.name, value, action));
  },
  find: startFind,
  xargs: startXargs,
  lookup(started, wrapper) {
    // `-v` and `-V` only look a name up.
    if (/^-[pvV]*[vV][pvV]*$/.test(started.words[1]?.value ?? '')) return;
    startWords(started, wrapper);
  },
};

/** The parts of the command that the shell itself starts. */
export interface Outermost {
  readonly start: number;
  readonly end: number;
  readonly files: readonly Redirection[];
  readonly dynamic: boolean;
}

const NOTHING: Outermost = { start: 0, end: 0, files: [], dynamic: false };

/** Adds a command, and the commands that it starts. */
export function start(started: Started, outermost: Outermost | null = null): void {
  const { reading, words, isOpen } = started;
  const [first, ...rest] = words;
  const program = first === undefined ? '' : first.value === null ? null : nameOf(first.value);
  add(started, program, outermost ?? { ...NOTHING, start: first?.start ?? 0, end: words.at(-1)?.end ?? 0 });
  // An unknown program may end the shell.
  if (program === null) reading.found.isHalted = true;
  if (first === undefined || program === null) return;
  // The shell reads the rest from another file.
  if (program === 'exec' && rest.length === 0 && reading.script !== null) unreadable();
  checkInput(
    reading,
    program,
    started.input !== null || outermost?.files.some(({ isRead }) => isRead) === true,
  );
  applyBuiltin(reading, program, rest, isOpen);
  const wrapper = wrapperOf(program);
  if (wrapper !== null) nested(reading.found, () => STARTERS[wrapper.kind]({ ...started, start }, wrapper));
}

function add(
  { reading, words, isOpen, env, via }: Started,
  program: string | null,
  outermost: Outermost,
): void {
  const { found, place, text } = reading;
  const [first, ...rest] = words;
  const { files } = outermost;
  addCommand(found, {
    program,
    path: first?.value?.includes('/') ? first.value : '',
    args: rest.flatMap(({ value }) => value ?? []),
    dynamic: isOpen || outermost.dynamic || [...words, ...files].some(isUnknown),
    writes: files.filter(({ isWritten }) => isWritten).map(({ target }) => target),
    reads: files.filter(({ isRead }) => isRead).map(({ target }) => target),
    env,
    via,
    text: text.slice(outermost.start, outermost.end),
    start: place?.start ?? outermost.start,
    end: place?.end ?? outermost.end,
    conditional: found.conditions > 0 || found.isHalted,
  });
}

const isUnknown = (part: Word | Redirection): boolean =>
  'value' in part ? part.value === null : part.dynamic;

/** Starts a command of the shell. */
export function startFromShell(
  reading: Reading,
  started: Pick<Started, 'words' | 'env' | 'input'>,
  outermost: Outermost,
): void {
  start({ ...started, reading, isOpen: false, via: reading.via, start }, outermost);
}
