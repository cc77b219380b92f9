import type { Atom, Cell } from '../formula/formula.ts';
import { domainOf } from '../formula/read-expression.ts';
import { intersect, isEmpty, singleOf, type ValueSet } from '../values/value-set.ts';

/** Assumptions about cells so far. Equal cells have one representative. */
export interface State {
  readonly parents: Map<Cell, Cell>;
  readonly domains: Map<Cell, ValueSet>;
  readonly different: (readonly [Cell, Cell])[];
  readonly orders: { readonly a: Cell; readonly b: Cell; readonly strict: boolean }[];
  readonly asked: Map<string, boolean>;
}

export function emptyState(): State {
  return { parents: new Map(), domains: new Map(), different: [], orders: [], asked: new Map() };
}

export function copyState({ parents, domains, different, orders, asked }: State): State {
  return {
    parents: new Map(parents),
    domains: new Map(domains),
    different: [...different],
    orders: [...orders],
    asked: new Map(asked),
  };
}

export function find({ parents }: State, cell: Cell): Cell {
  let root = cell;
  for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
  return root;
}

export function domainIn(state: State, root: Cell): ValueSet | null {
  if (root.slot.list) return null;
  return state.domains.get(root) ?? domainOf(root);
}

/** Assumes an atom. Returns false for a contradiction. */
export function assume(state: State, atom: Atom): boolean {
  switch (atom.kind) {
    case 'asked': {
      const before = state.asked.get(atom.key);
      state.asked.set(atom.key, !atom.negated);
      return before === undefined || before !== atom.negated;
    }
    case 'in':
      return narrow(state, find(state, atom.cell), atom.set);
    case 'order': {
      state.orders.push(atom);
      return !(atom.strict && find(state, atom.a) === find(state, atom.b));
    }
    case 'same':
      return atom.negated ? keepApart(state, atom.a, atom.b) : unite(state, atom.a, atom.b);
  }
}

function narrow(state: State, root: Cell, set: ValueSet): boolean {
  const before = domainIn(state, root);
  // Lists have no sets of their own.
  if (before === null) return true;
  const after = intersect(before, set);
  state.domains.set(root, after);
  return !isEmpty(after) && agreesWithOthers(state);
}

function unite(state: State, a: Cell, b: Cell): boolean {
  const [left, right] = [find(state, a), find(state, b)];
  if (left === right) return true;
  const [before, other] = [domainIn(state, left), domainIn(state, right)];
  state.parents.set(right, left);
  if (before !== null && other !== null) {
    const both = intersect(before, other);
    if (isEmpty(both)) return false;
    state.domains.set(left, both);
  }
  return agreesWithOthers(state);
}

function keepApart(state: State, a: Cell, b: Cell): boolean {
  state.different.push([a, b]);
  return agreesWithOthers(state);
}

/** True if no distinct cells are equal, and no order contradicts itself. */
function agreesWithOthers(state: State): boolean {
  return (
    state.different.every(([a, b]) => canDiffer(state, a, b)) &&
    state.orders.every(({ a, b, strict }) => !strict || find(state, a) !== find(state, b))
  );
}

function canDiffer(state: State, a: Cell, b: Cell): boolean {
  const [left, right] = [find(state, a), find(state, b)];
  if (left === right) return false;
  const [one, other] = [domainIn(state, left), domainIn(state, right)];
  if (one === null || other === null) return true;
  const [value, same] = [singleOf(one), singleOf(other)];
  // Zero has a sign in FLOAT, which sets do not keep.
  return value === null || value !== same || (value === 0 && left.slot.type === 'FLOAT');
}
