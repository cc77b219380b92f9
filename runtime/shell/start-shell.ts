/** The commands that shells start: `sh -c text`, commands on their input, scripts. */
import type { Word } from './command.ts';
import { addUnknown, conditionally } from './reading.ts';
import type { Started } from './started.ts';
import { startText, startUnknown } from './start-words.ts';
import type { Wrapper } from './wrapper.ts';

const LONG_FLAGS = new Set(['login', 'noprofile', 'norc', 'posix', 'noediting', 'verbose', 'restricted']);
/** Letters that change nothing of what is read. `i` reads aliases, `k` and `n` change what a command is. */
const FLAGS = /^[-+][abefhlmpruvxBCEPTcsoO]+$/;
/** Options of `-o` that change nothing of what is read. */
const NAMED =
  /^(?:allexport|braceexpand|errexit|errtrace|functrace|monitor|noclobber|noglob|nounset|notify|physical|pipefail|posix|verbose|xtrace)$/;

interface ShellOptions {
  readonly takesText: boolean;
  readonly readsInput: boolean;
  readonly mayEnd: boolean;
  readonly rest: readonly Word[];
}

function readShellOptions(words: readonly Word[]): ShellOptions | null {
  let [takesText, readsInput, mayEnd, at] = [false, false, false, 0];
  for (; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.value === null) break;
    const { value } = word;
    if (value === '--' || value === '-') {
      at++;
      break;
    }
    if (value.startsWith('--')) {
      if (!LONG_FLAGS.has(value.slice(2))) return null;
      continue;
    }
    if (!/^[-+]./.test(value)) break;
    if (!FLAGS.test(value)) return null;
    takesText ||= value.startsWith('-') && value.includes('c');
    readsInput ||= value.includes('s');
    mayEnd ||= /[euoO]/.test(value);
    const named = value.replace(/[^oO]/g, '').length;
    for (let count = 0; count < named; count++) {
      at++;
      if (!NAMED.test(words[at]?.value ?? '')) return null;
    }
  }
  return { takesText, readsInput, mayEnd, rest: words.slice(at) };
}

/** Reads what a shell is given as commands. */
export function startShell(started: Started, wrapper: Wrapper): void {
  const options = readShellOptions(started.words.slice(1));
  if (options === null) return startUnknown(started, wrapper.name);
  // With `-e` or `-u` any command may end the shell.
  if (options.mayEnd) conditionally(started.reading.found, () => startGiven(started, wrapper, options));
  else startGiven(started, wrapper, options);
}

function startGiven(started: Started, wrapper: Wrapper, options: ShellOptions): void {
  const [first] = options.rest;
  if (options.takesText) {
    if (first === undefined || first.value === null || first.disputed) startUnknown(started, wrapper.name);
    else startText(started, wrapper.name, first.value, first);
  } else if (!started.isOpen && (first === undefined || (options.readsInput && first.value !== null)))
    startInput(started, wrapper.name);
  else startUnknown(started, wrapper.name);
}

/** Reads the input of a shell, where that is a here-document or here-string. */
function startInput(started: Started, name: string): void {
  const { input, reading, words, via } = started;
  const [start, end] = [words[0]?.start ?? 0, words.at(-1)?.end ?? 0];
  if (typeof input === 'string') return startText(started, name, `${input}\n`, { start, end }, true);
  if (input === null) return addUnknown(reading, start, end, [...via, name]);
  const { conditions } = reading.found;
  const before = input.take;
  input.take = (body) => {
    before?.(body);
    const { found } = reading;
    const now = found.conditions;
    found.conditions = conditions;
    if (body === null) addUnknown(reading, start, end, [...via, name]);
    else startText(started, name, body, { start, end }, true);
    found.conditions = now;
  };
}
