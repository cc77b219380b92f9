/**
 * Finds the first row of a decision table that the values let pass. The values of a column fall into classes; each
 * class has one bit a row, so that the rows left are the bits that all columns have in common.
 */

/** First and last class that pass, both included. */
type ClassRange = readonly [first: number, last: number];

/** Tests of the rows on one value, as the compiler writes them. */
export interface ChoiceColumn {
  /**
   * `named`: a class a constant, the last for other values. `ordered`: constants rise; the class of the one at `i` is
   * `2 * i + 1`, and those around it hold what lies between.
   */
  readonly kind: 'named' | 'ordered';
  readonly constants: readonly (string | number | bigint)[];
  /** The different things that rows ask. */
  readonly cells: readonly (readonly ClassRange[])[];
  /** The cell of each row; null: any value passes. */
  readonly rows: readonly (number | null)[];
}

/** A column whose bits are made on the first use of a class: a column may have as many classes as rows. */
class Column {
  readonly #column: ChoiceColumn;
  readonly #places: ReadonlyMap<unknown, number>;
  readonly #most: number;
  readonly #bits = new Map<number, Int32Array>();

  /** `most`: classes that are kept. */
  constructor(column: ChoiceColumn, most: number) {
    this.#column = column;
    this.#most = most;
    this.#places = new Map(column.constants.map((constant, i) => [constant, i]));
  }

  /** The rows that a value lets pass, a bit each. */
  rowsFor(value: string | number | bigint): Int32Array {
    const found = this.#column.kind === 'named' ? this.#named(value) : this.#ordered(value);
    let bits = this.#bits.get(found);
    if (bits === undefined) {
      if (this.#bits.size === this.#most) this.#bits.clear();
      bits = this.#make(found);
      this.#bits.set(found, bits);
    }
    return bits;
  }

  #named(value: unknown): number {
    return this.#places.get(value) ?? this.#column.constants.length;
  }

  #ordered(value: string | number | bigint): number {
    const { constants } = this.#column;
    let low = 0;
    let high = constants.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (constants[middle]! < value) low = middle + 1;
      else high = middle;
    }
    return low < constants.length && constants[low]! <= value ? 2 * low + 1 : 2 * low;
  }

  #make(found: number): Int32Array {
    const { cells, rows } = this.#column;
    const passes = cells.map((ranges) => ranges.some(([first, last]) => first <= found && found <= last));
    const bits = new Int32Array((rows.length + 31) >>> 5);
    rows.forEach((cell, row) => {
      if (cell === null || passes[cell]) bits[row >>> 5]! |= 1 << (row & 31);
    });
    return bits;
  }
}

/** Maximum words of the used classes; beyond it they are rebuilt on demand. */
const MOST_WORDS = 1 << 22;

/** INVARIANT: no other look-up happens between the values of one query and its results. */
export class RowChoice {
  readonly #columns: readonly Column[];
  readonly #words: number;
  /** The rows that the value of each column lets pass. */
  readonly #left: Int32Array[];

  /** Every column says something of each row. */
  constructor(rows: number, columns: readonly ChoiceColumn[]) {
    this.#words = (rows + 31) >>> 5;
    const most = Math.max(1, Math.floor(MOST_WORDS / (this.#words * columns.length)));
    this.#columns = columns.map((column) => new Column(column, most));
    this.#left = columns.map(() => new Int32Array(this.#words));
  }

  /** Gives the value of a column. */
  at(column: number, value: string | number | bigint): void {
    this.#left[column] = this.#columns[column]!.rowsFor(value);
  }

  /** The number of the next row after `row` that all values let pass, the first being 1; 0: there is none. */
  next(row: number): number {
    const left = this.#left;
    let mask = -1 << (row & 31);
    for (let word = row >>> 5; word < this.#words; word++) {
      let bits = mask;
      for (let i = 0; i < left.length; i++) bits &= left[i]![word]!;
      if (bits !== 0) return (word << 5) + 32 - Math.clz32(bits & -bits);
      mask = -1;
    }
    return 0;
  }
}

export function createRowChoice(rows: number, columns: readonly ChoiceColumn[]): RowChoice {
  return new RowChoice(rows, columns);
}
