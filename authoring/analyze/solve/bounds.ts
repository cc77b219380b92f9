import type { Cell } from '../formula/formula.ts';
import { isWhole } from '../formula/read-comparison.ts';
import * as numbers from '../values/number-set.ts';
import { intersect, isEmpty, type ValueSet } from '../values/value-set.ts';
import { domainIn, find, type State } from './state.ts';

/** Rounds in which bounds are handed on; what is not found by then is left to the search for values. */
const ROUNDS = 20;

/**
 * True if an order of two cells is an order of their values. Whole numbers are compared with others as doubles, and several
 * large ones become the same double: cases that only such numbers distinguish are left to the search for values.
 */
function areAlike(a: Cell, b: Cell): boolean {
  return isWhole(a) === isWhole(b);
}

/** Propagates bounds along the orders. Returns false if they contradict each other. */
export function tightenBounds(state: State): boolean {
  if (state.orders.length === 0) return true;
  if (goesInCircle(state)) return false;
  for (let round = 0; round < ROUNDS; round++) {
    let isChanged = false;
    for (const { a, b, strict } of state.orders) {
      const [low, high] = [find(state, a), find(state, b)];
      const [of, other] = [domainIn(state, low), domainIn(state, high)];
      if (of?.kind !== 'numbers' || other?.kind !== 'numbers') continue;
      const [least, most] = [of.parts[0], other.parts.at(-1)];
      if (least === undefined || most === undefined) return false;
      const isHandedOn = (bound: number): boolean =>
        Number.isFinite(bound) && (areAlike(low, high) || Math.abs(bound) <= Number.MAX_SAFE_INTEGER);
      const under = numbers.below(most.high, strict || most.highOpen);
      const over = numbers.above(least.low, strict || least.lowOpen);
      for (const [cell, set, parts] of [
        [low, of, isHandedOn(most.high) ? under : numbers.ALL_NUMBERS],
        [high, other, isHandedOn(least.low) ? over : numbers.ALL_NUMBERS],
      ] as const) {
        const after: ValueSet = intersect(set, { ...set, parts });
        if (isEmpty(after)) return false;
        if (JSON.stringify(after) === JSON.stringify(set)) continue;
        state.domains.set(cell, after);
        isChanged = true;
      }
    }
    if (!isChanged) return true;
  }
  return true;
}

/** True if a value would have to be less than itself. */
function goesInCircle(state: State): boolean {
  const next = new Map<Cell, { readonly to: Cell; readonly strict: boolean }[]>();
  for (const { a, b, strict } of state.orders) {
    const [from, to] = [find(state, a), find(state, b)];
    if (areAlike(from, to)) next.set(from, [...(next.get(from) ?? []), { to, strict }]);
  }
  const reaches = (from: Cell, to: Cell): boolean => {
    const seen = new Set<Cell>();
    const waiting = [from];
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      if (cell === to) return true;
      if (seen.has(cell)) continue;
      seen.add(cell);
      waiting.push(...(next.get(cell) ?? []).map((edge) => edge.to));
    }
    return false;
  };
  return state.orders.some(({ a, b, strict }) => {
    const [low, high] = [find(state, a), find(state, b)];
    return strict && areAlike(low, high) && reaches(high, low);
  });
}
