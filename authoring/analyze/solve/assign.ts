import type { Cell } from '../formula/formula.ts';
import { someNumbers } from '../values/number-set.ts';
import { valuesOf, type Value, type ValueSet } from '../values/value-set.ts';
import { domainIn, find, type State } from './state.ts';

type Values = ReadonlyMap<Cell, Value>;

/** Values for cells; `none`: there are none; `unknown`: none were found. */
type Assignment = Values | 'none' | 'unknown';

/** Values tried in all. */
const MOST_TRIED = 3_000;
const MOST_LISTED = 200;

/**
 * Finds a value for each of the cells, by representative.
 *
 * @param texts those that are taken first where any text will do
 */
export function assignValues(state: State, cells: readonly Cell[], texts: readonly string[]): Assignment {
  const roots = inOrder(
    state,
    [...new Set(cells.map((cell) => find(state, cell)))].filter(({ slot }) => !slot.list),
  );
  const apart = neighbours(state, roots);
  // With orders the candidates may miss what is between them.
  let isExact = state.orders.length === 0;
  const candidates = roots.map((root) => {
    const domain = domainIn(state, root);
    if (domain === null) return [];
    const all = valuesOf(domain, MOST_LISTED);
    if (all !== null) return all;
    const few = fewOf(domain, (apart.get(root)?.length ?? 0) + 2, texts);
    isExact &&= few.length > (apart.get(root)?.length ?? 0);
    return few;
  });
  const values = new Map<Cell, Value>();
  let left = MOST_TRIED;
  const place = (i: number): boolean => {
    const root = roots[i];
    if (root === undefined) return true;
    for (const value of candidates[i] ?? []) {
      if (--left < 0) return false;
      if (!fits(state, values, root, value, apart.get(root) ?? [])) continue;
      values.set(root, value);
      if (place(i + 1)) return true;
      values.delete(root);
    }
    return false;
  };
  if (place(0)) return values;
  return left >= 0 && isExact ? 'none' : 'unknown';
}

function neighbours(state: State, roots: readonly Cell[]): ReadonlyMap<Cell, readonly Cell[]> {
  const apart = new Map<Cell, Cell[]>(roots.map((root) => [root, []]));
  for (const [a, b] of state.different) {
    const [left, right] = [find(state, a), find(state, b)];
    apart.get(left)?.push(right);
    apart.get(right)?.push(left);
  }
  return apart;
}

function fits(
  state: State,
  values: ReadonlyMap<Cell, Value>,
  root: Cell,
  value: Value,
  apart: readonly Cell[],
): boolean {
  if (apart.some((other) => values.get(other) === value)) return root.slot.type === 'FLOAT' && value === 0;
  return state.orders.every(({ a, b, strict }) => {
    const [low, high] = [find(state, a), find(state, b)];
    const [left, right] = [low === root ? value : values.get(low), high === root ? value : values.get(high)];
    if (left === undefined || right === undefined) return true;
    return strict ? left < right : left <= right;
  });
}

/** Lower ones first, as the orders have them. */
function inOrder(state: State, roots: readonly Cell[]): readonly Cell[] {
  const sorted: Cell[] = [];
  const seen = new Set<Cell>();
  const visit = (root: Cell): void => {
    if (seen.has(root)) return;
    seen.add(root);
    for (const { a, b } of state.orders) if (find(state, b) === root) visit(find(state, a));
    sorted.push(root);
  };
  roots.forEach(visit);
  return sorted.filter((root) => roots.includes(root));
}

/** Some values of a set that has many. */
function fewOf(domain: ValueSet, count: number, texts: readonly string[]): readonly Value[] {
  if (domain.kind === 'numbers')
    return [...new Set(someNumbers(domain.parts, domain.whole, count + 2))].slice(0, 2 * count + 4);
  const few = texts.filter((text) => !domain.listed.has(text)).slice(0, count);
  for (let i = 0; few.length < count + domain.listed.size && i < count + domain.listed.size; i++) {
    const name = i < LETTERS.length ? (LETTERS[i] ?? '') : `a${i}`;
    if (!domain.listed.has(name) && !few.includes(name)) few.push(name);
  }
  return few;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
