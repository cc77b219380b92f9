import { objectList } from './object-list.ts';
import type { UndoLog } from '../engine/undo-log.ts';

/**
 * An alpha memory or the left memory of a join in the part of the network from which rules never remove anything:
 * items in the order in which they came. Emptied by its count, not by its length: setting `array.length` makes V8
 * drop and regrow the backing store, which cost more than all matching together.
 */
export class Memory<T> {
  readonly items: T[] = objectList();
  count = 0;
  /** Items from here on are young: they came since the last commit. INVARIANT: the log knows of the memory then. */
  protected base = 0;

  add(item: T, log: UndoLog): void {
    if (this.count === this.base) log.touchMemory(this as unknown as Memory<never>);
    this.items[this.count++] = item;
  }

  at(i: number): T {
    return this.items[i]!;
  }

  /** Lets go of the young items. */
  cut(): void {
    const { items } = this;
    for (let i = this.count - 1; i >= this.base; i--) items[i] = undefined as never;
    this.count = this.base;
  }

  keep(): void {
    this.base = this.count;
  }

  /** Removes what was retracted from outside; order is kept. Not logged: never called while rules fire. */
  sweep(gone: (item: T) => boolean): void {
    this.base = sweepItems(this.items, this.count, this.base, gone);
    this.count = this.items.length;
  }
}

/** Removes items from the first `count` of a list; order is kept. Returns where those before `base` end now. */
export function sweepItems<T>(items: T[], count: number, base: number, gone: (item: T) => boolean): number {
  let kept = 0;
  let keptBase = 0;
  for (let i = 0; i < count; i++) {
    const item = items[i]!;
    if (gone(item)) continue;
    items[kept++] = item;
    if (i < base) keptBase = kept;
  }
  items.length = kept;
  return keptBase;
}
