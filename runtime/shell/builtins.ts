/** Built-ins that change how the shell reads, or evaluate what they are given. */
import type { Word } from './command.ts';
import { addUnknown, setVariable, unreadable, type Reading } from './reading.ts';

const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(?:\+?=|$)/;
const NUMBER = /^[A-Za-z_][A-Za-z0-9_]*\+?=[0-9]+$/;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/g;
/** Arguments of `export` and `unset` that no shell refuses. */
const EXPORTED = /^(?:-p|[A-Za-z_][A-Za-z0-9_]*(?:=[^]*)?)$/;
const UNSET = /^(?:-[fv]|[A-Za-z_][A-Za-z0-9_]*)$/;
/** Options of `set` that change what a command is: `-k`, `-H`, `-n`, `-t`, and their long names. */
const READS_OTHERWISE = /^(?:keyword|histexpand|noexec|onecmd|history)$/;

type Effect = (reading: Reading, words: readonly Word[]) => void;

const halt = ({ found }: Reading): void => {
  found.isHalted = true;
};

const isUnknownIn = (words: readonly Word[]): boolean => words.some(({ value }) => value === null);

/** Adds an unknown command if an argument is evaluated as more than a name. */
function checkEvaluated(reading: Reading, words: readonly Word[]): void {
  for (const { value, start, end } of words)
    if (value === null || (value.includes('[') && /[$`]/.test(value)))
      addUnknown(reading, start, end, reading.via);
}

/** Notes the variables that arguments set. */
function setNames(reading: Reading, words: readonly Word[]): void {
  for (const word of words) {
    const { value, raw, splits } = word;
    if (value?.startsWith('-') || value?.startsWith('+')) continue;
    const assigned = ASSIGNMENT.exec(value ?? (splits ? '' : raw));
    const name = assigned?.[1];
    if (name !== undefined) setVariable(reading.found, name, NUMBER.test(value ?? ''));
    if (name === undefined || value !== null) checkEvaluated(reading, [word]);
  }
}

const declare: Effect = (reading, words) => {
  const flags = words.filter(({ value }) => /^[-+]/.test(value ?? ''));
  // Integers and references are evaluated whenever they are set or read.
  if (flags.some(({ value }) => /[in]/.test(value ?? '')))
    addUnknown(reading, words[0]?.start ?? 0, words.at(-1)?.end ?? 0, reading.via);
  if (flags.some(({ value }) => value?.includes('r'))) halt(reading);
  // A value of one word: the arguments of a declaration are not split in bash, but in other shells.
  if (words.some(({ value, splits, raw }) => value === null && splits && !ASSIGNMENT.test(raw)))
    addUnknown(reading, words[0]?.start ?? 0, words.at(-1)?.end ?? 0, reading.via);
  for (const { raw } of words) {
    const name = /^([A-Za-z_][A-Za-z0-9_]*)\+?=/.exec(raw)?.[1];
    if (name !== undefined) setVariable(reading.found, name, NUMBER.test(raw));
  }
  setNames(
    reading,
    words.filter(({ raw }) => !/^[A-Za-z_][A-Za-z0-9_]*\+?=/.test(raw)),
  );
};

/** A later assignment to a variable that is read-only ends the shell, as a name that is not valid does. */
const declareAndHalt: Effect = (reading, words) => {
  declare(reading, words);
  halt(reading);
};

/** Declares variables. A name that is not valid, or a value that shells split, ends dash. */
const exportNames: Effect = (reading, words) => {
  declare(reading, words);
  if (!words.every(({ value }) => EXPORTED.test(value ?? '?'))) halt(reading);
};

const unsetNames: Effect = (reading, words) => {
  setNames(reading, words);
  if (!words.every(({ value }) => UNSET.test(value ?? '?'))) halt(reading);
};

/** Tests evaluate an index behind `-v`; a word that splits may bring the operator. */
const test: Effect = (reading, words) => {
  for (const { splits, raw, start, end } of words) {
    if (!splits || /^\$[?#]$/.test(raw)) continue;
    const name = /^\$\{?([A-Za-z_][A-Za-z0-9_]*)\}?$/.exec(raw)?.[1];
    if (name === undefined) addUnknown(reading, start, end, reading.via);
    else reading.found.arithmetic.add(name);
  }
  words.forEach(({ value }, i) => {
    if (value === '-v' || value === '-R') checkEvaluated(reading, words.slice(i + 1, i + 2));
  });
};

const refuse: Effect = (_, words) => {
  if (words.some(({ value }) => value !== '-p')) unreadable();
};

const readNames: Effect = (reading, words) => {
  const isValue = (i: number): boolean => /^-[a-zA-Z]*[dinNptuCcOs]$/.test(words[i - 1]?.value ?? '');
  if (words.some(({ value }) => value?.startsWith('-C') || value?.startsWith('-c'))) unreadable();
  setNames(
    reading,
    words.filter(({ splits }, i) => splits || !isValue(i)),
  );
};

function set(reading: Reading, words: readonly Word[]): void {
  for (const [i, { value }] of words.entries()) {
    if (value === null) unreadable();
    if (READS_OTHERWISE.test(value) && /^[-+].*o/.test(words[i - 1]?.value ?? '')) unreadable();
    if (value === '--' || value === '-' || !/^[-+]/.test(value)) {
      if (!/^[-+].*o/.test(words[i - 1]?.value ?? '')) break;
    } else if (/[kHnt]/.test(value)) unreadable();
  }
  halt(reading);
}

const EFFECTS: Readonly<Record<string, Effect>> = {
  alias: refuse,
  enable: refuse,
  bind: refuse,
  complete: refuse,
  compgen: refuse,
  fc: refuse,
  history: refuse,
  coproc: refuse,
  hash(reading, words) {
    if (isUnknownIn(words) || words.some(({ value }) => value?.startsWith('-') && value !== '-r'))
      unreadable();
  },
  shopt(reading, words) {
    if (
      isUnknownIn(words) ||
      words.some(({ value }) => READS_OTHERWISE.test(value ?? '') || value === 'extglob')
    )
      unreadable();
  },
  set,
  declare,
  typeset: declare,
  // Outside of a function it ends dash.
  local: declareAndHalt,
  export: exportNames,
  readonly: declareAndHalt,
  unset: unsetNames,
  read: readNames,
  mapfile: readNames,
  readarray: readNames,
  getopts: (reading, words) => setNames(reading, words.slice(1)),
  wait: (reading, words) => {
    if (words.some(({ value }) => value?.startsWith('-p'))) checkEvaluated(reading, words);
  },
  printf(reading, words) {
    const [first, second] = words;
    if (first?.value === '-v') setNames(reading, second ? [second] : []);
    else if (first?.value?.startsWith('-v')) setNames(reading, [{ ...first, value: first.value.slice(2) }]);
    else if (first && first.value === null && /^"?[$`]/.test(first.raw)) checkEvaluated(reading, [first]);
  },
  let(reading, words) {
    for (const { value } of words)
      for (const [name] of (value ?? '').matchAll(NAME)) reading.found.arithmetic.add(name);
    for (const word of words)
      if (word.value === null || /[$`]/.test(word.value))
        addUnknown(reading, word.start, word.end, reading.via);
  },
  test,
  '[': test,
  '.': halt,
  source: halt,
  eval: halt,
  exec: halt,
  exit: halt,
  return: halt,
  break: halt,
  continue: halt,
  shift: halt,
  kill: halt,
  times: halt,
  trap: halt,
};
/** May end the shell if they fail, and keep the variables that are set before them. */
export const SPECIAL = new Set([
  ':',
  'set',
  'unset',
  'export',
  'readonly',
  ...'. eval exec exit return break continue shift times trap'.split(' '),
]);

/** Applies what a built-in does to the reading. */
export function applyBuiltin(
  reading: Reading,
  program: string,
  words: readonly Word[],
  isOpen: boolean,
): void {
  const effect = Object.hasOwn(EFFECTS, program) ? EFFECTS[program] : undefined;
  if (effect === undefined) return;
  effect(reading, words);
  if (isOpen && effect !== halt) reading.found.isHalted = true;
}
