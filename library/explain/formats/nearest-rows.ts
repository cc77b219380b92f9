import type { WhyNot } from '../explanation.ts';

/** Rows of one table that are shown. */
const SHOWN = 3;

/**
 * Rules that did not fire, of each table the rows that came nearest: with the fewest cells that failed, and of equals
 * the first ones.
 */
export function nearestRows(all: readonly WhyNot[]): {
  readonly shown: readonly WhyNot[];
  /** Number of the other rows, by table. */
  readonly others: ReadonlyMap<string, number>;
} {
  const tables = new Map<string, WhyNot[]>();
  for (const one of all) {
    const table = one.stuck?.row?.table;
    if (table !== undefined) tables.set(table, [...(tables.get(table) ?? []), one]);
  }
  const hidden = new Set<WhyNot>();
  const others = new Map<string, number>();
  for (const [table, rows] of tables) {
    const failures = ({ stuck }: WhyNot): number => stuck?.row?.failed.length ?? 0;
    const far = rows.toSorted((a, b) => failures(a) - failures(b)).slice(SHOWN);
    for (const one of far) hidden.add(one);
    if (far.length > 0) others.set(table, far.length);
  }
  return { shown: all.filter((one) => !hidden.has(one)), others };
}
