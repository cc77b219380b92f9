import { LimitError } from './errors.ts';
import type { FactMemory } from '../facts/fact-memory.ts';
import type { IndexedMemory } from '../matching/indexed-memory.ts';
import type { Matcher } from './matcher.ts';
import type { Memory } from '../matching/memory.ts';
import { objectList } from '../matching/object-list.ts';
import { cutChildren, type PartialMatch } from '../matching/partial-match.ts';
import { LOG_KEPT } from './thresholds.ts';

/** Something that was done to working memory, the network or the agenda and can be taken back. */
export interface Undoable {
  /** Takes back the newest of this object's logged steps. INVARIANT: called in reverse order of logging. */
  undo(): void;
}

/** A list to which something was added since the last commit: its newest end, which is cut off as a whole. */
export interface Touched {
  /** Drops what was added since: matches whose serial number is not smaller than this. */
  cut(start: number): void;
}

/** A touched list that knows itself where its young end begins. */
interface Growing {
  /** Drops what was added since. */
  cut(): void;
  /** Commits additions: nothing is young any more. */
  keep(): void;
}

/** Commits additions to the first `count` of these lists. */
function keepAll(lists: readonly Growing[], count: number): void {
  for (let i = 0; i < count; i++) lists[i]!.keep();
}

/**
 * Changes of an evaluation. A scoped evaluation, and every failed evaluation or assertion, is rolled back: lists that
 * grew are cut back, and everything else is logged step by step and replayed backwards. The cost follows what was
 * touched, not the size of working memory.
 */
export class UndoLog {
  readonly entries: Undoable[] = objectList();
  count = 0;
  /**
   * Lists that grew: of each class for itself, so that each is cut by a loop of its own: V8 inlines a call that meets one
   * class only. Nothing here is `#private`: V8 inlines by the length of the bytecode, and names of that kind double it.
   */
  private readonly touched: Touched[] = objectList();
  private touchedCount = 0;
  private readonly matches: PartialMatch[] = objectList();
  private matchCount = 0;
  private readonly memories: Memory<unknown>[] = objectList();
  private memoryCount = 0;
  private readonly indexed: IndexedMemory<unknown, unknown>[] = objectList();
  private indexedCount = 0;
  /** Memories of facts, linked through `touchedBefore`: every request adds to some of them. */
  private facts: FactMemory<never> | null = null;
  /** Serial number of the next match. Matches from `start` on were made since the last commit: they are young. */
  next = 1;
  start = 1;
  private readonly limit: number;

  /** @param limit of matches made, and of entries, until the next commit; passing it is a LimitError */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Called when the step is done. Past the limit it throws, but only after the step is logged and can be taken back. */
  add(entry: Undoable): void {
    this.entries[this.count++] = entry;
    if (this.count > this.limit) throw this.tooMany();
  }

  /** The serial number of a match that is being made. */
  serial(): number {
    if (this.next - this.start === this.limit) throw this.tooMany();
    return this.next++;
  }

  /** Remembers a list that gets its first young match. */
  touch(list: Touched): void {
    this.touched[this.touchedCount++] = list;
  }

  /** Remembers a match that gets its first young child. */
  touchMatch(match: PartialMatch): void {
    this.matches[this.matchCount++] = match;
  }

  /** Records a memory that gets its first young item; the same below. */
  touchMemory(memory: Memory<never>): void {
    this.memories[this.memoryCount++] = memory as Memory<unknown>;
  }

  touchIndexed(memory: IndexedMemory<never, never>): void {
    this.indexed[this.indexedCount++] = memory as unknown as IndexedMemory<unknown, unknown>;
  }

  touchFacts(memory: FactMemory<never>): void {
    if (memory.touchedBefore !== undefined) return;
    memory.touchedBefore = this.facts;
    this.facts = memory;
  }

  /**
   * Takes everything back. Young matches go first, so that what they were linked to is as it was but for what is
   * logged; what happened to them in between never mattered and was never logged. Facts go last: that a fact was
   * retracted is logged, whether it is young or not.
   */
  rollback(): void {
    const { count, touchedCount, matchCount, memoryCount, indexedCount } = this;
    if (count + touchedCount + matchCount + memoryCount + indexedCount > 0) this.rollbackNetwork();
    for (let memory = this.facts; memory !== null;) {
      const before: FactMemory<never> | null = memory.touchedBefore!;
      memory.touchedBefore = undefined;
      memory.cut();
      memory = before;
    }
    this.facts = null;
    this.start = this.next;
  }

  private rollbackNetwork(): void {
    const { entries, touched, matches, memories, indexed } = this;
    for (let i = 0; i < this.touchedCount; i++) touched[i]!.cut(this.start);
    for (let i = 0; i < this.matchCount; i++) {
      cutChildren(matches[i]!, this.start);
      // A log that held on to matches would hold on to their facts.
      matches[i] = undefined as never;
    }
    for (let i = this.count - 1; i >= 0; i--) {
      entries[i]!.undo();
      // Not to be reached any more: by its facts an entry would keep every match of the evaluation alive.
      entries[i] = undefined as never;
    }
    for (let i = 0; i < this.memoryCount; i++) memories[i]!.cut();
    for (let i = 0; i < this.indexedCount; i++) indexed[i]!.cut();
    this.forgetNetwork();
  }

  /**
   * Keeps everything that was done. Facts that stay go into the memories of the network: looking at the flags of those
   * that came last is for facts that come and go.
   */
  commit(matcher: Matcher): void {
    for (let memory = this.facts; memory !== null; memory = memory.touchedBefore!) memory.store(matcher);
    for (let i = 0; i < this.matchCount; i++) this.matches[i] = undefined as never;
    keepAll(this.memories, this.memoryCount);
    keepAll(this.indexed, this.indexedCount);
    for (let memory = this.facts; memory !== null;) {
      const before: FactMemory<never> | null = memory.touchedBefore!;
      memory.touchedBefore = undefined;
      memory.keep();
      memory = before;
    }
    this.forgetNetwork();
    this.facts = null;
    this.start = this.next;
  }

  private forgetNetwork(): void {
    this.count = 0;
    this.touchedCount = 0;
    this.matchCount = 0;
    this.memoryCount = 0;
    this.indexedCount = 0;
    // A log that was once very long would hold on to everything in it.
    if (this.entries.length > LOG_KEPT) this.entries.length = LOG_KEPT;
    if (this.touched.length > LOG_KEPT) this.touched.length = LOG_KEPT;
    if (this.matches.length > LOG_KEPT) this.matches.length = LOG_KEPT;
  }

  private tooMany(): LimitError {
    return new LimitError('matches', `More than ${this.limit} matches`);
  }
}
