import type { SlotData, SlotInfo } from '../description.ts';
import { defineTemplate, type SlotValue } from './define-template.ts';
import type { Matcher } from '../engine/matcher.ts';
import type { Fact, Integer } from '../values/values.ts';

/** A cell as the text of a module has it: an INTEGER that JSON has no number for is written as text. */
type Written = string | number | boolean;
/** Values of each column in the form of facts: generated code knows their types. */
export type Columns = readonly (readonly never[])[];

function integerOf(written: Written): Integer {
  return typeof written === 'string' ? BigInt(written) : (written as number);
}

const NO_ROWS: readonly never[] = [];

const refuse = (): never => {
  throw new TypeError('the rows of a relation are constant');
};

/**
 * The rows of one relation. They are made of their text when a matcher first needs them: a module that is loaded and
 * never evaluates anything makes none.
 */
export class RelationRows<F extends Fact> {
  readonly #make: (columns: Columns, row: number) => F;
  readonly #slots: readonly SlotInfo[];
  readonly #columns: string;
  #shared: readonly F[] | null = null;
  readonly #cells = new Map<string, readonly string[]>();
  readonly #groups = new Map<number, RowGroups<unknown, F>>();

  /** @param columns a JSON array of arrays, one per column */
  constructor(
    type: new (...cells: never[]) => F,
    parts: {
      readonly name: string;
      readonly slots: readonly SlotInfo[];
      readonly values: (row: F) => SlotValue[];
      readonly data?: (row: F) => SlotData[];
      readonly make: (columns: Columns, row: number) => F;
    },
    columns: string,
  ) {
    const { name, slots, make, values, data } = parts;
    this.#make = make;
    this.#slots = slots;
    this.#columns = columns;
    const info = { name, description: '', scope: 'session', slots } as const;
    defineTemplate(type, { info, flag: 0, read: refuse, assert: refuse, bring: refuse, values, data });
  }

  /** The rows that all matchers of a module may use: in order, and never linked to a match. */
  get shared(): readonly F[] {
    return (this.#shared ??= this.#makeAll());
  }

  /**
   * The rows that pass a test, by a key.
   *
   * @param memory of all that ask, those with one number ask the same
   */
  by<K>(memory: number, keyOf: (row: F) => K, passes: ((row: F) => boolean) | null): RowGroups<K, F> {
    const known = this.#groups.get(memory);
    if (known !== undefined) return known as RowGroups<K, F>;
    const groups = new RowGroups(this, keyOf, passes);
    this.#groups.set(memory, groups);
    return groups;
  }

  /** The cells of a column as text, each once, in the order of the table. */
  cells(column: string): readonly string[] {
    let cells = this.#cells.get(column);
    if (cells === undefined) {
      const written = JSON.parse(this.#columns) as readonly (readonly Written[])[];
      const at = this.#slots.findIndex(({ name }) => name === column);
      cells = [...new Set(written[at]?.map(String))];
      this.#cells.set(column, cells);
    }
    return cells;
  }

  /** Every row meets the patterns, in order, as a fact that no one asserted. */
  enter<M extends Matcher>(matcher: M, match: (matcher: M, row: F) => void): void {
    for (const row of this.#makeAll()) match(matcher, row);
  }

  /** The same, into memories that all matchers share. */
  enterShared<M extends Matcher>(matcher: M, match: (matcher: M, row: F) => void): void {
    for (const row of this.shared) match(matcher, row);
  }

  #makeAll(): readonly F[] {
    const written = JSON.parse(this.#columns) as readonly (readonly Written[])[];
    const columns = written.map((column, i) =>
      this.#slots[i]?.type === 'INTEGER' ? column.map(integerOf) : column,
    ) as unknown as Columns;
    const rows: F[] = [];
    const count = columns[0]?.length ?? 0;
    for (let row = 0; row < count; row++) rows.push(this.#make(columns, row));
    return rows;
  }
}

/** Rows in groups of one key each, in the order of the table. They are grouped on first use. */
export class RowGroups<K, F extends Fact> {
  readonly #rows: RelationRows<F>;
  readonly #keyOf: (row: F) => K;
  readonly #passes: ((row: F) => boolean) | null;
  #groups: Map<unknown, F[]> | null = null;

  constructor(rows: RelationRows<F>, keyOf: (row: F) => K, passes: ((row: F) => boolean) | null) {
    this.#rows = rows;
    this.#keyOf = keyOf;
    this.#passes = passes;
  }

  of(key: K): readonly F[] {
    return (this.#groups ??= this.#make()).get(key) ?? NO_ROWS;
  }

  #make(): Map<unknown, F[]> {
    const groups = new Map<unknown, F[]>();
    for (const row of this.#rows.shared) {
      if (this.#passes?.(row) === false) continue;
      const key = this.#keyOf(row);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [row]);
      else group.push(row);
    }
    return groups;
  }
}

/** Work that the first matcher of a module does once for all: completely, or not at all if it fails. */
export class Once {
  #done = false;

  do(matcher: Matcher, fill: () => void): void {
    if (this.#done) return;
    try {
      fill();
    } catch (error) {
      matcher.log.rollback();
      throw error;
    }
    matcher.log.commit(matcher);
    this.#done = true;
  }
}
