/** Counts over all sources while they are read. */
export interface Tally {
  rules: number;
  /** Rows of relations. */
  rows: number;
  tables: number;
  /** Cells of tables that say something. */
  cells: number;
}

export function createTally(): Tally {
  return { rules: 0, rows: 0, tables: 0, cells: 0 };
}
