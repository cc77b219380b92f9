import type { TypedCall, TypedExpression } from '../../../compiler/language/expression/typed-expression.ts';
import type { Literal, SlotType } from '../../../compiler/values.ts';
import * as numbers from '../values/number-set.ts';
import { allOf, numberSet, setOf, type Value } from '../values/value-set.ts';
import { all, FALSE, some, TRUE, type Cell, type Formula } from './formula.ts';
import { isCell, isConstant, type Scope } from './scope.ts';

/** In CLIPS values of different types are never the same. */
const FAMILIES: Readonly<Record<SlotType, string>> = {
  STRING: 'STRING',
  SYMBOL: 'SYMBOL',
  BOOLEAN: 'SYMBOL',
  INTEGER: 'INTEGER',
  TIME: 'INTEGER',
  FLOAT: 'FLOAT',
};

function cellOf(expression: TypedExpression, scope: Scope): Cell | null {
  const term = expression.kind === 'variable' ? scope.get(expression.name) : undefined;
  return isCell(term) && !term.slot.list ? term : null;
}

/** The value of a literal in sets; null: beyond what they keep exactly. */
function valueOf({ type, value }: Literal): Value | null {
  if (typeof value === 'bigint') return null;
  return type === 'BOOLEAN' ? String(value).toUpperCase() : (value as Value);
}

/** True if a cell has whole numbers only; CLIPS compares them as doubles with others. */
export function isWhole({ slot }: Cell): boolean {
  return FAMILIES[slot.type] === 'INTEGER';
}

/** `null` if it is not understood. */
export function sameAsLiteral(cell: Cell, literal: Literal): Formula | null {
  const value = valueOf(literal);
  if (cell.slot.list || value === null) return null;
  // Zero has a sign, which `eq` sees.
  if (literal.type === 'FLOAT' && value === 0) return null;
  if (cell.slot.type === literal.type) return { kind: 'in', cell, set: setOf(literal.type, [value]) };
  if (FAMILIES[cell.slot.type] !== FAMILIES[literal.type]) return FALSE;
  // A truth value may be written as a symbol, a time as a number.
  return { kind: 'in', cell, set: setOf(cell.slot.type, [value]) };
}

/** `null` if it is not understood. */
export function sameAsCell(a: Cell, b: Cell): Formula | null {
  if (a.slot.list !== b.slot.list) return FALSE;
  if (a.slot.type === b.slot.type) return { kind: 'same', a, b, negated: false };
  if (a.slot.list) return null;
  return FAMILIES[a.slot.type] === FAMILIES[b.slot.type] ? null : FALSE;
}

/** A constant that an expression is, or that a row of a relation gives. */
function constantOf(expression: TypedExpression, scope: Scope): Literal | null {
  if (expression.kind === 'literal') return expression.value;
  const term = expression.kind === 'variable' ? scope.get(expression.name) : undefined;
  return isConstant(term) ? term : null;
}

/** `null` if it is not understood. */
export function sameLiterals(a: Literal, b: Literal): Formula | null {
  if (a.type !== b.type) return null;
  return Object.is(a.value, b.value) ? TRUE : FALSE;
}

/** Formula of the equality of two expressions. `null` if it is not understood. */
export function equality(a: TypedExpression, b: TypedExpression, scope: Scope): Formula | null {
  const [left, right] = [cellOf(a, scope), cellOf(b, scope)];
  const [first, second] = [constantOf(a, scope), constantOf(b, scope)];
  if (left !== null && right !== null) return sameAsCell(left, right);
  if (left !== null && second !== null) return sameAsLiteral(left, second);
  if (right !== null && first !== null) return sameAsLiteral(right, first);
  return first !== null && second !== null ? sameLiterals(first, second) : null;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

/** Formula of an order comparison. `null` if it is not understood. */
export function comparison({ name, args: [a, b] }: TypedCall, scope: Scope): Formula | null {
  if (a === undefined || b === undefined) return null;
  const [left, right] = [cellOf(a, scope), cellOf(b, scope)];
  const [first, second] = [constantOf(a, scope), constantOf(b, scope)];
  if (left !== null && right !== null) return orderOf(name, left, right);
  if (left !== null && second !== null) return bounded(name, left, second);
  if (right !== null && first !== null) return bounded(MIRRORED[name] ?? name, right, first);
  return null;
}

function bounded(name: string, cell: Cell, literal: Literal): Formula | null {
  const value = valueOf(literal);
  const { type } = cell.slot;
  if (typeof value !== 'number' || allOf(type).kind !== 'numbers') return null;
  // A whole number that a double does not hold is compared as the nearest one.
  if (isWhole(cell) && Math.abs(value) > Number.MAX_SAFE_INTEGER) return null;
  const within = (parts: numbers.NumberSet): Formula => ({ kind: 'in', cell, set: numberSet(type, parts) });
  switch (name) {
    case '=':
      return within(numbers.only(value));
    case '<':
      return within(numbers.below(value, true));
    case '<=':
      return within(numbers.below(value, false));
    case '>':
      return within(numbers.above(value, true));
    case '>=':
      return within(numbers.above(value, false));
    default:
      return within(numbers.complement(numbers.only(value)));
  }
}

function orderOf(name: string, a: Cell, b: Cell): Formula | null {
  if (allOf(a.slot.type).kind !== 'numbers' || allOf(b.slot.type).kind !== 'numbers') return null;
  const order = (low: Cell, high: Cell, strict: boolean): Formula => ({
    kind: 'order',
    a: low,
    b: high,
    strict,
  });
  switch (name) {
    case '<':
    case '<=':
      return order(a, b, name === '<');
    case '>':
    case '>=':
      return order(b, a, name === '>');
    case '=':
      return all([order(a, b, false), order(b, a, false)]);
    default:
      return some([order(a, b, true), order(b, a, true)]);
  }
}
