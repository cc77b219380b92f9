import type { Expression } from '../../language/expression/expression.ts';
import { variablesOf } from '../../language/expression/variables.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import type { InternalFunction } from '../../language/operators/internal-function.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { RowCells } from './analyse-rows.ts';

/** The tests of a row together; null: it matches anything. */
export function rowTest(cells: RowCells, at: Span): Expression | null {
  const tests = cells.flatMap((cell) => (cell === null ? [] : [cell.expression]));
  const [only, ...more] = tests;
  return more.length === 0 ? (only ?? null) : buildAt(at).call('and', ...tests);
}

/** The call that gives the number of the first row that matches, from 1; 0: none does. */
export function rowCall(
  table: string,
  rows: readonly RowCells[],
  at: Span,
  internal: (definition: InternalFunction) => string,
): Expression {
  const { call, variable, integer, symbol } = buildAt(at);
  const tests = rows.map((cells) => rowTest(cells, at));
  const parameters = [...new Set(tests.flatMap((test) => (test === null ? [] : [...variablesOf(test)])))];
  const name = internal({
    key: `table ${table}`,
    wanted: `${table}-row`,
    define: (defined) => ({
      name: defined,
      parameters,
      wildcard: null,
      body: [
        ...tests.map((test, i): Expression => ({
          kind: 'if',
          test: test ?? symbol('TRUE'),
          then: [{ kind: 'return', value: integer(i + 1), at }],
          else: [],
          at,
        })),
        integer(0),
      ],
      at,
    }),
  });
  return call(name, ...parameters.map(variable));
}
