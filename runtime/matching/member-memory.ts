import { floatKey } from './indexed-memory.ts';
import { Memory } from './memory.ts';
import { FloatValue, SymbolValue, type FieldValue, type Multifield } from '../values/values.ts';
import { ITEMS_SCANNED } from '../engine/thresholds.ts';

/** A value as it is found in lists: values that are equal have equal keys. */
export type MemberKey = string | number | bigint;

function memberKey(item: FieldValue): MemberKey {
  if (item instanceof SymbolValue) return item.name;
  return item instanceof FloatValue ? floatKey(item.value) : (item as MemberKey);
}

/** The keys of the items of a list. */
export function memberKeys(list: Multifield): readonly MemberKey[] {
  return list.map(memberKey);
}

/** Where the items of a memory are that have a key; of one item there may be many. Places are in ascending order. */
class MemberIndex<T> {
  private readonly keysOf: (item: T) => readonly MemberKey[];
  private readonly places = new Map<MemberKey, number[]>();
  /** Items before this place are in the index: those that existed at the last look-up. */
  private known = 0;

  constructor(keysOf: (item: T) => readonly MemberKey[]) {
    this.keysOf = keysOf;
  }

  /** Places of the items that have one of the keys, each once. */
  of(items: readonly T[], count: number, keys: readonly MemberKey[]): readonly number[] {
    while (this.known < count) this.enter(items[this.known]!, this.known++);
    if (keys.length === 1) return this.places.get(keys[0]!) ?? [];
    const all = new Set<number>();
    for (const key of keys) for (const place of this.places.get(key) ?? []) all.add(place);
    return [...all].sort((a, b) => a - b);
  }

  private enter(item: T, place: number): void {
    for (const key of this.keysOf(item)) {
      const places = this.places.get(key);
      if (places === undefined) this.places.set(key, [place]);
      else if (places[places.length - 1] !== place) places.push(place);
    }
  }

  /** Forgets the items from a place on, which are still there. */
  cut(items: readonly T[], count: number): void {
    while (this.known > count) {
      const place = --this.known;
      for (const key of this.keysOf(items[place]!)) {
        const places = this.places.get(key);
        if (places?.[places.length - 1] !== place) continue;
        if (places.length === 1) this.places.delete(key);
        else places.pop();
      }
    }
  }

  clear(): void {
    this.places.clear();
    this.known = 0;
  }
}

/**
 * A memory whose reader tests membership in a list: the list is in its items and the value is looked up, or the other
 * way round. Candidates are in the order of the whole memory, so visiting only them changes no order.
 */
export class MemberMemory<T> extends Memory<T> {
  private readonly indexes: readonly MemberIndex<T>[];

  /** @param keysOf one an index: what an item is found under */
  constructor(...keysOf: readonly ((item: T) => readonly MemberKey[])[]) {
    super();
    this.indexes = keysOf.map((keys) => new MemberIndex(keys));
  }

  /** Places of the items that have one of the keys in an index, oldest first; null: there are so few that all are visited. */
  places(index: number, keys: readonly MemberKey[]): readonly number[] | null {
    if (this.count <= ITEMS_SCANNED) return null;
    return this.indexes[index]!.of(this.items, this.count, keys);
  }

  override cut(): void {
    for (const index of this.indexes) index.cut(this.items, this.base);
    super.cut();
  }

  override sweep(gone: (item: T) => boolean): void {
    super.sweep(gone);
    for (const index of this.indexes) index.clear();
  }
}
