import type { Command } from '../command.ts';

export interface OptionWord {
  /** With its dashes. */
  readonly word: string;
  readonly help: string;
  /** Kind of the value that follows, if any: free text or the path of a file. */
  readonly value: 'none' | 'file' | 'text';
}

export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly OptionWord[];
}

/** Words that can follow `ferrule`, for every shell. */
export interface Words {
  readonly commands: readonly CommandWords[];
  /** The first words of all names, each once, with what to say of it. */
  readonly first: readonly { readonly word: string; readonly help: string }[];
  /** The second words of names of two, by the first one. */
  readonly second: ReadonlyMap<string, readonly { readonly word: string; readonly help: string }[]>;
}

/** Names of values that are paths. */
const PATHS = /FILE|DIR|PATH/;

export function listWords(commands: readonly Command[]): Words {
  const first = new Map<string, string>();
  const second = new Map<string, { word: string; help: string }[]>();
  for (const { name, summary } of commands) {
    const [word = '', follower] = name.split(' ');
    if (follower === undefined) first.set(word, summary);
    else {
      if (!first.has(word)) first.set(word, `commands of ${word}`);
      second.set(word, [...(second.get(word) ?? []), { word: follower, help: summary }]);
    }
  }
  first.set('help', 'print the help of a command');
  first.set('version', 'print the version');
  return {
    commands: commands.map(({ name, summary, options }) => ({
      name,
      summary,
      options: [
        ...Object.entries(options).map(([option, { type, value, help }]) => ({
          word: `--${option}`,
          help,
          value:
            type === 'boolean'
              ? ('none' as const)
              : PATHS.test(value ?? '')
                ? ('file' as const)
                : ('text' as const),
        })),
        { word: '--help', help: 'print the help of the command', value: 'none' as const },
      ],
    })),
    first: [...first].map(([word, help]) => ({ word, help })),
    second,
  };
}
