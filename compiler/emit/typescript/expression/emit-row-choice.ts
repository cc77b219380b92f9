import type { TypedExpression } from '../../../language/expression/typed-expression.ts';
import type { ChoiceColumn, RowChoice } from '../../../plan/row-choices.ts';
import type { ClassRanges } from '../../../plan/value-classes.ts';
import { code, joined, lines, literal, type Code } from '../code/code.ts';
import type { EmitScope } from './emit-scope.ts';
import { call } from './runtime-names.ts';

/**
 * The body of a function that chooses a row: all columns at once, then what is left to test of the rows found, in
 * their order.
 *
 * @param valueOf the code of a parameter
 * @param conditionOf the code of a test
 */
export function emitRowChoice(
  { name, rows, columns, rest }: RowChoice,
  scope: EmitScope,
  valueOf: (parameter: string) => Code,
  conditionOf: (test: TypedExpression) => Code,
): Code {
  const columnCode = joined(columns.map(emitColumn), ',\n');
  const table = scope.constant(
    name,
    call(scope, 'createRowChoice', literal(rows), code`[\n${columnCode},\n]`),
  );
  const values = columns.map(({ parameter }, i) => code`${table}.at(${literal(i)}, ${valueOf(parameter)});`);
  const tests = emitTests(rest, conditionOf);
  if (tests.length === 0) return lines([...values, code`return ${table}.next(0);`]);
  return lines([
    ...values,
    code`for (let row = ${table}.next(0); row > 0; row = ${table}.next(row)) {
switch (row) {
${tests}
default:
return row;
}
}
return 0;`,
  ]);
}

/** Rows with the same test share a case. */
function emitTests(rest: RowChoice['rest'], conditionOf: (test: TypedExpression) => Code): readonly Code[] {
  const sameTest = new Map<string, { readonly condition: Code; readonly rows: Code[] }>();
  for (const [i, test] of rest.entries()) {
    if (test === null) continue;
    const condition = conditionOf(test);
    const found = sameTest.get(condition.text) ?? { condition, rows: [] };
    found.rows.push(code`case ${literal(i + 1)}:`);
    sameTest.set(condition.text, found);
  }
  return [...sameTest.values()].map(
    ({ condition, rows }) => code`${rows}\nif (${condition}) return row;\nbreak;`,
  );
}

function emitColumn({ classes, cells, rows }: ChoiceColumn): Code {
  const constants = list(classes.constants.map(({ value }) => literal(value)));
  const places = list(rows.map((cell) => literal(cell)));
  return code`{ kind: ${literal(classes.kind)}, constants: ${constants}, cells: ${list(cells.map(emitRanges))}, rows: ${places} }`;
}

function emitRanges(ranges: ClassRanges): Code {
  return list(ranges.map(([first, last]) => code`[${literal(first)}, ${literal(last)}]`));
}

function list(items: readonly Code[]): Code {
  return code`[${joined(items, ', ')}]`;
}
