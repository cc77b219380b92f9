/** Formulas of conditions over the slots of unknown facts. */
import type { Slot, Template } from '../../../compiler/ruleset.ts';
import { complement, type ValueSet } from '../values/value-set.ts';

/** The value of one slot of one fact, or of one item of its list. INVARIANT: `id` is unique in an analysis. */
export interface Cell {
  readonly id: number;
  readonly slot: Slot;
}

/** A fact that is not known. */
export interface FactTerm {
  readonly template: Template;
  readonly cellOf: (slot: string) => Cell;
  /** The cells that something was said of. */
  readonly cells: ReadonlyMap<string, Cell>;
  /** An item of the list in a slot: each call names another one, which may be the same. */
  readonly itemOf: (slot: string) => Cell;
  /** The items that were named, by slot. */
  readonly items: ReadonlyMap<string, readonly Cell[]>;
  /** It need not be there: the atom that says it is; null: it is. */
  readonly present: Formula | null;
}

/** INVARIANT: only atoms are negated; `all` of nothing is true, `some` of nothing is false. */
export type Formula =
  | Atom
  | { readonly kind: 'all'; readonly of: readonly Formula[] }
  | { readonly kind: 'some'; readonly of: readonly Formula[] };

export type Atom =
  | { readonly kind: 'in'; readonly cell: Cell; readonly set: ValueSet }
  | { readonly kind: 'same'; readonly a: Cell; readonly b: Cell; readonly negated: boolean }
  /** `a` is less than `b`, or at most. */
  | { readonly kind: 'order'; readonly a: Cell; readonly b: Cell; readonly strict: boolean }
  /** A condition outside of what is understood: true or false, but the same wherever its key is the same. */
  | { readonly kind: 'asked'; readonly key: string; readonly negated: boolean };

export const TRUE: Formula = { kind: 'all', of: [] };
export const FALSE: Formula = { kind: 'some', of: [] };

export function all(of: readonly Formula[]): Formula {
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'all', of };
}

export function some(of: readonly Formula[]): Formula {
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'some', of };
}

export function negate(formula: Formula): Formula {
  switch (formula.kind) {
    case 'in':
      return { ...formula, set: complement(formula.set) };
    case 'same':
    case 'asked':
      return { ...formula, negated: !formula.negated };
    case 'order':
      return { kind: 'order', a: formula.b, b: formula.a, strict: !formula.strict };
    case 'all':
      return { kind: 'some', of: formula.of.map(negate) };
    case 'some':
      return { kind: 'all', of: formula.of.map(negate) };
  }
}
