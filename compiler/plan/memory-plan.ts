/** The memories of a matcher: what each holds, who reads it, and how facts and matches are found in it. */
import type { Reference } from '../order/network.ts';
import type { JoinId, MemoryId, NodeId } from './ids.ts';

/** Flag of a fact for one memory: a bit of one of its two words. */
export interface Flag {
  readonly word: 0 | 1;
  /** A power of two. */
  readonly bit: number;
  /** A fact can meet itself there: its flag counts as soon as it is set, not when the fact has met all patterns. */
  readonly atOnce: boolean;
}

/** Which facts a match holds. */
export interface Shape {
  /** Templates by position in the left side; null where a position binds no fact. */
  readonly templates: readonly (string | null)[];
  /** Positions that a match has a link for: those of joins that are passed through have none. */
  readonly chain: readonly number[];
}

interface MemoryBase {
  readonly id: MemoryId;
  readonly readers: readonly JoinId[];
}

/** Facts that passed a pattern, in append-only memories. */
export interface FactsMemory extends MemoryBase {
  readonly kind: 'facts';
  readonly node: NodeId;
  readonly template: string;
  /** Slots by which facts are found; the reader compares the others. */
  readonly key: readonly string[];
  readonly flag: Flag | null;
  /** Rows of a relation and nothing else get in: those of each matcher, or the same for all. */
  readonly rows?: 'own' | 'shared';
}

/** Matches that wait for facts, in append-only memories; shared by joins that would hold the same. */
export interface WaitingMemory extends MemoryBase {
  readonly kind: 'waiting';
  /** The join whose matches these are. */
  readonly after: JoinId;
  readonly shape: Shape;
  readonly key: readonly Reference[];
  readonly flag: Flag | null;
  /** Flags of the templates that are waited for; null: facts can always come. */
  readonly awaited: number | null;
  /** As in FactsMemory, of matches. */
  readonly rows?: 'own' | 'shared';
}

/** Removable matches of a pattern, which can be removed one by one. */
export interface RemovableFactsMemory extends MemoryBase {
  readonly kind: 'removable-facts';
  readonly node: NodeId;
  readonly template: string;
  readonly key: readonly string[];
  /** Flags of the templates whose facts make the matches that look here; null: such matches can always come. */
  readonly awaited: number | null;
}

/** Removable matches on the left of a join, or of a group on its right. */
export interface RemovableMemory extends MemoryBase {
  readonly kind: 'removable-left' | 'removable-group';
  readonly join: JoinId;
  readonly shape: Shape;
  readonly key: readonly Reference[];
}

/** The one empty match on the left of a first join that holds matches back. */
interface EmptyMatchMemory extends MemoryBase {
  readonly kind: 'empty-match';
  readonly join: JoinId;
}

export type MemoryPlan =
  FactsMemory | WaitingMemory | RemovableFactsMemory | RemovableMemory | EmptyMatchMemory;
