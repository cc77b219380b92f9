import type { SlotInfo } from './contract.ts';
import { defineTemplate, type SlotValue } from './define-template.ts';
import type { Matcher } from './matcher.ts';
import type { Fact, Integer } from './values.ts';

/** A cell as the text of a module has it: what JSON has no number for is written as text. */
type Written = string | number | boolean;

function cellOf(written: Written, { type }: SlotInfo): SlotValue {
  const isText = typeof written === 'string';
  if (type === 'INTEGER' && isText) return BigInt(written);
  return written as string | Integer | boolean;
}

const refuse = (): never => {
  throw new TypeError('the rows of a relation are constant');
};

/**
 * The rows of one relation. They are made of their text when a matcher first needs them: a module that is loaded and
 * never evaluates anything makes none.
 */
export class RelationRows<F extends Fact> {
  readonly #type: new (...cells: never[]) => F;
  readonly #slots: readonly SlotInfo[];
  readonly #columns: string;
  #shared: readonly F[] | null = null;

  /** @param columns a JSON array of arrays, one a column */
  constructor(
    type: new (...cells: never[]) => F,
    parts: {
      readonly name: string;
      readonly slots: readonly SlotInfo[];
      readonly values: (row: F) => SlotValue[];
    },
    columns: string,
  ) {
    const { name, slots, values } = parts;
    this.#type = type;
    this.#slots = slots;
    this.#columns = columns;
    const info = { name, description: '', scope: 'session', slots } as const;
    defineTemplate(type, { info, flag: 0, read: refuse, assert: refuse, bring: refuse, values });
  }

  /** The rows that all matchers of a module may use: in order, and never linked to a match. */
  get shared(): readonly F[] {
    return (this.#shared ??= this.#make());
  }

  /** Every row meets the patterns, in order, as a fact that no one asserted. */
  enter<M extends Matcher>(matcher: M, match: (matcher: M, row: F) => void): void {
    for (const row of this.#make()) match(matcher, row);
  }

  /** Likewise, into memories that are the same in all matchers. */
  enterShared<M extends Matcher>(matcher: M, match: (matcher: M, row: F) => void): void {
    for (const row of this.shared) match(matcher, row);
  }

  #make(): readonly F[] {
    const columns = JSON.parse(this.#columns) as readonly (readonly Written[])[];
    const cells = columns.map((column, i) => column.map((cell) => cellOf(cell, this.#slots[i]!)));
    const [first = []] = cells;
    return first.map((_, row) => new this.#type(...(cells.map((column) => column[row]) as never[])));
  }
}

/** What is done once for all matchers of a module, by the first of them: wholly, or when it fails not at all. */
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
