import type { Host, RuleRecord } from '../abi.ts';
import { LimitError } from './errors.ts';
import { objectList } from '../matching/object-list.ts';

/**
 * The activations of one module and one salience, newest last. Depth strategy is a stack: a new activation has the
 * highest tag, so it is placed before all others of its salience (clips-order.md, 1.1).
 */
export class SalienceLevel {
  /** The rule of each activation, and after it its match. */
  readonly entries: unknown[] = objectList();
  /** Number of entries: two per activation. */
  count = 0;
}

/** Where evaluations are, as far as agendas need to know. */
export interface FocusPosition {
  readonly host: Pick<Host, 'limits'>;
  /** How many agendas of the focus an evaluation that is taken back has left. */
  readonly left: number;
  /** An activation was placed since the evaluation began. */
  placed: boolean;
}

/** The place of an agenda that never gets the focus, and so is never left: a small integer, as all others are. */
const NEVER_LEFT = 2 ** 30;

/** The agenda of one module. The saliences of its rules are known when it is made: one stack a level, highest first. */
export class ModuleAgenda {
  readonly levels: readonly SalienceLevel[];
  /** Activations on all levels, dropped ones included until they are met. */
  pending = 0;
  /** INVARIANT: all levels before `top` are empty. */
  top: number;
  /** The entries of each level before an evaluation. */
  #held: readonly (readonly unknown[])[] | null = null;
  private readonly limit: number;
  private readonly focus: FocusPosition;
  private readonly place: number;

  /** @param place among the agendas that get the focus; left out: it never does */
  constructor(levels: number, focus: FocusPosition, place: number = NEVER_LEFT) {
    this.limit = focus.host.limits.activations;
    this.focus = focus;
    this.place = place;
    this.levels = Array.from({ length: levels }, () => new SalienceLevel());
    this.top = levels;
  }

  /** Places an activation on a level (0 is the highest salience of the module), unless the module is closed. */
  activate(level: number, rule: RuleRecord, match: unknown): void {
    if (this.place < this.focus.left) return;
    if (this.pending >= this.limit) throw this.tooMany();
    const stack = this.levels[level]!;
    const { entries, count } = stack;
    entries[count] = rule;
    entries[count + 1] = match;
    stack.count = count + 2;
    this.pending++;
    this.focus.placed = true;
    if (level < this.top) this.top = level;
  }

  /**
   * The module was left in an evaluation that is taken back: it is not entered again, so nothing that is placed here
   * would fire, and a match for it need not be made.
   */
  get isClosed(): boolean {
    return this.place < this.focus.left;
  }

  /** Remembers what waits here, so that an evaluation can be taken back. Costs nothing when nothing waits. */
  hold(): void {
    if (this.pending > 0) this.#hold();
  }

  #hold(): void {
    this.#held = this.levels.map(({ entries, count }) => entries.slice(0, count));
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
      const before = held?.[i] ?? [];
      for (let k = 0; k < before.length; k++) level.entries[k] = before[k];
      for (let k = before.length; k < level.count; k++) level.entries[k] = undefined;
      level.count = before.length;
    });
    this.#recount();
  }

  /** Removes activations whose matches are gone; order is kept. */
  sweep(gone: (match: unknown) => boolean): void {
    if (this.pending === 0) return;
    for (const level of this.levels) {
      let kept = 0;
      const { entries } = level;
      for (let i = 0; i < level.count; i += 2) {
        if (gone(entries[i + 1])) continue;
        entries[kept++] = entries[i];
        entries[kept++] = entries[i + 1];
      }
      entries.length = kept;
      level.count = kept;
    }
    this.#recount();
  }

  private tooMany(): LimitError {
    return new LimitError('activations', `More than ${this.limit} activations wait in one module`);
  }

  #recount(): void {
    this.pending = 0;
    for (const level of this.levels) this.pending += level.count / 2;
    this.top = 0;
  }
}
