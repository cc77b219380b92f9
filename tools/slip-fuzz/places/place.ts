import type { Slot } from '../../../compiler/ruleset.ts';
import type { Role } from './grammar.ts';

/** Writing of a single value; a block is a text below `|` or `>`. */
export type Style = 'plain' | 'single' | 'double' | 'block';

/** Keys and indexes from the root of a YAML document. */
export type Path = readonly (string | number)[];

interface At {
  /** Path of the source. */
  readonly file: string;
  /** Index of the YAML document in the file. */
  readonly document: number;
  readonly path: Path;
}

/** A single value of a ruleset. */
export interface ScalarPlace extends At {
  readonly role: Role;
  /** Map that holds the value, by its name in the grammar; empty inside a list of values. */
  readonly owner: string;
  readonly key: string;
  /** The value without quotes and escapes. */
  readonly text: string;
  readonly style: Style;
  /** True if the value is inside brackets or braces. */
  readonly isInBrackets: boolean;
  /** Offsets in the source. */
  readonly start: number;
  readonly end: number;
  /** The slot that the value is compared with or written to; null if there is none. */
  readonly slot: Slot | null;
  /** Aliases of the rule or table around, without `$`. */
  readonly aliases: readonly string[];
}

/** A key with its value, in a map whose keys the language knows. */
export interface PairPlace extends At {
  readonly owner: string;
  readonly key: string;
  /** Kind of the value. */
  readonly value: 'scalar' | 'list' | 'map';
  /** Keys of the same map. */
  readonly keys: readonly string[];
  /** Offsets of the key in the source. */
  readonly start: number;
  readonly end: number;
  /** Offset where the value ends. */
  readonly valueEnd: number;
  /** Owner of the map around; null at the top. */
  readonly parent: string | null;
}

/** A key of the author's, such as a slot or a constant. */
export interface FreeKeyPlace extends At {
  readonly owner: string;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

export interface Places {
  readonly scalars: readonly ScalarPlace[];
  readonly pairs: readonly PairPlace[];
  readonly freeKeys: readonly FreeKeyPlace[];
}
