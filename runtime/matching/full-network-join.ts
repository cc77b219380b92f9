/** One join of the full network that an engine with a history keeps (see full-network.ts). */
import type { ModuleAgenda } from '../engine/agenda.ts';
import { block } from './blocking.ts';
import type { RuleRecord } from '../abi.ts';
import { MatchIndex, MatchList } from './match-list.ts';
import type { Matcher } from '../engine/matcher.ts';
import { MemberMatches, type MemberKeysOf } from './member-matches.ts';
import {
  blockableMatch,
  derivedMatch,
  dying,
  emptyMatch,
  type BlockableMatch,
  type PartialMatch,
  type RemovableJoin,
} from './partial-match.ts';
import { removeChildren } from './removal.ts';
import type { UndoLog } from '../engine/undo-log.ts';

/** A key of an index; a memory without one is a single list. */
type FullNetworkKey = ((match: PartialMatch) => unknown) | null;

/** A memory of linked matches, found by a key where there is one. */
export class FullNetworkMemory {
  readonly #key: FullNetworkKey;
  /** With indexes for joins that test membership. */
  #all: MatchList = new MatchList();
  readonly #index = new MatchIndex<unknown>();

  constructor(key: FullNetworkKey) {
    this.#key = key;
  }

  add(match: PartialMatch, log: UndoLog): void {
    if (this.#key === null) this.#all.add(match, log);
    else this.#index.add(this.#key(match), match, log);
  }

  /**
   * Index of matches by the items of lists. `null` if they are found by a key.
   *
   * INVARIANT: created before any match exists.
   */
  byMembers(keysOf: MemberKeysOf): MemberLookup | null {
    if (this.#key !== null) return null;
    const all = this.#all instanceof MemberMatches ? this.#all : new MemberMatches();
    this.#all = all;
    return { matches: all, index: all.addIndex(keysOf), keysOf };
  }

  /** The matches that a match of the other side can agree with. */
  list(key: FullNetworkKey, other: PartialMatch): MatchList | undefined {
    return key === null ? this.#all : this.#index.get(key(other));
  }
}

/** An index of a memory, with what its matches are found under. */
interface MemberLookup {
  readonly matches: MemberMatches;
  readonly index: number;
  readonly keysOf: MemberKeysOf;
}

/** Description of a join in a generated module. */
export interface FullNetworkJoinParts {
  /** True if a right match joins a left match, lets it pass (exists) or blocks it (negation, group). */
  readonly mode: 'positive' | 'exists' | 'negated';
  /** Left out: always passed. */
  readonly test?: (matcher: never, left: PartialMatch, right: PartialMatch) => boolean;
  /** Tests after a negated or existential pattern. */
  readonly after?: (matcher: never, left: PartialMatch) => boolean;
  /** Key of a left match; left out: none. */
  readonly key?: (left: PartialMatch) => unknown;
  /** Key of a match on the right. */
  readonly rightKey?: (right: PartialMatch) => unknown;
  /** Set if it tests membership in a list: the values to look up of a match on either side. */
  readonly members?: readonly [left: MemberKeysOf, right: MemberKeysOf];
}

/** Where a match goes from a join. */
type FullNetworkTarget =
  | { readonly kind: 'left' | 'right'; readonly join: FullNetworkJoin }
  | {
      readonly kind: 'fire';
      readonly agenda: ModuleAgenda;
      readonly level: number;
      readonly rule: RuleRecord;
    };

export class FullNetworkJoin implements RemovableJoin {
  readonly first: boolean;
  readonly exists: boolean;
  readonly test: RemovableJoin['test'];
  readonly secondary: RemovableJoin['secondary'];
  /** In the order in which they are driven. */
  readonly targets: FullNetworkTarget[] = [];
  /** True if a right match can block a left match. */
  readonly blocks: boolean;
  readonly #mode: FullNetworkJoinParts['mode'];
  readonly #key: FullNetworkKey;
  readonly #rightKey: FullNetworkKey;
  readonly #left: FullNetworkMemory;
  /** `null` if it has no right input. */
  readonly #right: FullNetworkMemory | null;
  /** Where matches of either side are found by the items of lists; null: they are not. */
  readonly #leftMembers: MemberLookup | null;
  readonly #rightMembers: MemberLookup | null;
  readonly candidates: NonNullable<RemovableJoin['candidates']> | null;
  /** Left input of a first join that blocks. */
  readonly #empty: BlockableMatch;

  /** @param right matches of the pattern or of the group; null: there are none */
  constructor(parts: FullNetworkJoinParts, first: boolean, right: FullNetworkMemory | null) {
    this.first = first;
    this.exists = parts.mode === 'exists';
    this.blocks = parts.mode !== 'positive';
    this.test = parts.test ?? null;
    this.secondary = parts.after ?? null;
    this.#mode = parts.mode;
    this.#key = parts.key ?? null;
    this.#rightKey = parts.rightKey ?? null;
    this.#left = new FullNetworkMemory(this.#key);
    this.#right = right;
    const [leftKeys, rightKeys] = parts.members ?? [];
    const rightMembers = (rightKeys && right?.byMembers(rightKeys)) ?? null;
    this.#leftMembers = (leftKeys && this.#left.byMembers(leftKeys)) ?? null;
    this.#rightMembers = rightMembers;
    this.candidates =
      rightMembers === null || leftKeys === undefined || leftKeys === null
        ? null
        : (_, left) => rightMembers.matches.oldestFirst(rightMembers.index, leftKeys(left));
    this.#empty = emptyMatch(this);
  }

  /** Drives what (reset) drives before any fact comes in. */
  prime(matcher: Matcher): void {
    if (this.#right === null) {
      if (this.#passes(matcher, this.#empty, this.#empty)) this.#send(matcher, null, null);
    } else if (this.#isFree(matcher, this.#empty)) this.#send(matcher, this.#empty, null);
  }

  /** Sends an unblocked left match on to all children. */
  drive = (matcher: never, left: PartialMatch): void => this.#send(matcher, left, null);

  /** A new right match: newest left match first (clips-order.md, 3.5, 6). */
  right(matcher: Matcher, right: PartialMatch): void {
    if (this.first) return this.#firstRight(matcher, right);
    const members = this.#leftMembers;
    if (members !== null) {
      const keys = this.#rightMembers!.keysOf(right);
      for (const left of members.matches.newestFirst(members.index, keys)) this.#try(matcher, left, right);
      return;
    }
    const memory = this.#left.list(this.#rightKey, right);
    if (memory === undefined) return;
    for (let left = memory.newest, older; left !== null; left = older) {
      older = left.older;
      this.#try(matcher, left, right);
    }
  }

  #try(matcher: Matcher, left: PartialMatch, right: PartialMatch): void {
    if (this.blocks && left.marker !== null) return;
    if (!this.#passes(matcher, left, right)) return;
    if (this.blocks && !this.#isFree(matcher, left)) return;
    this.#meet(matcher, left, right);
  }

  #firstRight(matcher: Matcher, right: PartialMatch): void {
    const left = this.#empty;
    if (this.blocks && left.marker !== null) return;
    if (!this.#passes(matcher, left, right) || !this.#isFree(matcher, left)) return;
    if (this.blocks) this.#meet(matcher, left, right);
    else this.#send(matcher, null, right);
  }

  #meet(matcher: Matcher, left: PartialMatch, right: PartialMatch): void {
    if (this.#mode === 'positive') {
      this.#send(matcher, left, right);
      return;
    }
    block(left, right, matcher.log);
    if (this.exists) this.#send(matcher, left, null);
    else removeChildren(left, matcher);
  }

  /** A new left match: oldest right match first; then, for a negation that nothing blocks, on to the children. */
  left(matcher: Matcher, left: PartialMatch): void {
    if (matcher.retracting && dying(left)) return;
    if (this.#right === null) {
      if (this.#passes(matcher, left, left)) this.#send(matcher, left, null);
      return;
    }
    const members = this.candidates?.(matcher as never, left);
    if (members !== undefined) {
      for (const right of members) if (this.#takes(matcher, left, right)) return;
    } else {
      const memory = this.#right.list(this.#key, left);
      for (let right = memory?.oldest ?? null, newer; right !== null; right = newer) {
        newer = right.newer;
        if (this.#takes(matcher, left, right)) return;
      }
    }
    if (this.#mode === 'negated' && this.#isFree(matcher, left)) this.#send(matcher, left, null);
  }

  /** A right match for a new left match; whether the left match looks no further. */
  #takes(matcher: Matcher, left: PartialMatch, right: PartialMatch): boolean {
    if ((matcher.retracting && dying(right)) || !this.#passes(matcher, left, right)) return false;
    if (this.#mode === 'positive') {
      this.#send(matcher, left, right);
      return false;
    }
    if (this.#mode === 'exists') {
      if (!this.#isFree(matcher, left)) return false;
      block(left, right, matcher.log);
      this.#send(matcher, left, null);
      return true;
    }
    block(left, right, matcher.log);
    return true;
  }

  #passes(matcher: Matcher, left: PartialMatch, right: PartialMatch): boolean {
    return this.test === null || this.test(matcher as never, left, right);
  }

  #isFree(matcher: Matcher, left: PartialMatch): boolean {
    return this.secondary === null || this.secondary(matcher as never, left);
  }

  /** The match of both sides (null: none) goes to every child. */
  #send(matcher: Matcher, left: PartialMatch | null, right: PartialMatch | null): void {
    const { log } = matcher;
    const fact = this.#mode === 'positive' && right !== null ? right.fact : null;
    for (const target of this.targets) {
      if (target.kind === 'fire') {
        target.agenda.activate(target.level, target.rule, derivedMatch(fact, left, right, log));
        continue;
      }
      const { join } = target;
      const match =
        target.kind === 'left' && join.blocks
          ? blockableMatch(join, fact, left, right, log)
          : derivedMatch(fact, left, right, log);
      join.#enter(matcher, target.kind, match);
    }
  }

  #enter(matcher: Matcher, side: 'left' | 'right', match: PartialMatch): void {
    if (side === 'right') {
      this.#right!.add(match, matcher.log);
      this.right(matcher, match);
      return;
    }
    if (this.#right !== null) this.#left.add(match, matcher.log);
    this.left(matcher, match);
  }
}
