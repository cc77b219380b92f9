import type { RuleRecord } from './contract.ts';
import type { Undoable, UndoLog } from './undo-log.ts';

/**
 * The activations of one module and one salience, newest last. Depth strategy is a stack: a new activation has the
 * highest tag, so it is placed before all others of its salience (clips-order.md, 1.1).
 */
export class SalienceLevel implements Undoable {
  readonly rules: RuleRecord[] = [];
  readonly matches: unknown[] = [];
  count = 0;

  undo(): void {
    // During a rollback the agenda is put back from a copy afterwards; here only what is still there can go.
    if (this.count > 0) this.matches[--this.count] = undefined;
  }
}

/** The activations of one level as they stood before an evaluation. */
interface SavedLevel {
  readonly rules: readonly RuleRecord[];
  readonly matches: readonly unknown[];
}

/** The agenda of one module. The saliences of its rules are known when it is made: one stack a level, highest first. */
export class ModuleAgenda {
  readonly levels: readonly SalienceLevel[];
  /** Activations on all levels, dropped ones included until they are met. */
  pending = 0;
  /** INVARIANT: all levels before `top` are empty. */
  top: number;

  constructor(levels: number) {
    this.levels = Array.from({ length: levels }, () => new SalienceLevel());
    this.top = levels;
  }

  /** Places an activation on a level (0 is the highest salience of the module). */
  activate(level: number, rule: RuleRecord, match: unknown, log: UndoLog): void {
    const stack = this.levels[level]!;
    stack.rules[stack.count] = rule;
    stack.matches[stack.count++] = match;
    this.pending++;
    if (level < this.top) this.top = level;
    log.add(stack);
  }

  /** The level that holds the next activation. Only while `pending` is not 0. */
  next(): SalienceLevel {
    let level = this.levels[this.top]!;
    while (level.count === 0) level = this.levels[++this.top]!;
    return level;
  }

  /** A copy of what waits here, to be put back after an evaluation; null when nothing does. */
  save(): readonly SavedLevel[] | null {
    if (this.pending === 0) return null;
    return this.levels.map(({ rules, matches, count }) => ({
      rules: rules.slice(0, count),
      matches: matches.slice(0, count),
    }));
  }

  /** Puts back what `save` gave. */
  restore(saved: readonly SavedLevel[] | null): void {
    if (saved === null && this.pending === 0) return;
    this.pending = 0;
    this.levels.forEach((level, i) => {
      const before = saved?.[i];
      const count = before?.matches.length ?? 0;
      for (let k = 0; k < count; k++) {
        level.rules[k] = before!.rules[k]!;
        level.matches[k] = before!.matches[k];
      }
      level.matches.fill(undefined, count, Math.max(level.count, count));
      level.count = count;
      this.pending += count;
    });
    this.top = 0;
  }

  /** Counts again after a rollback took activations off the levels. */
  recount(): void {
    this.pending = this.levels.reduce((sum, level) => sum + level.count, 0);
    this.top = 0;
  }

  /** Removes the activations of matches that were retracted from outside. */
  sweep(gone: (match: unknown) => boolean): void {
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
    this.recount();
  }
}

export type SavedAgenda = ReturnType<ModuleAgenda['save']>;
