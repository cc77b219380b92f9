import type { Atom, Cell, Formula } from '../formula/formula.ts';
import type { Value } from '../values/value-set.ts';
import { assignValues } from './assign.ts';
import { tightenBounds } from './bounds.ts';
import { assume, copyState, emptyState, find, type State } from './state.ts';

type Solution =
  /** No values make all of it true, whatever the opaque atoms are. */
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly model: Model }
  | { readonly kind: 'unknown' };

export interface Model {
  /** `null` if any value works. */
  readonly valueOf: (cell: Cell) => Value | null;
  /** True if an atom was assumed. */
  readonly holds: (atom: Formula) => boolean;
}

interface SolveOptions {
  /** Cells that get a value even when nothing is said of them. */
  readonly cells: readonly Cell[];
  readonly texts: readonly string[];
}

/** Assumptions that are tried in all, the looks ahead included. */
const MOST_STEPS = 60_000;

/** Looks for values that make all formulas true. */
export function solve(formulas: readonly Formula[], { cells, texts }: SolveOptions): Solution {
  const budget = { left: MOST_STEPS };
  let isUnknown = false;
  const search = (state: State, pending: readonly Formula[]): Solution => {
    if (--budget.left < 0) {
      isUnknown = true;
      return { kind: 'unknown' };
    }
    const clauses = propagate(state, pending, budget);
    if (clauses === null || !tightenBounds(state)) return { kind: 'none' };
    const [clause, ...rest] = clauses.toSorted((a, b) => a.length - b.length);
    if (clause === undefined) return finish(state);
    for (const branch of clause) {
      const found = search(copyState(state), [branch, ...rest.map((of): Formula => ({ kind: 'some', of }))]);
      if (found.kind === 'found') return found;
      if (budget.left < 0) return { kind: 'unknown' };
    }
    return { kind: 'none' };
  };
  const finish = (state: State): Solution => {
    const values = assignValues(state, cells, texts);
    if (values === 'none') return { kind: 'none' };
    if (values === 'unknown') {
      isUnknown = true;
      return { kind: 'none' };
    }
    const valueOf: Model['valueOf'] = (cell) => values.get(find(state, cell)) ?? null;
    const holds: Model['holds'] = (atom) => atom.kind === 'asked' && state.asked.get(atom.key) === true;
    return { kind: 'found', model: { valueOf, holds } };
  };
  const found = search(emptyState(), formulas);
  return found.kind !== 'found' && (isUnknown || budget.left < 0) ? { kind: 'unknown' } : found;
}

/** Assumes everything without a choice. Returns the remaining choices; null for a contradiction. */
function propagate(
  state: State,
  pending: readonly Formula[],
  budget: { left: number },
): readonly (readonly Formula[])[] | null {
  const atoms: Atom[] = [];
  let clauses: (readonly Formula[])[] = [];
  const sort = (formula: Formula): void => {
    if (formula.kind === 'all') formula.of.forEach(sort);
    else if (formula.kind === 'some') clauses.push(formula.of);
    else atoms.push(formula);
  };
  pending.forEach(sort);
  for (;;) {
    for (const atom of atoms.splice(0)) if (!assume(state, atom)) return null;
    const before = clauses;
    clauses = [];
    for (const clause of before) {
      budget.left -= clause.length;
      const open = clause.filter((branch) => canBe(state, branch));
      if (open.some((branch) => branch.kind === 'all' && branch.of.length === 0)) continue;
      const [only] = open;
      if (only === undefined) return null;
      if (open.length === 1) sort(only);
      else clauses.push(open);
    }
    if (atoms.length === 0 && clauses.length === before.length) return clauses;
  }
}

/** True if it does not obviously contradict the assumptions. */
function canBe(state: State, formula: Formula): boolean {
  if (formula.kind === 'some') return formula.of.some((one) => canBe(state, one));
  if (formula.kind === 'all') return formula.of.every((one) => canBe(state, one));
  return assume(copyState(state), formula);
}
