import type { AutomatonProgram } from './regex.ts';
import { EDGE, ThreadRunner, type Threads } from './regex-threads.ts';
import { REGEX_CACHE, REGEX_FIRST_STATES, REGEX_STATES, REGEX_WORTHWHILE_USES } from './thresholds.ts';

/** Entries of the transition table that are no state. */
const UNKNOWN = 0;
const ACCEPT = -1;
const DEAD = -2;

const ASCII = 0x80;

interface State {
  readonly threads: Threads;
  /** What stands before the position. */
  readonly before: number;
}

/**
 * A deterministic automaton built while it is used: a state is a set of threads of the program, a transition is
 * computed once and then read from a table. A full cache is emptied, so that memory is bounded; a search for which the
 * cache does not pay goes on without it. Time is linear in the text in either way.
 */
export class SearchAutomaton {
  readonly #runner: ThreadRunner;
  readonly #program: AutomatonProgram;
  readonly #asciiClasses: Uint16Array;
  /** Width of a row: one transition for each class and one for the end of the text. */
  readonly #width: number;
  /** INVARIANT: a state is the offset of its row; rows begin at `width`, so that no state is UNKNOWN. */
  #table: Int32Array;
  /** By offset / width; the row at 0 belongs to no state. */
  #states: (State | null)[] = [null];
  readonly #known = new Map<string, number>();
  readonly #cacheLimit: number;
  #cached = 0;
  /** The state in which `#follow` stopped. */
  #reached = 0;
  /** UTF-16 units searched with the cache so far, and when it was last emptied. */
  #searched = 0;
  #emptiedAt = 0;
  /** null when the empty text is among what is searched: every text matches. */
  readonly #first: State | null;
  #next: Threads;
  #spare: Threads;

  constructor(program: AutomatonProgram) {
    this.#program = program;
    this.#runner = new ThreadRunner(program);
    this.#next = this.#runner.createThreads();
    this.#spare = this.#runner.createThreads();
    this.#width = this.#runner.endClass + 1;
    this.#cacheLimit = Math.max(REGEX_CACHE, REGEX_STATES * this.#width);
    this.#table = new Int32Array(REGEX_FIRST_STATES * this.#width);
    this.#asciiClasses = Uint16Array.from({ length: ASCII }, (_, point) => this.#classOf(point));
    this.#first = this.#runner.start(this.#next) ? null : { threads: sorted(this.#next), before: EDGE };
    if (this.#first !== null) this.#add(this.#first, keyOf(this.#first));
  }

  /** Whether the pattern matches anywhere in the text. */
  matches(text: string): boolean {
    if (this.#first === null) return true;
    const searchedBefore = this.#searched;
    let state = this.#width;
    for (let i = 0; ; i++) {
      i = this.#follow(text, i, state);
      if (i === text.length) break;
      const point = text.codePointAt(i)!;
      const id = this.#classOf(point);
      this.#searched = searchedBefore + i;
      let next = this.#table[this.#reached + id]!;
      if (next === UNKNOWN) {
        next = this.#advance(this.#reached, id);
        if (next === UNKNOWN) return this.#simulate(text, point > 0xffff ? i + 2 : i + 1, id);
      }
      if (next < 0) return next === ACCEPT;
      if (point > 0xffff) i++;
      state = next;
    }
    this.#searched = searchedBefore + text.length;
    const end = this.#runner.endClass;
    const last = this.#table[this.#reached + end]!;
    return (last === UNKNOWN ? this.#advance(this.#reached, end) : last) === ACCEPT;
  }

  /**
   * Follows known transitions from a state as far as characters are ASCII. Answers where it stopped, in `#reached`. The
   * loop calls nothing, so that V8 checks the tables once and not at every character.
   */
  #follow(text: string, start: number, from: number): number {
    const ascii = this.#asciiClasses;
    const table = this.#table;
    let state = from;
    let i = start;
    for (; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit >= ASCII) break;
      const next = table[state + ascii[unit]!]!;
      if (next <= 0) break;
      state = next;
    }
    this.#reached = state;
    return i;
  }

  /** The search from `start` on without the cache; `#next` holds the threads after a character of class `id`. */
  #simulate(text: string, start: number, id: number): boolean {
    let before = this.#runner.contextAfter(id);
    for (let i = start; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const next = point < ASCII ? this.#asciiClasses[point]! : this.#classOf(point);
      this.#swap();
      if (this.#runner.step(this.#spare, before, next, this.#next)) return true;
      if (this.#next.length === 0) return false;
      before = this.#runner.contextAfter(next);
    }
    this.#swap();
    return this.#runner.step(this.#spare, before, this.#runner.endClass, this.#next);
  }

  #swap(): void {
    const next = this.#next;
    this.#next = this.#spare;
    this.#spare = next;
  }

  /** The class of a code point: that of the last interval that begins at or before it. */
  #classOf(point: number): number {
    const { starts, classes } = this.#program;
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (starts[middle]! <= point) low = middle;
      else high = middle;
    }
    return classes[low]!;
  }

  /**
   * Computes the transition from a state on a class and keeps it. UNKNOWN when the cache is full and does not pay; then
   * `#next` holds the threads.
   */
  #advance(offset: number, id: number): number {
    const state = this.#states[offset / this.#width]!;
    if (this.#runner.step(state.threads, state.before, id, this.#next)) return this.#keep(offset, id, ACCEPT);
    // No thread can come back: either the text is over, or a match could only have begun at its start.
    if (this.#next.length === 0) return this.#keep(offset, id, DEAD);
    const next: State = { threads: sorted(this.#next), before: this.#runner.contextAfter(id) };
    const key = keyOf(next);
    const known = this.#known.get(key);
    if (known !== undefined) return this.#keep(offset, id, known);
    if (this.#cached + this.#width + next.threads.length <= this.#cacheLimit) {
      return this.#keep(offset, id, this.#add(next, key));
    }
    if (this.#searched - this.#emptiedAt < this.#states.length * REGEX_WORTHWHILE_USES) return UNKNOWN;
    // The row of `offset` goes too; its transition is computed again when it comes up.
    this.#empty();
    return this.#add(next, key);
  }

  #keep(offset: number, id: number, next: number): number {
    this.#table[offset + id] = next;
    return next;
  }

  #add(state: State, key: string): number {
    const offset = this.#states.push(state) * this.#width - this.#width;
    if (offset + this.#width > this.#table.length) {
      const larger = new Int32Array(this.#table.length * 2);
      larger.set(this.#table);
      this.#table = larger;
    }
    this.#known.set(key, offset);
    this.#cached += this.#width + state.threads.length;
    return offset;
  }

  /** Forgets every state but the first, which keeps its place. */
  #empty(): void {
    this.#table.fill(UNKNOWN, 0, this.#states.length * this.#width);
    this.#states = [null];
    this.#known.clear();
    this.#cached = 0;
    this.#emptiedAt = this.#searched;
    if (this.#first !== null) this.#add(this.#first, keyOf(this.#first));
  }
}

/** A copy in ascending order: as states, sets are equal whatever the order in which threads were reached. */
function sorted(threads: Threads): Threads {
  const addresses = threads.addresses.slice(0, threads.length).sort();
  return { addresses, length: addresses.length };
}

/** INVARIANT: programs are far below 65,536 instructions, so that a thread is one unit of a string. */
function keyOf(state: State): string {
  return String.fromCharCode(state.before, ...state.threads.addresses);
}
