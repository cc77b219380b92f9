import type {
  TypedCall,
  TypedExpression,
} from '../../../../compiler/language/expression/typed-expression.ts';
import { partsOf, variablesOf } from '../../../../compiler/language/expression/variables.ts';
import type { Literal, SlotType } from '../../../../compiler/ruleset.ts';
import * as numbers from '../values/number-set.ts';
import { allOf, intersect, numberSet, setOf, valuesOf, type Value } from '../values/value-set.ts';
import { partText } from './expression-key.ts';
import { all, FALSE, negate, some, TRUE, type Cell, type FactTerm, type Formula } from './formula.ts';

/** What the variables of a rule stand for. */
export type Scope = ReadonlyMap<string, Cell | FactTerm>;

/** How an expression is read. */
export interface Reading {
  readonly unlike: (why: string) => Formula;
  /** Ids of the functions of the ruleset whose answer can change with facts, the clock or the host. */
  readonly changeable: ReadonlySet<number>;
  /** Asks a whole condition with values for its variables, as facts hold them; null: it cannot be answered. */
  readonly ask: (expression: TypedExpression, values: ReadonlyMap<string, unknown>) => boolean | null;
}

/** Combinations of values that a condition over closed sets is asked with. */
const MOST_ASKED = 64;

export function isCell(term: Cell | FactTerm | undefined): term is Cell {
  return term !== undefined && 'slot' in term;
}

/** The values that a cell can have by its template. */
export function domainOf({ slot }: Cell): ReturnType<typeof allOf> {
  const { type, allowed } = slot;
  if (allowed === null) return allOf(type);
  // Whole numbers beyond those that a double holds are not told apart.
  const isExact = type !== 'INTEGER' || allowed.every((one) => Number.isSafeInteger(Number(one)));
  if (type === 'TIME' || !isExact) return allOf(type);
  const texts = type === 'BOOLEAN' ? allowed.map((one) => one.toUpperCase()) : allowed;
  return intersect(allOf(type), setOf(type, texts));
}

/** What a condition says: exactly, or as an atom that nothing is known of. */
export function readCondition(expression: TypedExpression, scope: Scope, reading: Reading): Formula {
  return askedWhole(expression, scope, reading) ?? read(expression, scope, reading);
}

/** A condition over closed sets is asked with each of their values. */
function askedWhole(expression: TypedExpression, scope: Scope, reading: Reading): Formula | null {
  if (isVolatile(expression, reading.changeable)) return null;
  const names = [...variablesOf(expression)];
  let rows: readonly (readonly Value[])[] = [[]];
  const cells: Cell[] = [];
  for (const name of names) {
    const cell = scope.get(name);
    if (!isCell(cell) || cell.slot.list || cell.slot.type === 'TIME') return null;
    const values = valuesOf(domainOf(cell), MOST_ASKED);
    // Zero has a sign in FLOAT, which sets do not keep.
    if (cell.slot.type === 'FLOAT' && values?.includes(0) === true) return null;
    if (values === null || rows.length * values.length > MOST_ASKED) return null;
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
    cells.push(cell);
  }
  if (cells.length === 0) return null;
  const passed: (readonly Value[])[] = [];
  for (const row of rows) {
    const held = cells.map((cell, i) => heldValue(cell, row[i] ?? ''));
    const answer = reading.ask(expression, new Map(names.map((name, i) => [name, held[i]])));
    if (answer === null) return null;
    if (answer) passed.push(row);
  }
  const [first] = cells;
  if (cells.length === 1 && first !== undefined)
    return {
      kind: 'in',
      cell: first,
      set: setOf(
        first.slot.type,
        passed.map(([value]) => value ?? ''),
      ),
    };
  return some(
    passed.map((row) =>
      all(cells.map((cell, i) => ({ kind: 'in', cell, set: setOf(cell.slot.type, [row[i] ?? '']) }))),
    ),
  );
}

/** A value as facts hold it: truth values are no texts there. */
function heldValue({ slot }: Cell, value: Value): unknown {
  return slot.type === 'BOOLEAN' ? value === 'TRUE' : value;
}

/** Whether it can have another answer for other facts, at another time or on another host. */
export function isVolatile(expression: TypedExpression, changeable: ReadonlySet<number>): boolean {
  if (expression.kind === 'fact-query' || expression.kind === 'fact-slot') return true;
  if (expression.kind === 'call') {
    const { target } = expression;
    if (target.kind === 'now' || target.kind === 'temporal' || target.kind === 'host') return true;
    if (target.kind === 'deffunction' && changeable.has(target.version.id)) return true;
  }
  return partsOf(expression).some((part) => isVolatile(part, changeable));
}

