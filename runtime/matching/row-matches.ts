import type { ModuleAgenda } from '../engine/agenda.ts';
import type { RuleRecord } from '../abi.ts';
import { derivedMatch, type PartialMatch } from './partial-match.ts';
import type { UndoLog } from '../engine/undo-log.ts';

/** Activation data of a row's rule, and its place in the order of visits. */
type Row = readonly [record: RuleRecord, level: number, place: number];

/** Matches of the rows of a decision table that one fact or match has led to, most often one. */
export class RowMatches {
  private row: Row | null = null;
  private match: unknown = null;
  private others: { readonly row: Row; readonly match: unknown }[] | null = null;

  add(row: Row, match: unknown): void {
    if (this.row !== null) {
      (this.others ??= []).push({ row, match });
      return;
    }
    this.row = row;
    this.match = match;
  }

  /** Activates them row by row, those of one row in the order in which they were found. */
  activate(agenda: ModuleAgenda): void {
    const row = this.row;
    if (row === null) return;
    if (this.others === null) agenda.activate(row[1], row[0], this.match);
    else
      for (const { row: next, match } of inOrder([{ row, match: this.match }, ...this.others]))
        agenda.activate(next[1], next[0], match);
  }
}

/** A match of a row that is still to be made of these two. */
interface Pair {
  readonly row: Row;
  readonly left: PartialMatch | null;
  readonly right: PartialMatch;
}

/** The same where matches can be removed: the match of a row is made when it is activated. */
export class RemovableRowMatches {
  private pair: Pair | null = null;
  private others: Pair[] | null = null;

  add(row: Row, left: PartialMatch | null, right: PartialMatch): void {
    const pair = { row, left, right };
    if (this.pair === null) this.pair = pair;
    else (this.others ??= []).push(pair);
  }

  /** Activates them row by row, those of one row in the order in which they were found. */
  activate(agenda: ModuleAgenda, log: UndoLog): void {
    if (this.pair === null) return;
    if (this.others === null) activatePair(this.pair, agenda, log);
    else for (const pair of inOrder([this.pair, ...this.others])) activatePair(pair, agenda, log);
  }
}

function activatePair({ row, left, right }: Pair, agenda: ModuleAgenda, log: UndoLog): void {
  agenda.activate(row[1], row[0], derivedMatch(right.fact, left, right, log));
}

/** Sorting is stable: what one row matched stays in its order. */
function inOrder<T extends { readonly row: Row }>(matches: T[]): T[] {
  return matches.sort((a, b) => a.row[2] - b.row[2]);
}
