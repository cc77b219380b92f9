import type { Matcher } from './matcher.ts';
import type { MatchList } from './match-list.ts';
import type { Undoable, UndoLog } from './undo-log.ts';
import type { Fact } from './values.ts';

/**
 * What the removal of matches needs to know of a join that has a negated, existential or group right side, or whose
 * facts rules retract. One constant a join in the generated module.
 */
export interface RemovableJoin {
  /** The first join of its rules: its left memory is one empty match. */
  readonly first: boolean;
  readonly exists: boolean;
  /** The join test on a left and a right match (index keys excepted: equal keys are in one list). */
  readonly test: (matcher: never, left: PartialMatch, right: PartialMatch) => boolean;
  /** Tests that follow a negated pattern: judged before driving, without a right match; null when there are none. */
  readonly secondary: ((matcher: never, left: PartialMatch) => boolean) | null;
  /** Sends a left match that is no longer blocked on to all children. */
  readonly drive: (matcher: never, left: PartialMatch) => void;
}

/**
 * A match in the part of the network from which rules can remove matches: of an alpha memory (only `fact`), of the
 * left memory of a join, of the right memory of a group, or of an activation. The links are those of CLIPS' partial
 * matches (clips-order.md, 9), because the order of every removal and of every match that a removal sets free depends
 * on them.
 */
export class PartialMatch implements Undoable {
  /** The match of the patterns before, and the fact of the last one; null for patterns that bind none. */
  readonly left: PartialMatch | null;
  readonly fact: Fact | null;
  /** In the right memory of a join (alpha matches, and the matches of a group). */
  readonly right: boolean;
  /** The join whose left memory holds this match, when something can block it there. */
  join: RemovableJoin | null = null;
  gone = false;

  /** The memory and the neighbours in it; an activation is in none. */
  list: MatchList | null = null;
  older: PartialMatch | null = null;
  newer: PartialMatch | null = null;

  /** Matches built on this one, newest first: linked through `…ByLeft` when this is their left parent. */
  children: PartialMatch | null = null;
  leftParent: PartialMatch | null = null;
  previousByLeft: PartialMatch | null = null;
  nextByLeft: PartialMatch | null = null;
  rightParent: PartialMatch | null = null;
  previousByRight: PartialMatch | null = null;
  nextByRight: PartialMatch | null = null;

  /** The right match that blocks this one (negation) or lets it through (exists). */
  marker: PartialMatch | null = null;
  /** Left matches that this one is the marker of, newest first. */
  blocked: PartialMatch | null = null;
  previousBlocked: PartialMatch | null = null;
  nextBlocked: PartialMatch | null = null;

  /** Next older alpha match of the same fact. */
  nextOfFact: PartialMatch | null = null;

  constructor(left: PartialMatch | null, fact: Fact | null, right: boolean) {
    this.left = left;
    this.fact = fact;
    this.right = right;
  }

  /** Takes back the making of this match. INVARIANT: everything done to it since was taken back before. */
  undo(): void {
    detach(this);
    this.gone = true;
    if (this.leftParent === null && this.rightParent === null && this.fact !== null) {
      this.fact.matches = this.nextOfFact;
    }
  }
}

/** A match for a fact in an alpha memory. */
export function alphaMatch(fact: Fact, log: UndoLog): PartialMatch {
  const match = new PartialMatch(null, fact, true);
  match.nextOfFact = fact.matches;
  fact.matches = match;
  log.add(match);
  return match;
}

/**
 * The match that a join sends to one of its children.
 *
 * @param left chain of earlier facts (null for the first pattern), @param fact of the last pattern or null,
 * @param leftParent @param rightParent the matches it is built on, @param right whether it goes to a right memory
 */
export function derivedMatch(
  left: PartialMatch | null,
  fact: Fact | null,
  leftParent: PartialMatch | null,
  rightParent: PartialMatch | null,
  right: boolean,
  log: UndoLog,
): PartialMatch {
  const match = new PartialMatch(left, fact, right);
  match.leftParent = leftParent;
  match.rightParent = rightParent;
  if (rightParent !== null) {
    match.nextByRight = rightParent.children;
    if (rightParent.children !== null) rightParent.children.previousByRight = match;
    rightParent.children = match;
  }
  if (leftParent !== null) {
    match.nextByLeft = leftParent.children;
    if (leftParent.children !== null) leftParent.children.previousByLeft = match;
    leftParent.children = match;
  }
  log.add(match);
  return match;
}

