/** Removing matches, and everything that a removal sets free (retract.c; clips-order.md, 6.3). */
import { block, unblock } from './blocking.ts';
import { holdsGoneFact } from './match.ts';
import type { Matcher, Removal } from '../engine/matcher.ts';
import {
  dying,
  isDerived,
  isPartialMatch,
  type BlockableMatch,
  type DerivedMatch,
  type PartialMatch,
} from './partial-match.ts';
import type { Undoable, UndoLog } from '../engine/undo-log.ts';
import type { Fact } from '../values/values.ts';

/** Takes a match out of its memory and its parents' lists of children; its own links stay for a rollback. */
function detach(match: DerivedMatch): void {
  match.list?.unlink(match);
  const { left, rightParent } = match;
  if (left !== null) {
    if (match.previousByLeft === null) left.children = match.nextByLeft;
    else match.previousByLeft.nextByLeft = match.nextByLeft;
    if (match.nextByLeft !== null) match.nextByLeft.previousByLeft = match.previousByLeft;
  }
  if (rightParent !== null) {
    if (match.previousByRight === null) rightParent.children = match.nextByRight;
    else match.previousByRight.nextByRight = match.nextByRight;
    if (match.nextByRight !== null) match.nextByRight.previousByRight = match.previousByRight;
  }
}

/** Puts a match back among its parents' children, in a rollback: young neighbours are already removed. */
function reattach(match: DerivedMatch, start: number): void {
  const { left, rightParent } = match;
  if (rightParent !== null) {
    if (match.previousByRight !== null && match.previousByRight.serial >= start) match.previousByRight = null;
    if (match.previousByRight === null) rightParent.children = match;
    else match.previousByRight.nextByRight = match;
    if (match.nextByRight !== null) match.nextByRight.previousByRight = match;
  }
  if (left !== null) {
    if (match.previousByLeft !== null && match.previousByLeft.serial >= start) match.previousByLeft = null;
    if (match.previousByLeft === null) left.children = match;
    else match.previousByLeft.nextByLeft = match;
    if (match.nextByLeft !== null) match.nextByLeft.previousByLeft = match;
  }
}

/** The removal of a match that existed before the evaluation. */
class Removed implements Undoable {
  readonly match: PartialMatch;
  readonly start: number;
  constructor(match: PartialMatch, start: number) {
    this.match = match;
    this.start = start;
  }
  undo(): void {
    const { match, start } = this;
    match.list?.relink(match, start);
    if (isDerived(match)) reattach(match, start);
    match.gone = false;
  }
}

class MarkedGone implements Undoable {
  readonly match: PartialMatch;
  constructor(match: PartialMatch) {
    this.match = match;
  }
  undo(): void {
    this.match.gone = false;
  }
}

function remove(match: DerivedMatch, log: UndoLog): void {
  detach(match);
  match.gone = true;
  if (match.serial < log.start) log.add(new Removed(match, log.start));
  if (match.marker !== null) unblock(match as BlockableMatch, log);
}

/** Removes everything built on a left match, leaves first, newest first (retract.c: PosEntryRetractBeta). */
export function removeChildren(parent: PartialMatch, matcher: Matcher): void {
  while (parent.children !== null) {
    let leaf = parent.children;
    while (leaf.children !== null) leaf = leaf.children;
    const { log } = matcher;
    // Out of its parents' lists before what it blocked is set free, as CLIPS does.
    remove(leaf, log);
    if (leaf.blocked !== null) releaseBlocked(leaf, matcher);
  }
}

/** Retracts one fact from the removable part of the network (retract.c: NetworkRetract). `fact.gone` is set before. */
function retractMatches(fact: Fact, matcher: Matcher): void {
  const { log } = matcher;
  for (let alpha = fact.matches; alpha !== null; alpha = alpha.nextByLeft) {
    const isOld = alpha.serial < log.start;
    alpha.gone = true;
    if (isOld) log.add(new MarkedGone(alpha));
    while (alpha.children !== null) {
      const child: DerivedMatch = alpha.children;
      if (child.children !== null) removeChildren(child, matcher);
      if (child.blocked !== null) releaseBlocked(child, matcher);
      remove(child, log);
    }
    if (alpha.blocked !== null) releaseBlocked(alpha, matcher);
    alpha.list?.unlink(alpha);
    if (isOld) log.add(new Removed(alpha, log.start));
  }
}

/** For a matcher whose network has a part with removal. */
export const removal: Removal = {
  retract: retractMatches,
  isGone: (match, from) =>
    isPartialMatch(match) ? match.gone || match.serial >= from : holdsGoneFact(match),
};

/** Looks for another marker for everything that `right` was the marker of, and drives what finds none. */
function releaseBlocked(right: PartialMatch, matcher: Matcher): void {
  while (right.blocked !== null) release(right.blocked, right, matcher);
}

function release(left: BlockableMatch, right: PartialMatch, matcher: Matcher): void {
  const { log } = matcher;
  const { join } = left;
  unblock(left, log);
  const marker = nextMarker(left, right, matcher);
  if (marker !== null) {
    block(left, marker, log);
    return;
  }
  if (join.exists) {
    removeChildren(left, matcher);
    return;
  }
  if (join.secondary !== null && !join.secondary(matcher as never, left)) return;
  if (!join.first && dying(left)) return;
  join.drive(matcher as never, left);
}

/** The next right match that a left match can be marked by. */
function nextMarker(left: BlockableMatch, right: PartialMatch, matcher: Matcher): PartialMatch | null {
  const { join } = left;
  const isMarker = (next: PartialMatch): boolean =>
    !dying(next) && (join.test === null || join.test(matcher as never, left, next));
  const candidates = join.candidates?.(matcher as never, left);
  if (candidates !== undefined) {
    return candidates.find((next) => next.serial > right.serial && isMarker(next)) ?? null;
  }
  for (let next = right.newer; next !== null; next = next.newer) if (isMarker(next)) return next;
  return null;
}
