import type { AutomatonProgram } from './regex.ts';

/** Context on one side of a position; all that an assertion tests. */
export const EDGE = 0;
const NEWLINE = 1;
const WORD = 2;
const OTHER = 3;

/** The next character is not known yet: assertions are kept as threads until it is. */
const UNKNOWN = -1;

const MATCH = 0;
const SPLIT = 2;
const ASSERT = 3;

const NEWLINE_POINT = 0x0a;

/**
 * A set of threads in the order they were reached: addresses of instructions that take a character, or of assertions
 * that wait for the next one.
 */
export interface Threads {
  readonly addresses: Int32Array;
  length: number;
}

/**
 * Runs a program on all its threads at once (Thompson's and Pike's simulation): each step costs at most in proportion
 * to the program, whatever the patterns. Bits identify patterns.
 */
export class ThreadRunner {
  /** The number of classes; as a class, the end of the text. */
  readonly endClass: number;
  /** True if the context before a position matters. */
  readonly #hasAssertions: boolean;
  readonly #program: AutomatonProgram;
  readonly #instructions: Int32Array;
  /** Context of each class for assertions. */
  readonly #contexts: Uint8Array;
  /** The bit of the pattern that an instruction belongs to. */
  readonly #bits: Int32Array;
  /** The round in which an instruction was last reached. */
  readonly #reached: Uint32Array;
  #round = 0;
  readonly #pending: number[] = [];
  readonly #resolved: Threads;
  #found = 0;

  constructor(program: AutomatonProgram) {
    this.#program = program;
    this.#instructions = Int32Array.from(program.instructions);
    this.endClass = Math.max(...program.classes) + 1;
    this.#contexts = new Uint8Array(this.endClass + 1).fill(OTHER);
    program.starts.forEach((point, i) => {
      this.#contexts[program.classes[i]!] = contextOf(point);
    });
    this.#contexts[this.endClass] = EDGE;
    this.#bits = bitsOf(program.instructions);
    this.#reached = new Uint32Array(program.instructions.length / 3);
    this.#resolved = this.createThreads();
    this.#hasAssertions = program.instructions.some((value, i) => i % 3 === 0 && value === ASSERT);
  }

  /** An empty set, with room for all threads of the program. */
  createThreads(): Threads {
    return { addresses: new Int32Array(this.#reached.length), length: 0 };
  }

  /** Context before the position after a character of this class. */
  contextAfter(id: number): number {
    return this.#hasAssertions ? this.#contexts[id]! : OTHER;
  }

  /** Makes `threads` those of the patterns `wanted` at the start of a text. Returns the patterns that match in any case. */
  start(threads: Threads, wanted: number): number {
    this.#found = 0;
    this.#clear(threads);
    this.#program.patterns.forEach(({ start }, i) => {
      if ((wanted & (1 << i)) !== 0) this.#follow(start, UNKNOWN, UNKNOWN, threads);
    });
    return this.#found;
  }

  /**
   * Makes `next` the threads after `current` and a character of class `id` (or the end), `before` being the context
   * before it. Returns the patterns that match; the search continues for those of `wanted`.
   */
  step(current: Threads, before: number, id: number, next: Threads, wanted: number): number {
    this.#found = 0;
    if (this.#hasAssertions) this.#resolve(current, before, this.#contexts[id]!);
    const { addresses, length } = this.#hasAssertions ? this.#resolved : current;
    this.#clear(next);
    if (id === this.endClass) return this.#found;
    const instructions = this.#instructions;
    const { sets, patterns } = this.#program;
    for (let i = 0; i < length; i++) {
      const at = addresses[i]! * 3;
      if (hasClass(sets[instructions[at + 1]!]!, id))
        this.#follow(instructions[at + 2]!, UNKNOWN, UNKNOWN, next);
    }
    for (let i = 0; i < patterns.length; i++) {
      const { anchored, start } = patterns[i]!;
      if (!anchored && (wanted & (1 << i)) !== 0) this.#follow(start, UNKNOWN, UNKNOWN, next);
    }
    return this.#found;
  }

  /**
   * The threads of the patterns `wanted`, in ascending order: as states, sets are equal whatever the order in which
   * threads were reached.
   */
  sorted({ addresses, length }: Threads, wanted: number): Threads {
    const kept = addresses.subarray(0, length).filter((address) => (this.#bits[address]! & wanted) !== 0);
    return { addresses: kept.sort(), length: kept.length };
  }

  /** Decides the waiting assertions: leaves the threads that take a character. */
  #resolve(threads: Threads, before: number, after: number): void {
    this.#clear(this.#resolved);
    for (let i = 0; i < threads.length; i++)
      this.#follow(threads.addresses[i]!, before, after, this.#resolved);
  }

  #clear(threads: Threads): void {
    threads.length = 0;
    if (++this.#round <= 0xffffffff) return;
    this.#reached.fill(0);
    this.#round = 1;
  }

  /** Adds what is reached from `address` without taking a character; a match among it is found. */
  #follow(address: number, before: number, after: number, threads: Threads): void {
    const instructions = this.#instructions;
    const reached = this.#reached;
    const round = this.#round;
    const pending = this.#pending;
    let waiting = 0;
    let next = address;
    for (;;) {
      if (reached[next] !== round) {
        reached[next] = round;
        const operation = instructions[next * 3]!;
        if (operation === MATCH) {
          this.#found |= this.#bits[next]!;
        } else if (operation === SPLIT) {
          pending[waiting++] = instructions[next * 3 + 2]!;
          next = instructions[next * 3 + 1]!;
          continue;
        } else if (operation !== ASSERT || after === UNKNOWN) {
          threads.addresses[threads.length++] = next;
        } else if (holds(instructions[next * 3 + 1]!, before, after)) {
          next = instructions[next * 3 + 2]!;
          continue;
        }
      }
      if (waiting === 0) return;
      next = pending[--waiting]!;
    }
  }
}

/** The bit of each instruction's pattern. */
function bitsOf(instructions: readonly number[]): Int32Array {
  const bits = new Int32Array(instructions.length / 3);
  let bit = 0;
  for (let address = 0; address < bits.length; address++) {
    if (instructions[address * 3] === MATCH) bit = 1 << instructions[address * 3 + 1]!;
    bits[address] = bit;
  }
  return bits;
}

function hasClass(set: readonly number[], id: number): boolean {
  for (let i = 0; i < set.length; i += 2) {
    if (id <= set[i + 1]!) return id >= set[i]!;
  }
  return false;
}

function contextOf(point: number): number {
  if (point === NEWLINE_POINT) return NEWLINE;
  const digit = point >= 0x30 && point <= 0x39;
  const letter = (point >= 0x41 && point <= 0x5a) || (point >= 0x61 && point <= 0x7a);
  return digit || letter || point === 0x5f ? WORD : OTHER;
}

/** True if an assertion (numbers: see AutomatonProgram) holds between two contexts. */
function holds(assertion: number, before: number, after: number): boolean {
  switch (assertion) {
    case 0:
      return before === EDGE;
    case 1:
      return after === EDGE;
    case 2:
      return before === EDGE || before === NEWLINE;
    case 3:
      return after === EDGE || after === NEWLINE;
    case 4:
      return (before === WORD) !== (after === WORD);
    default:
      return (before === WORD) === (after === WORD);
  }
}
