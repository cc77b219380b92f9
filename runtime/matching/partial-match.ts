import type { MatchList } from './match-list.ts';
import type { UndoLog } from '../engine/undo-log.ts';
import type { Fact } from '../values/values.ts';

/**
 * Description of a join for the removal of matches: it has a negated, existential or group right side, or its
 * facts rules retract. One constant a join in the generated module.
 */
export interface RemovableJoin {
  /** The first join of its rules: its left memory is one empty match. */
  readonly first: boolean;
  readonly exists: boolean;
  /** The join test on a left and a right match (index keys excepted: equal keys are in one list); null: none. */
  readonly test: ((matcher: never, left: PartialMatch, right: PartialMatch) => boolean) | null;
  /** Tests that follow a negated pattern: judged before driving, without a right match; null when there are none. */
  readonly secondary: ((matcher: never, left: PartialMatch) => boolean) | null;
  /** The right matches among which another marker of a left match is, oldest first; left out: all that are newer. */
  readonly candidates?: ((matcher: never, left: PartialMatch) => readonly PartialMatch[]) | null;
  /** Sends an unblocked left match on to all children. */
  readonly drive: (matcher: never, left: PartialMatch) => void;
}

/**
 * A match in the part of the network from which rules can remove matches: of an alpha memory (only `fact`), of the
 * left memory of a join, of the right memory of a group, or of an activation. The links are those of CLIPS' partial
 * matches (clips-order.md, 9), because the order of every removal and of every match that a removal sets free depends
 * on them.
 *
 * Matches are object literals, of three shapes: V8 makes one of these in place, wherever it is made, and has to call a
 * constructor that is not short.
 */
export interface PartialMatch {
  /** Grows with every match; distinguishes young matches from old ones (see UndoLog). */
  readonly serial: number;
  /** The match of the patterns before, which is also the left parent; null for the first pattern. */
  readonly left: PartialMatch | null;
  /** The fact of the last pattern; null for patterns that bind none. */
  readonly fact: Fact | null;
  readonly rightParent: PartialMatch | null;
  gone: boolean;

  /** The memory and the neighbours in it; an activation is in none. */
  list: MatchList | null;
  older: PartialMatch | null;
  newer: PartialMatch | null;

  /**
   * Matches built on this one, newest first: linked through `…ByLeft` when this is their left parent, else through
   * `…ByRight`.
   */
  children: DerivedMatch | null;
  /** Alpha matches have no left parent: this links those of one fact. */
  nextByLeft: PartialMatch | null;

  /** The right match that blocks this one (negation) or lets it through (exists); only of a BlockableMatch. */
  marker: PartialMatch | null;
  /** Left matches that this one is the marker of, newest first. */
  blocked: BlockableMatch | null;
}

/** A match built on others. Alpha matches, which are made most often, are smaller. */
export interface DerivedMatch extends PartialMatch {
  nextByLeft: DerivedMatch | null;
  previousByLeft: DerivedMatch | null;
  previousByRight: DerivedMatch | null;
  nextByRight: DerivedMatch | null;
}

/** A match in the left memory of a join where a right match can block it. Others are smaller. */
export interface BlockableMatch extends DerivedMatch {
  readonly join: RemovableJoin;
  /** Its neighbours in what its marker blocks. */
  previousBlocked: BlockableMatch | null;
  nextBlocked: BlockableMatch | null;
}

/** True if it is a match of this part of the network: neither a fact, nor a match that is never removed. */
export function isPartialMatch(value: unknown): value is PartialMatch {
  return typeof value === 'object' && value !== null && 'rightParent' in value;
}

export function isDerived(match: PartialMatch): match is DerivedMatch {
  return 'nextByRight' in match;
}

/** The empty left match of a first join. */
export function emptyMatch(join: RemovableJoin): BlockableMatch {
  return newBlockable(0, null, null, null, join);
}

/**
 * A match for a fact, which was just asserted, in an alpha memory. The caller links it: `fact.matches` is read and set
 * where the class of the fact is known.
 *
 * @param others the matches that the fact has
 */
