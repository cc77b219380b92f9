import type { ModuleAgenda } from './agenda.ts';
import type { RuleRecord } from './contract.ts';

/** What the rule of a row is activated with, and its place in the order in which rows are visited. */
type Row = readonly [record: RuleRecord, level: number, place: number];

/** Matches of the rows of a decision table that one fact or match has led to, most often one. */
export class RowMatches {
  #rows: Row[] | null = null;
  readonly #matches: unknown[] = [];

  add(row: Row, match: unknown): void {
    (this.#rows ??= []).push(row);
    this.#matches.push(match);
  }

  /** Activates them row by row, those of one row in the order in which they were found. */
  activate(agenda: ModuleAgenda): void {
    const rows = this.#rows;
    if (rows === null) return;
    if (rows.length === 1) return agenda.activate(rows[0]![1], rows[0]![0], this.#matches[0]);
    const order = rows.map((_, i) => i).sort((a, b) => rows[a]![2] - rows[b]![2] || a - b);
    for (const i of order) agenda.activate(rows[i]![1], rows[i]![0], this.#matches[i]);
  }
}
