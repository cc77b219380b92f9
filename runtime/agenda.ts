import type { RuleRecord } from './contract.ts';
import { LimitError } from './errors.ts';
import { objectList } from './object-list.ts';

/**
 * The activations of one module and one salience, newest last. Depth strategy is a stack: a new activation has the
 * highest tag, so it is placed before all others of its salience (clips-order.md, 1.1).
 */
export class SalienceLevel {
  readonly rules: RuleRecord[] = objectList();
  readonly matches: unknown[] = objectList();
  count = 0;
}

/** The activations of one level as they stood before an evaluation. */
interface HeldLevel {
  readonly rules: readonly RuleRecord[];
  readonly matches: readonly unknown[];
}

/** Less than any number of activations. */
const CLOSED = -1;

/** The agenda of one module. The saliences of its rules are known when it is made: one stack a level, highest first. */
export class ModuleAgenda {
  readonly levels: readonly SalienceLevel[];
  /** Activations on all levels, dropped ones included until they are met. */
  pending = 0;
  /** INVARIANT: all levels before `top` are empty. */
  top: number;
  #held: readonly HeldLevel[] | null = null;
  private readonly limit: number;
  /** How many activations may wait: the limit, or fewer than any when the module is closed. */
  private room: number;

  /** @param limit of activations that wait here, as in Limits */
  constructor(levels: number, limit: number) {
    this.limit = limit;
    this.room = limit;
    this.levels = Array.from({ length: levels }, () => new SalienceLevel());
    this.top = levels;
  }

  /** Places an activation on a level (0 is the highest salience of the module), unless the module is closed. */
  activate(level: number, rule: RuleRecord, match: unknown): void {
    if (this.pending >= this.room) return this.#turnAway();
    const stack = this.levels[level]!;
    stack.rules[stack.count] = rule;
    stack.matches[stack.count++] = match;
    this.pending++;
    if (level < this.top) this.top = level;
  }

  /** The level that holds the next activation. Only while `pending` is not 0. */
  next(): SalienceLevel {
    let level = this.levels[this.top]!;
    while (level.count === 0) level = this.levels[++this.top]!;
    return level;
  }

  /**
   * Until it is restored, what would wait here is turned away. For a module that was left in an evaluation that is taken
   * back: it is not entered again, so nothing of it will fire.
   */
  close(): void {
    this.room = CLOSED;
  }

  /** Takes `close` back. */
  open(): void {
    this.room = this.limit;
  }

  /** Nothing that is placed here would fire: a match for it need not be made. */
  get isClosed(): boolean {
    return this.room === CLOSED;
  }

  /** Remembers what waits here, so that an evaluation can be taken back. Costs nothing when nothing waits. */
  hold(): void {
    if (this.pending > 0) this.#hold();
  }

  #hold(): void {
    this.#held = this.levels.map(({ rules, matches, count }) => ({
      rules: rules.slice(0, count),
      matches: matches.slice(0, count),
    }));
  }

  /** Nothing has to be put back: what was done stays. */
  letGo(): void {
    this.#held = null;
  }

  /** Puts back what waited at the last `hold`. */
  restore(): void {
    if (this.pending > 0 || this.#held !== null) this.#restore();
  }

  #restore(): void {
    const held = this.#held;
    this.#held = null;
    this.levels.forEach((level, i) => {
      const before = held?.[i];
      const count = before?.matches.length ?? 0;
      for (let k = 0; k < count; k++) {
        level.rules[k] = before!.rules[k]!;
        level.matches[k] = before!.matches[k];
      }
      for (let k = count; k < level.count; k++) level.matches[k] = undefined;
      level.count = count;
    });
    this.#recount();
  }

  /** Removes activations whose matches are gone; order is kept. */
  sweep(gone: (match: unknown) => boolean): void {
    if (this.pending === 0) return;
    for (const level of this.levels) {
      let kept = 0;
      for (let i = 0; i < level.count; i++) {
        if (gone(level.matches[i])) continue;
        level.rules[kept] = level.rules[i]!;
        level.matches[kept++] = level.matches[i];
      }
      level.matches.length = kept;
      level.rules.length = kept;
      level.count = kept;
    }
    this.#recount();
  }

  #turnAway(): void {
    if (this.room === CLOSED) return;
    throw new LimitError('activations', `More than ${this.limit} activations wait in one module`);
  }

  #recount(): void {
    this.pending = 0;
    for (const level of this.levels) this.pending += level.count;
    this.top = 0;
  }
}
