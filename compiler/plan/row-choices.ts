/**
 * A function that tries one test after the other and returns the number of the first that holds: what the rows of a
 * decision table become. Where its tests compare parameters with constants, all of them are tried at once.
 */
import { ANY, representation } from '../language/static-type.ts';
import type { TypedExpression, TypedFunction } from '../language/expression/typed-expression.ts';
import { typedCall } from '../language/expression/check-call.ts';
import type { Literal } from '../values.ts';
import {
  classesOf,
  comparedConstants,
  rangeReader,
  type ClassRanges,
  type ComparedType,
  type ComparedVariable,
  type ValueClasses,
} from './value-classes.ts';
import { ROWS_TRIED } from '../thresholds.ts';

/** A parameter, and each row's test of it. */
export interface ChoiceColumn {
  readonly parameter: string;
  readonly classes: ValueClasses;
  /** The different things that rows ask: classes of values that pass. */
  readonly cells: readonly ClassRanges[];
  /** Place of its cell by row; null: the row takes any value. */
  readonly rows: readonly (number | null)[];
}

export interface RowChoice {
  /** Name of the function. */
  readonly name: string;
  /** Their number; the first is 1, and 0 means none of them. */
  readonly rows: number;
  readonly columns: readonly ChoiceColumn[];
  /** By row: what is left to test when all columns let it pass; null: nothing. */
  readonly rest: readonly (TypedExpression | null)[];
}

const COMPARED: Readonly<Record<string, ComparedType>> = {
  integer: 'INTEGER',
  float: 'FLOAT',
  string: 'STRING',
  symbol: 'SYMBOL',
};

/** The functions that choose a row, by the id of their version. */
export function planRowChoices(functions: readonly TypedFunction[]): ReadonlyMap<number, RowChoice> {
  return new Map(
    functions.flatMap((definition): [number, RowChoice][] => {
      const choice = rowChoiceOf(definition);
      return choice === null ? [] : [[definition.version.id, choice]];
    }),
  );
}

function rowChoiceOf(definition: TypedFunction): RowChoice | null {
  const { version, parameters, body, locals, wildcard } = definition;
  if (body.length <= ROWS_TRIED || locals.size > 0 || wildcard !== null) return null;
  const rows = rowsOf(body);
  if (rows === null) return null;
  // An error of a test must be the error of the first row that raises one.
  const conjuncts = rows.map(conjunctsOf);
  if (conjuncts.some((tests) => tests.some(({ canFail }) => canFail))) return null;
  const asked = testsByParameter(conjuncts);
  const taken = new Set<TypedExpression>();
  const columns = parameters.flatMap((parameter, i) => {
    const type = COMPARED[representation(version.parameterTypes[i] ?? ANY)];
    const tests = asked.get(parameter);
    if (type === undefined || tests === undefined) return [];
    const column = columnOf({ variable: parameter, type }, tests, rows.length, taken);
    return column === null ? [] : [column];
  });
  if (columns.length === 0) return null;
  const rest = conjuncts.map((tests) => together(tests.filter((test) => !taken.has(test))));
  return { name: version.name, rows: rows.length, columns, rest };
}

/** The tests of a body that is `(if … then (return 1)) (if … then (return 2)) … 0`. */
function rowsOf(body: readonly TypedExpression[]): readonly TypedExpression[] | null {
  const tests: TypedExpression[] = [];
  for (const step of body.slice(0, -1)) {
    if (step.kind !== 'if' || step.else.length > 0 || step.then.length !== 1) return null;
    const [result] = step.then;
    if (result?.kind !== 'return' || !isNumber(result.value, tests.length + 1)) return null;
    tests.push(step.test);
  }
  return isNumber(body.at(-1) ?? null, 0) ? tests : null;
}

function isNumber(expression: TypedExpression | null, value: number): boolean {
  return (
    expression?.kind === 'literal' && expression.value.type === 'INTEGER' && expression.value.value === value
  );
}

/** The parts that all have to hold; none: the row takes anything. */
function conjunctsOf(test: TypedExpression): readonly TypedExpression[] {
  if (test.kind === 'literal' && test.value.value === 'TRUE') return [];
  return test.kind === 'call' && test.name === 'and' && test.target.kind === 'function'
    ? test.args.flatMap(conjunctsOf)
    : [test];
}

function together(tests: readonly TypedExpression[]): TypedExpression | null {
  const [first, ...others] = tests;
  if (first === undefined || others.length === 0) return first ?? null;
  return typedCall('and', tests, first.at);
}

/** A row's test of one parameter. */
interface AskedOfRow {
  readonly row: number;
  readonly test: TypedExpression;
}

/** The tests that are about a parameter, if they are about one only, by its name. */
function testsByParameter(
  conjuncts: readonly (readonly TypedExpression[])[],
): ReadonlyMap<string, readonly AskedOfRow[]> {
  const asked = new Map<string, AskedOfRow[]>();
  for (const [row, tests] of conjuncts.entries()) {
    for (const test of tests) {
      const parameter = leadingVariable(test);
      if (parameter === null) continue;
      const known = asked.get(parameter);
      if (known === undefined) asked.set(parameter, [{ row, test }]);
      else known.push({ row, test });
    }
  }
  return asked;
}

/** The variable that is read first. */
function leadingVariable(test: TypedExpression): string | null {
  if (test.kind === 'variable') return test.name;
  const [first] = test.kind === 'call' ? test.args : [];
  return first === undefined ? null : leadingVariable(first);
}

/** `null` if no test of the parameter can be compared. Tests that can are added to `taken`. */
function columnOf(
  compared: ComparedVariable,
  asked: readonly AskedOfRow[],
  rowCount: number,
  taken: Set<TypedExpression>,
): ChoiceColumn | null {
  const constants: Literal[] = [];
  const testsOf = new Map<number, TypedExpression[]>();
  const refused = new Set<TypedExpression>();
  for (const { row, test } of asked) {
    if (refused.has(test)) continue;
    if (!taken.has(test)) {
      const found = comparedConstants(test, compared);
      if (found === null) {
        refused.add(test);
        continue;
      }
      for (const constant of found) constants.push(constant);
      taken.add(test);
    }
    const tests = testsOf.get(row);
    if (tests === undefined) testsOf.set(row, [test]);
    else tests.push(test);
  }
  if (constants.length === 0) return null;
  const classes = classesOf(constants, compared.type);
  const read = rangeReader(classes);
  const places = new Map<string, number>();
  const cells: ClassRanges[] = [];
  const placeOf = (tests: readonly TypedExpression[]): number => {
    const ranges = read(tests);
    const key = ranges.join(' ');
    const place = places.get(key) ?? cells.length;
    if (place === cells.length) {
      cells.push(ranges);
      places.set(key, place);
    }
    return place;
  };
  // Rows that ask the same mostly have the same tests, as objects.
  const known = new Map<
    TypedExpression,
    { readonly tests: readonly TypedExpression[]; readonly place: number }
  >();
  const rows = Array.from({ length: rowCount }, (_, row) => {
    const tests = testsOf.get(row);
    const [first] = tests ?? [];
    if (tests === undefined || first === undefined) return null;
    const before = known.get(first);
    if (before?.tests.length === tests.length && tests.every((test, i) => test === before.tests[i]))
      return before.place;
    const place = placeOf(tests);
    known.set(first, { tests, place });
    return place;
  });
  return { parameter: compared.variable, classes, cells, rows };
}
