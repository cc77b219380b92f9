import type { AutomatonProgram } from './regex.ts';
import { EDGE, ThreadRunner, type Threads } from './regex-threads.ts';
import {
  REGEX_CACHE,
  REGEX_FIRST_STATES,
  REGEX_STATES,
  REGEX_WORTHWHILE_USES,
} from '../engine/thresholds.ts';

/** Entry of the transition table that is not known yet; one below it ends the search: `~entry` are the patterns found. */
const UNKNOWN = 0;

const ASCII = 0x80;

interface State {
  readonly threads: Threads;
  /** Context before the position. */
  readonly before: number;
  /** Patterns found so far; their threads are gone. */
  readonly found: number;
}

/**
 * A deterministic automaton built while it is used: a state is a set of threads of the program, a transition is
 * computed once and then read from a table. A full cache is emptied, so that memory is bounded; a search for which the
 * cache does not pay goes on without it: for one pattern by its threads, for several by an automaton for each, as their
 * states together can be the product of those that each has alone. Time is linear in the text in either way.
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
  /** The patterns searched for, as bits. */
  readonly #wanted: number;
  /** null when every text matches every pattern. */
  readonly #first: State | null;
  #next: Threads;
  #spare: Threads;
  /** An automaton for each pattern, made when they are first needed. */
  #alone: readonly SearchAutomaton[] | null = null;

  /** @param wanted the patterns of the program that are searched for, as bits */
  constructor(program: AutomatonProgram, wanted = (1 << program.patterns.length) - 1) {
    this.#program = program;
    this.#wanted = wanted;
    this.#runner = new ThreadRunner(program);
    this.#next = this.#runner.createThreads();
    this.#spare = this.#runner.createThreads();
    this.#width = this.#runner.endClass + 1;
    this.#cacheLimit = Math.max(REGEX_CACHE, REGEX_STATES * this.#width);
    this.#table = new Int32Array(REGEX_FIRST_STATES * this.#width);
    this.#asciiClasses = Uint16Array.from({ length: ASCII }, (_, point) => this.#classOf(point));
    this.#first = this.#state(this.#runner.start(this.#next, wanted), EDGE);
    if (this.#first !== null) this.#add(this.#first, keyOf(this.#first));
  }

  /** The patterns that match anywhere in the text, as bits. */
  search(text: string): number {
    if (this.#first === null) return this.#wanted;
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
        if (next === UNKNOWN) return this.#goOn(text, point > 0xffff ? i + 2 : i + 1, id);
      }
      if (next < 0) return ~next;
      if (point > 0xffff) i++;
      state = next;
    }
    this.#searched = searchedBefore + text.length;
    const end = this.#runner.endClass;
    const last = this.#table[this.#reached + end]!;
    return ~(last === UNKNOWN ? this.#advance(this.#reached, end) : last);
  }

  /**
   * Follows known transitions from a state as far as characters are ASCII. Stores where it stopped in `#reached`. The
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

  /** The search without the cache; `#next` holds the threads before `start`, after a character of class `id`. */
  #goOn(text: string, start: number, id: number): number {
    const bits = this.#program.patterns.map((_, i) => (1 << i) & this.#wanted).filter((bit) => bit !== 0);
    if (bits.length === 1) return this.#simulate(text, start, id);
    this.#alone ??= bits.map((bit) => new SearchAutomaton(this.#program, bit));
    return this.#alone.reduce((found, automaton) => found | automaton.search(text), 0);
  }

  #simulate(text: string, start: number, id: number): number {
    let before = this.#runner.contextAfter(id);
    for (let i = start; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const next = point < ASCII ? this.#asciiClasses[point]! : this.#classOf(point);
      this.#swap();
      const found = this.#runner.step(this.#spare, before, next, this.#next, this.#wanted);
      if (found !== 0 || this.#next.length === 0) return found;
      before = this.#runner.contextAfter(next);
    }
    this.#swap();
    return this.#runner.step(this.#spare, before, this.#runner.endClass, this.#next, this.#wanted);
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
    const left = this.#wanted & ~state.found;
    const found = state.found | this.#runner.step(state.threads, state.before, id, this.#next, left);
    const next = this.#state(found, this.#runner.contextAfter(id));
    // No thread can come back: either the text is over, or a match could only have begun at its start.
    if (next === null || next.threads.length === 0) return this.#keep(offset, id, ~found);
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

  /** State of the threads of `#next`; null if nothing is left to find. */
  #state(found: number, before: number): State | null {
    const left = this.#wanted & ~found;
    return left === 0 ? null : { threads: this.#runner.sorted(this.#next, left), before, found };
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

/** INVARIANT: programs are far below 65,536 instructions, so that a thread is one unit of a string. */
function keyOf(state: State): string {
  const { before, found, threads } = state;
  return String.fromCharCode(before, found & 0xffff, found >>> 16, ...threads.addresses);
}
