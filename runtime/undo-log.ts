import { LimitError } from './errors.ts';
import type { FactMemory } from './fact-memory.ts';
import type { IndexedMemory } from './indexed-memory.ts';
import type { Matcher } from './matcher.ts';
import type { Memory } from './memory.ts';
import { objectList } from './object-list.ts';
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
  /** What was added since stays: there is nothing young any more. */
  keep(): void;
}

/** Lists of one class, so that each class is cut by a loop of its own: V8 inlines a call that meets one class only. */
interface TouchedLists<T> {
  readonly lists: T[];
  count: number;
}

const none = <T>(): TouchedLists<T> => ({ lists: objectList(), count: 0 });

function keepAll(touched: TouchedLists<Growing>): void {
  for (let i = 0; i < touched.count; i++) touched.lists[i]!.keep();
  touched.count = 0;
}

/**
 * What an evaluation did. A scoped evaluation, and every evaluation or assertion that fails, is taken back: lists that
 * grew are cut back, and everything else is logged step by step and replayed backwards. The cost follows what was
 * touched, not the size of working memory.
 */
export class UndoLog {
  readonly entries: Undoable[] = objectList();
  count = 0;
  readonly #touched = none<Touched>();
  readonly #memories = none<Memory<unknown>>();
  readonly #indexed = none<IndexedMemory<unknown, unknown>>();
  readonly #facts = none<FactMemory<never>>();
  /** Serial number of the next match. Matches from `start` on were made since the last commit: they are young. */
  next = 1;
  start = 1;
  readonly #limit: number;

  /** @param limit of matches made, and of entries, until the next commit; passing it is a LimitError */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Called when the step is done. Past the limit it throws, but only after the step is logged and can be taken back. */
  add(entry: Undoable): void {
    this.entries[this.count++] = entry;
    if (this.count > this.#limit) throw this.#tooMany();
  }

  /** The serial number of a match that is being made. */
  serial(): number {
    if (this.next - this.start === this.#limit) throw this.#tooMany();
    return this.next++;
  }

  /** Remembers a list that gets its first young match. */
  touch(list: Touched): void {
    this.#touched.lists[this.#touched.count++] = list;
  }

  /** Remembers a memory that gets its first young item; likewise below. */
  touchMemory(memory: Memory<never>): void {
    this.#memories.lists[this.#memories.count++] = memory as Memory<unknown>;
  }

  touchIndexed(memory: IndexedMemory<never, never>): void {
    this.#indexed.lists[this.#indexed.count++] = memory as unknown as IndexedMemory<unknown, unknown>;
  }

  touchFacts(memory: FactMemory<never>): void {
    this.#facts.lists[this.#facts.count++] = memory;
  }

  /**
   * Takes everything back. Young matches go first, so that what they were linked to is as it was but for what is
   * logged; what happened to them in between never mattered and was never logged. Facts go last: that a fact was
   * retracted is logged, whether it is young or not.
   */
  rollback(): void {
    const { entries } = this;
    const touched = this.#touched;
    for (let i = 0; i < touched.count; i++) {
      touched.lists[i]!.cut(this.start);
      // These are matches too: a log that held on to them would hold on to their facts.
      touched.lists[i] = undefined as never;
    }
    for (let i = this.count - 1; i >= 0; i--) {
      entries[i]!.undo();
      // Not to be reached any more: by its facts an entry would keep every match of the evaluation alive.
      entries[i] = undefined as never;
    }
    const memories = this.#memories;
    for (let i = 0; i < memories.count; i++) memories.lists[i]!.cut();
    const indexed = this.#indexed;
    for (let i = 0; i < indexed.count; i++) indexed.lists[i]!.cut();
    const facts = this.#facts;
    for (let i = 0; i < facts.count; i++) facts.lists[i]!.cut();
    memories.count = 0;
    indexed.count = 0;
    facts.count = 0;
    this.#finish();
  }

  /**
   * Keeps everything that was done. Facts that stay go into the memories of the network: looking at the flags of those
   * that came last is for facts that come and go.
   */
  commit(matcher: Matcher): void {
    const facts = this.#facts;
    for (let i = 0; i < facts.count; i++) facts.lists[i]!.store(matcher);
    for (let i = 0; i < this.#touched.count; i++) this.#touched.lists[i] = undefined as never;
    keepAll(this.#memories);
    keepAll(this.#indexed);
    keepAll(this.#facts);
    this.#finish();
  }

  #finish(): void {
    this.count = 0;
    this.#touched.count = 0;
    this.start = this.next;
    // A log that was once very long would hold on to everything in it.
    if (this.entries.length > LOG_KEPT) this.entries.length = LOG_KEPT;
    const { lists } = this.#touched;
    if (lists.length > LOG_KEPT) lists.length = LOG_KEPT;
  }

  #tooMany(): LimitError {
    return new LimitError('matches', `More than ${this.#limit} matches`);
  }
}
