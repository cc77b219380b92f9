import { closestName } from '../compiler/diagnostics/suggest.ts';
import { usageError, type Command, type CommandError } from './command.ts';

/** A command, and the words behind its name. */
interface Found {
  readonly command: Command;
  readonly rest: readonly string[];
}

/** The command that the words begin with; its name may be of two words. Throws a usage error that says what is meant. */
export function findCommand(commands: readonly Command[], words: readonly string[]): Found {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command !== undefined) return { command, rest: words.slice(length) };
  }
  throw unknownCommand(commands, words);
}

/** The names of commands that begin with this word: `audit` has `audit verify` and others. */
export function namesUnder(commands: readonly Command[], word: string): readonly string[] {
  return commands.map(({ name }) => name).filter((name) => name.startsWith(`${word} `));
}

function unknownCommand(commands: readonly Command[], [first = '', second]: readonly string[]): CommandError {
  const under = namesUnder(commands, first);
  if (under.length > 0 && (second === undefined || second.startsWith('-')))
    return usageError(`${first} needs a subcommand: ${under.join(', ')}`);
  const name = under.length > 0 ? `${first} ${second}` : first;
  const known = under.length > 0 ? under : [...commands.map((command) => command.name), ...OWN_WORDS];
  const guess = Object.hasOwn(OTHER_WORDS, name) ? OTHER_WORDS[name] : undefined;
  const meant = guess ?? closestName(name, known)();
  const hint = meant === null ? 'see ferrule --help' : `did you mean ${meant}?`;
  return usageError(`unknown ${name.startsWith('-') ? 'option' : 'command'} '${name}' (${hint})`);
}

/** Commands of other tools. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  eval: 'evaluate',
  exec: 'evaluate',
  decide: 'evaluate',
  query: 'evaluate',
  check: 'validate',
  lint: 'validate',
  vet: 'validate',
  build: 'compile',
  format: 'fmt',
  server: 'serve',
  start: 'serve',
  new: 'init',
  create: 'init',
  compare: 'diff',
  why: 'explain',
  proxy: 'mcp proxy',
};

/** Options of the command line without a command. */
const OWN_WORDS = ['help', 'version'];
