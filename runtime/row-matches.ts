import type { ModuleAgenda } from './agenda.ts';
import type { RuleRecord } from './contract.ts';
import { derivedMatch, type PartialMatch } from './partial-match.ts';
import type { UndoLog } from './undo-log.ts';

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
    for (const i of orderOf(rows)) agenda.activate(rows[i]![1], rows[i]![0], this.#matches[i]);
  }
}

/** The same where matches can be removed: the match of a row is made when it is activated. */
export class LinkedRowMatches {
  #rows: Row[] | null = null;
  readonly #pairs: (readonly [left: PartialMatch | null, right: PartialMatch])[] = [];

  add(row: Row, left: PartialMatch | null, right: PartialMatch): void {
    (this.#rows ??= []).push(row);
    this.#pairs.push([left, right]);
  }

  /** Activates them row by row, those of one row in the order in which they were found. */
  activate(agenda: ModuleAgenda, log: UndoLog): void {
    const rows = this.#rows;
    if (rows === null) return;
    for (const i of rows.length === 1 ? ONLY : orderOf(rows)) {
      const [left, right] = this.#pairs[i]!;
      agenda.activate(rows[i]![1], rows[i]![0], derivedMatch(right.fact, left, right, log));
    }
  }
}

const ONLY = [0];

function orderOf(rows: readonly Row[]): readonly number[] {
  return rows.map((_, i) => i).sort((a, b) => rows[a]![2] - rows[b]![2] || a - b);
}
