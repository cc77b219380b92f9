import { overflow } from '../functions/failure.ts';
import { ReusedMap } from '../matching/reused-map.ts';
import { integer64, normalInteger } from '../values/integer64.ts';
import type { Integer } from '../values/values.ts';

/** Adds without a limit: a sum whose parts go beyond 64 bits may come back. */
export function addExactly(a: Integer, b: Integer): Integer {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return normalInteger(BigInt(a) + BigInt(b));
}

/** The INTEGER that is the sum; an evaluation error when it has more than 64 bits. */
export function checkedTotal(total: Integer): Integer {
  if (typeof total === 'bigint' && integer64(total) === null) throw overflow('sum');
  return total;
}

function negated(value: Integer): Integer {
  return typeof value === 'number' ? 0 - value : -value;
}

/** The sum of an INTEGER slot over the facts of each key. It depends on no order, and facts leave it as they came. */
export class IntegerTotals<K> {
  readonly #totals = new ReusedMap<K, { total: Integer; facts: number }>();

  sum(key: K): Integer {
    return checkedTotal(this.#totals.get(key)?.total ?? 0);
  }

  enter(key: K, value: Integer): void {
    const group = this.#totals.get(key);
    if (group === undefined) this.#totals.add(key, { total: value, facts: 1 });
    else {
      group.total = addExactly(group.total, value);
      group.facts++;
    }
  }

  /** INVARIANT: it entered, and has not left since. */
  leave(key: K, value: Integer): void {
    const group = this.#totals.get(key)!;
    if (--group.facts === 0) this.#totals.remove(key);
    else group.total = addExactly(group.total, negated(value));
  }
}