export function alphaMatch(fact: Fact, others: PartialMatch | null, log: UndoLog): PartialMatch {
  const match = newMatch(log.serial(), null, fact);
  match.nextByLeft = others;
  return match;
}

/**
 * A match in no memory and no list of children, as a deferred step makes them (see deferral.ts). It counts towards the
 * limit of matches, which bounds how long a step can look for an activation.
 */
export function looseMatch(fact: Fact | null, left: PartialMatch | null, log: UndoLog): PartialMatch {
  return newMatch(log.serial(), left, fact);
}

/** A match that nothing is built on and that is in no memory. */
export function newMatch(serial: number, left: PartialMatch | null, fact: Fact | null): PartialMatch {
  return {
    serial,
    left,
    fact,
    rightParent: null,
    gone: false,
    list: null,
    older: null,
    newer: null,
    children: null,
    nextByLeft: null,
    marker: null,
    blocked: null,
  };
}

/**
 * The match that a join sends to one of its children.
 *
 * @param fact of the last pattern or null, @param left @param rightParent the matches it is built on
 */
export function derivedMatch(
  fact: Fact | null,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  log: UndoLog,
): DerivedMatch {
  const match: DerivedMatch = {
    serial: log.serial(),
    left,
    fact,
    rightParent,
    gone: false,
    list: null,
    older: null,
    newer: null,
    children: null,
    nextByLeft: null,
    marker: null,
    blocked: null,
    previousByLeft: null,
    previousByRight: null,
    nextByRight: null,
  };
  adopt(match, left, rightParent, log);
  return match;
}

function newBlockable(
  serial: number,
  left: PartialMatch | null,
  fact: Fact | null,
  rightParent: PartialMatch | null,
  join: RemovableJoin,
): BlockableMatch {
  return {
    serial,
    left,
    fact,
    rightParent,
    gone: false,
    list: null,
    older: null,
    newer: null,
    children: null,
    nextByLeft: null,
    marker: null,
    blocked: null,
    previousByLeft: null,
    previousByRight: null,
    nextByRight: null,
    join,
    previousBlocked: null,
    nextBlocked: null,
  };
}

/** The same for a child in whose left memory it can be blocked. */
export function blockableMatch(
  join: RemovableJoin,
  fact: Fact | null,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  log: UndoLog,
): BlockableMatch {
  const match = newBlockable(log.serial(), left, fact, rightParent, join);
  adopt(match, left, rightParent, log);
  return match;
}

/** Before a child is added: a match from before the evaluation has to lose it again in a rollback. */
function touch(match: PartialMatch, log: UndoLog): void {
  const { start } = log;
  if (match.serial >= start || (match.children !== null && match.children.serial >= start)) return;
  log.touchMatch(match);
}

/** Drops the young children, see `touch`. */
export function cutChildren(match: PartialMatch, start: number): void {
  let child = match.children;
  while (child !== null && child.serial >= start) {
    child = child.rightParent === match ? child.nextByRight : child.nextByLeft;
  }
  match.children = child;
  if (child === null) return;
  if (child.rightParent === match) child.previousByRight = null;
  else child.previousByLeft = null;
}

function adopt(
  match: DerivedMatch,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  log: UndoLog,
): void {
  if (rightParent !== null) {
    touch(rightParent, log);
    match.nextByRight = rightParent.children;
    if (rightParent.children !== null) rightParent.children.previousByRight = match;
    rightParent.children = match;
  }
  if (left !== null) {
    touch(left, log);
    match.nextByLeft = left.children;
    if (left.children !== null) left.children.previousByLeft = match;
    left.children = match;
  }
}

/** True if a match holds a fact that is being retracted. */
export function dying(match: PartialMatch): boolean {
  for (let m: PartialMatch | null = match; m !== null; m = m.left)
    if (m.fact !== null && m.fact.gone) return true;
  return match.gone;
}
