import type { Literal } from '../../../compiler/values.ts';
import type { Cell, FactTerm } from './formula.ts';

/** Meaning of a variable of a rule: a slot of a fact, a value of a row of a relation, or a whole fact. */
export type Term = Cell | FactTerm | Literal;
export type Scope = ReadonlyMap<string, Term>;

export function isCell(term: Term | undefined): term is Cell {
  return term !== undefined && 'slot' in term;
}

export function isConstant(term: Term | undefined): term is Literal {
  return term !== undefined && 'value' in term;
}
