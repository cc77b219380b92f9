/** A command as it is started, by the shell or by another program. */
import type { Word } from './command.ts';
import type { HereDocument, Reading } from './reading.ts';

export interface Started {
  readonly reading: Reading;
  /** The program and its arguments; not empty. */
  readonly words: readonly Word[];
  /** True if it gets further words that are not known. */
  readonly isOpen: boolean;
  readonly via: readonly string[];
  readonly env: readonly string[];
  readonly input: HereDocument | string | null;
  /** Reads what another program starts. */
  readonly start: (started: Started) => void;
}

/** A word of which the value is not known. */
export const hidden = (word: Word): Word => ({ ...word, value: null });

/** Program names as they are looked up: `/bin/rm` and `\rm` are `rm`. */
export const nameOf = (value: string): string => value.slice(value.lastIndexOf('/') + 1);
