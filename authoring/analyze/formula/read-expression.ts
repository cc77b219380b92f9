import type {
  TypedCall,
  TypedExpression,
  TypedFunction,
} from '../../../compiler/language/expression/typed-expression.ts';
import { variablesOf } from '../../../compiler/language/expression/variables.ts';
import { allOf, intersect, setOf, valuesOf, type Value } from '../values/value-set.ts';
import { partText, valueText } from '../../../library/constants/expression-key.ts';
import { branchesOf } from './branches.ts';
import { isVolatile } from '../../../library/constants/changeable.ts';
import { comparison, equality } from './read-comparison.ts';
import { isCell, isConstant, type Scope } from './scope.ts';
import { all, FALSE, negate, some, TRUE, type Cell, type Formula } from './formula.ts';

/** Options for reading an expression. */
export interface Reading {
  readonly unlike: (why: string) => Formula;
  /** Ids of the functions of the ruleset whose answer can change with facts, the clock or the host. */
  readonly changeable: ReadonlySet<number>;
  /** A function of the ruleset by its id. */
  readonly functionOf: (id: number) => TypedFunction | undefined;
  /** Distinguishes a condition from one of another version with the same text that calls other functions. */
  readonly tagOf: (expression: TypedExpression) => string;
  /** Evaluates a whole condition with values for its variables, as facts hold them; null if it cannot be evaluated. */
  readonly ask: (expression: TypedExpression, values: ReadonlyMap<string, unknown>) => boolean | null;
}

/** Combinations of values with which a condition over closed sets is evaluated. */
const MOST_ASKED = 64;

/** The values that a cell can have by its template. */
export function domainOf({ slot }: Cell): ReturnType<typeof allOf> {
  const { type, allowed } = slot;
  if (allowed === null) return allOf(type);
  // Whole numbers beyond the precision of a double are not distinguished.
  const isExact = type !== 'INTEGER' || allowed.every((one) => Number.isSafeInteger(Number(one)));
  if (type === 'TIME' || !isExact) return allOf(type);
  const texts = type === 'BOOLEAN' ? allowed.map((one) => one.toUpperCase()) : allowed;
  return intersect(allOf(type), setOf(type, texts));
}

/** Formula of a condition: exact, or an opaque atom. */
export function readCondition(expression: TypedExpression, scope: Scope, reading: Reading): Formula {
  return askedWhole(expression, scope, reading) ?? read(expression, scope, reading);
}

/** A condition over closed sets is evaluated with each of their values. */
function askedWhole(expression: TypedExpression, scope: Scope, reading: Reading): Formula | null {
  if (isVolatile(expression, reading.changeable)) return null;
  let rows: readonly (readonly Value[])[] = [[]];
  const cells: Cell[] = [];
  const constants = new Map<string, unknown>();
  const names: string[] = [];
  for (const name of variablesOf(expression)) {
    const cell = scope.get(name);
    if (isConstant(cell)) {
      constants.set(name, cell.value);
      continue;
    }
    if (!isCell(cell) || cell.slot.list || cell.slot.type === 'TIME') return null;
    const values = valuesOf(domainOf(cell), MOST_ASKED);
    // Zero has a sign in FLOAT, which sets do not keep.
    if (cell.slot.type === 'FLOAT' && values?.includes(0) === true) return null;
    if (values === null || rows.length * values.length > MOST_ASKED) return null;
    rows = rows.flatMap((row) => values.map((value) => [...row, value]));
    cells.push(cell);
    names.push(name);
  }
  if (cells.length + constants.size === 0) return null;
  const passed: (readonly Value[])[] = [];
  for (const row of rows) {
    const held = cells.map((cell, i) => heldValue(cell, row[i] ?? ''));
    const answer = reading.ask(
      expression,
      new Map([...constants, ...names.map((name, i) => [name, held[i]] as const)]),
    );
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

/** A value as facts hold it: truth values are not texts there. */
function heldValue({ slot }: Cell, value: Value): unknown {
  return slot.type === 'BOOLEAN' ? value === 'TRUE' : value;
}

/** True if its result can change during one evaluation. */
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
function unknown(expression: TypedExpression, scope: Scope, reading: Reading): Formula {
  const { unlike, changeable, tagOf } = reading;
  if (isUnsteady(expression, changeable)) return unlike('asked');
  const names = new Map<string, string>();
  for (const name of variablesOf(expression)) {
    const term = scope.get(name);
    if (isConstant(term)) names.set(name, `=${term.type} ${valueText(term.value)}`);
    else if (isCell(term)) names.set(name, `#${term.id}`);
    else return unlike('asked');
  }
  const key = partText(expression, (name) => names.get(name) ?? `local ${name}`);
  return { kind: 'asked', key: `${tagOf(expression)}${key}`, negated: false };
}

function readCall(call: TypedCall, scope: Scope, reading: Reading): Formula | null {
  if (call.target.kind === 'deffunction')
    return returned(call, scope, reading, (value, inner) => read(value, inner, reading));
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
      const same = others.map(
        (other) => equality(first, other, scope) ?? givesLiteral(first, other, scope, reading),
      );
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

/**
 * Formula of a call whose function is a list of branches. `null` for any other shape.
 *
 * @param of what is said by the value of a branch
 */
function returned(
  call: TypedCall,
  scope: Scope,
  reading: Reading,
  of: (value: TypedExpression, inner: Scope) => Formula | null,
): Formula | null {
  const called = branchesOf(call, scope, reading);
  if (called === null) return null;
  const { branches, scope: inner } = called;
  const earlier: Formula[] = [];
  const ways: Formula[] = [];
  for (const { test, value } of branches) {
    const said = of(value, inner);
    if (said === null) return null;
    const taken = test === null ? TRUE : readCondition(test, inner, reading);
    if (said !== FALSE) ways.push(all([...earlier, taken, said]));
    earlier.push(negate(taken));
  }
  return some(ways);
}

/** Formula of a function of the ruleset returning a constant. `null` if it is not understood. */
function givesLiteral(
  a: TypedExpression,
  b: TypedExpression,
  scope: Scope,
  reading: Reading,
): Formula | null {
  const [call, literal] = a.kind === 'call' ? [a, b] : [b, a];
  if (call.kind !== 'call' || literal.kind !== 'literal') return null;
  return returned(call, scope, reading, (value) => {
    if (value.kind !== 'literal' || value.value.type !== literal.value.type) return null;
    return value.value.value === literal.value.value ? TRUE : FALSE;
  });
}
