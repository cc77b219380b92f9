import type { MatchList } from './match-list.ts';
import type { Touched, UndoLog } from './undo-log.ts';
import type { Fact } from './values.ts';

/**
 * What the removal of matches needs to know of a join that has a negated, existential or group right side, or whose
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
  readonly rightParent: PartialMatch | null;
  gone = false;

  /** The memory and the neighbours in it; an activation is in none. */
  list: MatchList | null = null;
  older: PartialMatch | null = null;
  newer: PartialMatch | null = null;

  /**
   * Matches built on this one, newest first: linked through `…ByLeft` when this is their left parent, else through
   * `…ByRight`.
   */
  children: DerivedMatch | null = null;
  /** Alpha matches have no left parent: this links those of one fact. */
  nextByLeft: PartialMatch | null = null;

  /** The right match that blocks this one (negation) or lets it through (exists); only of a BlockableMatch. */
  marker: PartialMatch | null = null;
  /** Left matches that this one is the marker of, newest first. */
  blocked: BlockableMatch | null = null;

  constructor(
    serial: number,
    left: PartialMatch | null,
    fact: Fact | null,
    rightParent: PartialMatch | null,
  ) {
    this.serial = serial;
    this.left = left;
    this.fact = fact;
    this.rightParent = rightParent;
  }

  /** Before a child is added: a match from before the evaluation has to lose it again in a rollback. */
  touch(log: UndoLog): void {
    const { start } = log;
    if (this.serial >= start || (this.children !== null && this.children.serial >= start)) return;
    log.touch(this);
  }

  cut(start: number): void {
    let child = this.children;
    while (child !== null && child.serial >= start) {
      child = child.rightParent === this ? child.nextByRight : child.nextByLeft;
    }
    this.children = child;
    if (child === null) return;
    if (child.rightParent === this) child.previousByRight = null;
    else child.previousByLeft = null;
  }
}

/** A match built on others. Alpha matches, which are made most often, are smaller. */
export class DerivedMatch extends PartialMatch {
  declare nextByLeft: DerivedMatch | null;
  previousByLeft: DerivedMatch | null = null;
  previousByRight: DerivedMatch | null = null;
  nextByRight: DerivedMatch | null = null;

  // Written out: with fields alone, which become assignments, esbuild would have it hand on `arguments`.
  constructor(
    serial: number,
    left: PartialMatch | null,
    fact: Fact | null,
    rightParent: PartialMatch | null,
  ) {
    super(serial, left, fact, rightParent);
  }
}

/** A match in the left memory of a join where a right match can block it. Others are smaller. */
export class BlockableMatch extends DerivedMatch {
  readonly join: RemovableJoin;
  /** Its neighbours in what its marker blocks. */
  previousBlocked: BlockableMatch | null = null;
  nextBlocked: BlockableMatch | null = null;

  constructor(
    serial: number,
    left: PartialMatch | null,
    fact: Fact | null,
    rightParent: PartialMatch | null,
    join: RemovableJoin,
  ) {
    super(serial, left, fact, rightParent);
    this.join = join;
  }
}

/** The empty left match of a first join. */
export function emptyMatch(join: RemovableJoin): BlockableMatch {
  return new BlockableMatch(0, null, null, null, join);
}

/**
 * A match for a fact, which was just asserted, in an alpha memory. The caller links it: `fact.matches` is read and set
 * where the class of the fact is known.
 *
 * @param others the matches that the fact has
 */
export function alphaMatch(fact: Fact, others: PartialMatch | null, log: UndoLog): PartialMatch {
  const match = new PartialMatch(log.serial(), null, fact, null);
  match.nextByLeft = others;
  return match;
}

/**
 * A match in no memory and no list of children, as a deferred step makes them (see deferral.ts). It counts towards the
 * limit of matches, which bounds how long a step can look for an activation.
 */
export function looseMatch(fact: Fact | null, left: PartialMatch | null, log: UndoLog): PartialMatch {
  return new PartialMatch(log.serial(), left, fact, null);
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
  const match = new DerivedMatch(log.serial(), left, fact, rightParent);
  adopt(match, left, rightParent, log);
  return match;
}

/** The same for a child in whose left memory it can be blocked. */
export function blockableMatch(
  join: RemovableJoin,
  fact: Fact | null,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  log: UndoLog,
): BlockableMatch {
  const match = new BlockableMatch(log.serial(), left, fact, rightParent, join);
  adopt(match, left, rightParent, log);
  return match;
}

function adopt(
  match: DerivedMatch,
  left: PartialMatch | null,
  rightParent: PartialMatch | null,
  log: UndoLog,
): void {
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
}

/** Whether a match holds a fact that is being retracted. */
export function dying(match: PartialMatch): boolean {
  for (let m: PartialMatch | null = match; m !== null; m = m.left)
    if (m.fact !== null && m.fact.gone) return true;
  return match.gone;
}
