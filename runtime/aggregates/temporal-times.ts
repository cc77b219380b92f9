import { ReusedMap } from '../matching/reused-map.ts';
import type { Integer } from '../values/values.ts';

const NO_TIMES: readonly number[] = [];

/**
 * The times of the facts of a template that have each value of a slot, earliest first, in seconds as floats (as the
 * constructs compare them). Facts mostly come in the order of their times: a new time is then added at the end.
 */
export class TimeCounter<K> {
  readonly #times = new ReusedMap<K, number[]>();

  /** All times of the facts with this value, in ascending order. */
  of(value: K): readonly number[] {
    return this.#times.get(value) ?? NO_TIMES;
  }

  /** Number of them within a number of seconds before `now`, or after it. */
  since(value: K, now: number, seconds: number): number {
    const times = this.of(value);
    return times.length - firstWithin(times, now, seconds);
  }

  enter(value: K, at: Integer): void {
    const time = Number(at);
    const times = this.#times.get(value);
    if (times === undefined) this.#times.add(value, [time]);
    else if (time >= times[times.length - 1]!) times.push(time);
    else times.splice(firstAfter(times, time), 0, time);
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(value: K, at: Integer): void {
    const time = Number(at);
    const times = this.#times.get(value)!;
    if (times.length === 1) this.#times.remove(value);
    else if (time === times[times.length - 1]) times.pop();
    else times.splice(firstAfter(times, time) - 1, 1);
  }
}

/**
 * True if a time can be taken from every list in turn, each later than the previous one and none more than N
 * seconds before `now`. The earliest time that fits leaves the most to the lists that follow.
 */
export function isSequence(lists: readonly (readonly number[])[], now: number, seconds: number): boolean {
  let last: number | null = null;
  for (const times of lists) {
    const next: number | undefined =
      times[last === null ? firstWithin(times, now, seconds) : firstAfter(times, last)];
    if (next === undefined) return false;
    last = next;
  }
  return true;
}

/** Index of the first time within a number of seconds before `now`. */
function firstWithin(times: readonly number[], now: number, seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    // The same comparison as in the constructs, so that both round the same way; it holds for all later times, too.
    if (now - times[middle]! < seconds) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the first time after this one. */
function firstAfter(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
}
