import type { Matcher } from './matcher.ts';
import type { MatchList } from './match-list.ts';
import type { Touched, Undoable, UndoLog } from './undo-log.ts';
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
export class PartialMatch implements Touched {
  /** Grows with every match made; tells young matches from old ones (see UndoLog). */
  readonly serial: number;
  /** The match of the patterns before, which is also the left parent; null for the first pattern. */
  readonly left: PartialMatch | null;
  /** The fact of the last pattern; null for patterns that bind none. */
  readonly fact: Fact | null;
  /** In the right memory of a join (alpha matches, and the matches of a group). */
  readonly right: boolean;
  readonly rightParent: PartialMatch | null;
  /** The join whose left memory holds this match, when something can block it there. */
  join: RemovableJoin | null = null;
  gone = false;

  /** The memory and the neighbours in it; an activation is in none. */
  list: MatchList | null = null;
  older: PartialMatch | null = null;
  newer: PartialMatch | null = null;

  /**
   * Matches built on this one, newest first: linked through `…ByLeft` when this is their left parent. Alpha matches
   * have no left parent: `nextByLeft` links those of one fact.
   */
  children: PartialMatch | null = null;
  previousByLeft: PartialMatch | null = null;
  nextByLeft: PartialMatch | null = null;
  previousByRight: PartialMatch | null = null;
  nextByRight: PartialMatch | null = null;
  /** The start of the log when this match got its first young child. */
  #touchedAt = 0;

  /** The right match that blocks this one (negation) or lets it through (exists). */
  marker: PartialMatch | null = null;
  /** Left matches that this one is the marker of, newest first. */
  blocked: PartialMatch | null = null;
  previousBlocked: PartialMatch | null = null;
  nextBlocked: PartialMatch | null = null;

  constructor(
    serial: number,
    left: PartialMatch | null,
    fact: Fact | null,
    rightParent: PartialMatch | null,
    right: boolean,
  ) {
    this.serial = serial;
    this.left = left;
    this.fact = fact;
    this.rightParent = rightParent;
    this.right = right;
  }

  /** Before a child is added: a match from before the evaluation has to lose it again in a rollback. */
  touch(log: UndoLog): void {
    if (this.serial >= log.start || this.#touchedAt === log.start) return;
    this.#touchedAt = log.start;
    log.touch(this);
  }

  cut(): void {
    let child = this.children;
    while (child !== null && child.serial >= this.#touchedAt) {
      child = this.right ? child.nextByRight : child.nextByLeft;
    }
    this.children = child;
    if (child === null) return;
    if (this.right) child.previousByRight = null;
    else child.previousByLeft = null;
  }
}

/** The empty left match of a first join. */
export function emptyMatch(): PartialMatch {
  return new PartialMatch(0, null, null, null, false);
}

/** A match for a fact, which was just asserted, in an alpha memory. */
export function alphaMatch(fact: Fact, log: UndoLog): PartialMatch {
  const match = new PartialMatch(log.next++, null, fact, null, true);
  match.nextByLeft = fact.matches;
  fact.matches = match;
  return match;
}

/**
 * The match that a join sends to one of its children.
 *
 * @param fact of the last pattern or null, @param left @param rightParent the matches it is built on,
 * @param right whether it goes to a right memory
 */
export function derivedMatch(
  fact: Fact | null,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  right: boolean,
  log: UndoLog,
): PartialMatch {
  const match = new PartialMatch(log.next++, left, fact, rightParent, right);
  if (rightParent !== null) {
    rightParent.touch(log);
    match.nextByRight = rightParent.children;
    if (rightParent.children !== null) rightParent.children.previousByRight = match;
    rightParent.children = match;
  }
  if (left !== null) {
    left.touch(log);
    match.nextByLeft = left.children;
    if (left.children !== null) left.children.previousByLeft = match;
    left.children = match;
  }
  return match;
}

/** Takes a match out of its memory and its parents' lists of children; its own links stay for a rollback. */
function detach(match: PartialMatch): void {
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

/** The contrary of `detach`, in a rollback: young neighbours are there no more. */
function reattach(match: PartialMatch, start: number): void {
  match.list?.relink(match, start);
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

/** The removal of a match that was there before the evaluation. */
class Removed implements Undoable {
  readonly match: PartialMatch;
  readonly start: number;
  constructor(match: PartialMatch, start: number) {
    this.match = match;
    this.start = start;
  }
  undo(): void {
    reattach(this.match, this.start);
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
  if (matters(left, right, log)) log.add(new Blocked(left));
}

/** Between two young matches nothing has to be put back. */
function matters(left: PartialMatch, right: PartialMatch, log: UndoLog): boolean {
  return left.serial < log.start || right.serial < log.start;
}

function leaveBlocked(left: PartialMatch): void {
  if (left.previousBlocked === null) left.marker!.blocked = left.nextBlocked;
  else left.previousBlocked.nextBlocked = left.nextBlocked;
  if (left.nextBlocked !== null) left.nextBlocked.previousBlocked = left.previousBlocked;
}

function unblock(left: PartialMatch, log: UndoLog): void {
  if (matters(left, left.marker!, log)) log.add(new Unblocked(left, left.marker!));
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
  if (match.serial < log.start) log.add(new Removed(match, log.start));
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
  const { log } = matcher;
  for (let alpha = fact.matches; alpha !== null; alpha = alpha.nextByLeft) {
    const isOld = alpha.serial < log.start;
    alpha.gone = true;
    if (isOld) log.add(new MarkedGone(alpha));
    while (alpha.children !== null) {
      const child: PartialMatch = alpha.children;
      if (child.children !== null) removeChildren(child, matcher);
      if (child.right && child.blocked !== null) releaseBlocked(child, matcher);
      remove(child, log);
    }
    if (alpha.blocked !== null) releaseBlocked(alpha, matcher);
    detach(alpha);
    if (isOld) log.add(new Removed(alpha, log.start));
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
