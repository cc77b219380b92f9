/** Which right match holds a left match back (negation) or lets it pass (exists), and how a rollback undoes it. */
import type { BlockableMatch, PartialMatch } from './partial-match.ts';
import type { Undoable, UndoLog } from '../engine/undo-log.ts';

class Blocked implements Undoable {
  readonly left: BlockableMatch;
  constructor(left: BlockableMatch) {
    this.left = left;
  }
  undo(): void {
    leaveBlocked(this.left);
    this.left.marker = null;
  }
}

/** An old match that a young one blocked was free before. */
class BlockedByYoung implements Undoable {
  readonly left: BlockableMatch;
  constructor(left: BlockableMatch) {
    this.left = left;
  }
  undo(): void {
    this.left.marker = null;
  }
}

/** INVARIANT: keeps the place in the list itself, because the match may be blocked elsewhere in between. */
class Unblocked implements Undoable {
  readonly left: BlockableMatch;
  readonly marker: PartialMatch;
  readonly previous: BlockableMatch | null;
  readonly next: BlockableMatch | null;
  constructor(left: BlockableMatch, marker: PartialMatch) {
    this.left = left;
    this.marker = marker;
    this.previous = left.previousBlocked;
    this.next = left.nextBlocked;
  }
  undo(): void {
    const { left, marker, previous, next } = this;
    left.marker = marker;
    left.previousBlocked = previous;
    left.nextBlocked = next;
    if (previous === null) marker.blocked = left;
    else previous.nextBlocked = left;
    if (next !== null) next.previousBlocked = left;
  }
}

/** Makes `right` the marker of a match in the left memory of a join that blocks. */
export function block(match: PartialMatch, right: PartialMatch, log: UndoLog): void {
  const left = match as BlockableMatch;
  left.marker = right;
  left.previousBlocked = null;
  left.nextBlocked = right.blocked;
  if (right.blocked !== null) right.blocked.previousBlocked = left;
  right.blocked = left;
  // The list of a young right match is gone after a rollback, whatever is in it.
  if (right.serial < log.start) log.add(new Blocked(left));
  else if (left.serial < log.start) log.add(new BlockedByYoung(left));
}

function leaveBlocked(left: BlockableMatch): void {
  if (left.previousBlocked === null) left.marker!.blocked = left.nextBlocked;
  else left.previousBlocked.nextBlocked = left.nextBlocked;
  if (left.nextBlocked !== null) left.nextBlocked.previousBlocked = left.previousBlocked;
}

/** The contrary of `block`. */
export function unblock(left: BlockableMatch, log: UndoLog): void {
  const marker = left.marker!;
  const step = marker.serial < log.start ? new Unblocked(left, marker) : null;
  leaveBlocked(left);
  left.marker = null;
  if (step !== null) log.add(step);
}