/** Takes a match out of its memory and its parents' lists of children; its own links stay for a rollback. */
function detach(match: PartialMatch): void {
  match.list?.unlink(match);
  const { leftParent, rightParent } = match;
  if (leftParent !== null) {
    if (match.previousByLeft === null) leftParent.children = match.nextByLeft;
    else match.previousByLeft.nextByLeft = match.nextByLeft;
    if (match.nextByLeft !== null) match.nextByLeft.previousByLeft = match.previousByLeft;
  }
  if (rightParent !== null) {
    if (match.previousByRight === null) rightParent.children = match.nextByRight;
    else match.previousByRight.nextByRight = match.nextByRight;
    if (match.nextByRight !== null) match.nextByRight.previousByRight = match.previousByRight;
  }
}

function reattach(match: PartialMatch): void {
  match.list?.relink(match);
  const { leftParent, rightParent } = match;
  if (rightParent !== null) {
    if (match.previousByRight === null) rightParent.children = match;
    else match.previousByRight.nextByRight = match;
    if (match.nextByRight !== null) match.nextByRight.previousByRight = match;
  }
  if (leftParent !== null) {
    if (match.previousByLeft === null) leftParent.children = match;
    else match.previousByLeft.nextByLeft = match;
    if (match.nextByLeft !== null) match.nextByLeft.previousByLeft = match;
  }
}

class Removed implements Undoable {
  readonly match: PartialMatch;
  constructor(match: PartialMatch) {
    this.match = match;
  }
  undo(): void {
    reattach(this.match);
    this.match.gone = false;
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

class Blocked implements Undoable {
  readonly left: PartialMatch;
  constructor(left: PartialMatch) {
    this.left = left;
  }
  undo(): void {
    leaveBlocked(this.left);
    this.left.marker = null;
  }
}

/** INVARIANT: keeps the place in the list itself, because the match may be blocked elsewhere in between. */
class Unblocked implements Undoable {
  readonly left: PartialMatch;
  readonly marker: PartialMatch;
  readonly previous: PartialMatch | null;
  readonly next: PartialMatch | null;
  constructor(left: PartialMatch, marker: PartialMatch) {
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

/** Makes `right` the marker of `left`. */
export function block(left: PartialMatch, right: PartialMatch, log: UndoLog): void {
  left.marker = right;
  left.previousBlocked = null;
  left.nextBlocked = right.blocked;
  if (right.blocked !== null) right.blocked.previousBlocked = left;
  right.blocked = left;
  log.add(new Blocked(left));
}

function leaveBlocked(left: PartialMatch): void {
  if (left.previousBlocked === null) left.marker!.blocked = left.nextBlocked;
  else left.previousBlocked.nextBlocked = left.nextBlocked;
  if (left.nextBlocked !== null) left.nextBlocked.previousBlocked = left.previousBlocked;
}

function unblock(left: PartialMatch, log: UndoLog): void {
  log.add(new Unblocked(left, left.marker!));
  leaveBlocked(left);
  left.marker = null;
}

/** Whether a match holds a fact that is being retracted. */
export function dying(match: PartialMatch): boolean {
  for (let m: PartialMatch | null = match; m !== null; m = m.left)
    if (m.fact !== null && m.fact.gone) return true;
  return match.gone;
}

function remove(match: PartialMatch, log: UndoLog): void {
  detach(match);
  match.gone = true;
  log.add(new Removed(match));
  if (match.marker !== null) unblock(match, log);
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
export function retractMatches(fact: Fact, matcher: Matcher): void {
  for (let alpha = fact.matches; alpha !== null; alpha = alpha.nextOfFact) {
    alpha.gone = true;
    matcher.log.add(new MarkedGone(alpha));
    while (alpha.children !== null) {
      const child: PartialMatch = alpha.children;
      if (child.children !== null) removeChildren(child, matcher);
      if (child.right && child.blocked !== null) releaseBlocked(child, matcher);
      remove(child, matcher.log);
    }
    if (alpha.blocked !== null) releaseBlocked(alpha, matcher);
    detach(alpha);
    matcher.log.add(new Removed(alpha));
  }
}

/** Looks for another marker for everything that `right` was the marker of, and drives what finds none. */
function releaseBlocked(right: PartialMatch, matcher: Matcher): void {
  while (right.blocked !== null) release(right.blocked, right, matcher);
}

function release(left: PartialMatch, right: PartialMatch, matcher: Matcher): void {
  const { log } = matcher;
  const join = left.join!;
  unblock(left, log);
  for (let next = right.newer; next !== null; next = next.newer) {
    if (dying(next) || !join.test(matcher as never, left, next)) continue;
    block(left, next, log);
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