/** Whether its answer can be another one at another moment of one evaluation. */
function isUnsteady(expression: TypedExpression, changeable: ReadonlySet<number>): boolean {
  if (expression.kind === 'call') {
    const { target } = expression;
    if (target.kind === 'now' || target.kind === 'temporal')
      return expression.args.some((part) => isUnsteady(part, changeable));
  }
  return isVolatile(expression, changeable);
}

function read(expression: TypedExpression, scope: Scope, reading: Reading): Formula {
  if (expression.kind === 'literal') {
    const { type, value } = expression.value;
    return (type === 'BOOLEAN' && value === false) || (type === 'SYMBOL' && value === 'FALSE') ? FALSE : TRUE;
  }
  if (expression.kind === 'variable') {
    const cell = scope.get(expression.name);
    if (isCell(cell) && !cell.slot.list && cell.slot.type === 'BOOLEAN')
      return { kind: 'in', cell, set: setOf('BOOLEAN', ['TRUE']) };
  }
  const said = expression.kind === 'call' ? readCall(expression, scope, reading) : null;
  return said ?? unknown(expression, scope, reading);
}

/** The same condition on the same facts is the same atom; one on values that have no cell is like no other. */
function unknown(expression: TypedExpression, scope: Scope, { unlike, changeable }: Reading): Formula {
  if (isUnsteady(expression, changeable)) return unlike('asked');
  const names = new Map<string, string>();
  for (const name of variablesOf(expression)) {
    const term = scope.get(name);
    if (!isCell(term)) return unlike('asked');
    names.set(name, `#${term.id}`);
  }
  const key = partText(expression, (name) => names.get(name) ?? `local ${name}`);
  return { kind: 'asked', key, negated: false };
}

function readCall(call: TypedCall, scope: Scope, reading: Reading): Formula | null {
  if (call.target.kind !== 'function') return null;
  const parts = (): readonly Formula[] => call.args.map((one) => read(one, scope, reading));
  switch (call.name) {
    case 'and':
      return all(parts());
    case 'or':
      return some(parts());
    case 'not':
      return negate(all(parts()));
    case 'eq':
    case 'neq': {
      const [first, ...others] = call.args;
      if (first === undefined) return null;
      const same = others.map((other) => equality(first, other, scope));
      if (same.some((one) => one === null)) return null;
      const known = same.flatMap((one) => one ?? []);
      return call.name === 'eq' ? all(known) : all(known.map(negate));
    }
    case '=':
    case '<>':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
      return call.args.length === 2 ? comparison(call, scope) : null;
    default:
      return null;
  }
}

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
export function valueOf({ type, value }: Literal): Value | null {
  if (typeof value === 'bigint') return null;
  return type === 'BOOLEAN' ? String(value).toUpperCase() : (value as Value);
}

/** Whether a cell has whole numbers only; in CLIPS they are compared as doubles with others. */
export function isWhole({ slot }: Cell): boolean {
  return FAMILIES[slot.type] === 'INTEGER';
}

/** Null: it is not understood. */
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

/** Null: it is not understood. */
export function sameAsCell(a: Cell, b: Cell): Formula | null {
  if (a.slot.list !== b.slot.list) return FALSE;
  if (a.slot.type === b.slot.type) return { kind: 'same', a, b, negated: false };
  if (a.slot.list) return null;
  return FAMILIES[a.slot.type] === FAMILIES[b.slot.type] ? null : FALSE;
}

function equality(a: TypedExpression, b: TypedExpression, scope: Scope): Formula | null {
  const [left, right] = [cellOf(a, scope), cellOf(b, scope)];
  if (left !== null && right !== null) return sameAsCell(left, right);
  if (left !== null && b.kind === 'literal') return sameAsLiteral(left, b.value);
  return right !== null && a.kind === 'literal' ? sameAsLiteral(right, a.value) : null;
}

const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };

function comparison({ name, args: [a, b] }: TypedCall, scope: Scope): Formula | null {
  if (a === undefined || b === undefined) return null;
  const [left, right] = [cellOf(a, scope), cellOf(b, scope)];
  if (left !== null && right !== null) return orderOf(name, left, right);
  if (left !== null && b.kind === 'literal') return bounded(name, left, b.value);
  if (right !== null && a.kind === 'literal') return bounded(MIRRORED[name] ?? name, right, a.value);
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
