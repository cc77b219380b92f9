import { placeless } from '../../language/expression/placeless.ts';
import { variablesOf } from '../../language/expression/variables.ts';
import { patternsOf } from '../../left-side.ts';
import { relationOf, type Relation } from '../../relation.ts';
import type { Literal } from '../../values.ts';
import type { Constraint, Pattern } from '../../untyped.ts';
import type { Pass } from '../checked.ts';
import { leadOf } from '../scope/environment.ts';

/** Rows that patterns try one by one, all together. It is done when a ruleset is loaded, and the outcome is kept. */
const MOST_ROWS_TRIED = 20_000_000;

type Cell = Literal['value'];
/** How many rows have each value of a column. */
type Counts = ReadonlyMap<Cell, number>;

/** The tests of a row run on all rows that pass the tests before them; equal patterns count once. */
export const checkRowTests: Pass = (checked, report) => {
  const columns = new Map<string, Counts>();
  const countsOf = (relation: Relation, slot: string): Counts => {
    const key = JSON.stringify([relation.name, slot]);
    const counts = columns.get(key) ?? countColumn(relation, slot);
    columns.set(key, counts);
    return counts;
  };
  const seen = new Set<string>();
  let tried = 0;
  for (const { when } of checked.rules) {
    for (const pattern of patternsOf(when)) {
      if (tried > MOST_ROWS_TRIED) return checked;
      const relation = checked.relations.get(relationOf(pattern.template) ?? '');
      const rows = relation === undefined ? 0 : rowsTried(pattern, relation, countsOf);
      const key = rows === 0 ? '' : JSON.stringify([pattern.template, pattern.fields], placeless);
      if (rows === 0 || seen.has(key)) continue;
      seen.add(key);
      tried += rows;
      if (tried > MOST_ROWS_TRIED) report.add('relations-too-large', pattern.at, { limit: MOST_ROWS_TRIED });
    }
  }
  return checked;
};

function countColumn({ template, rows }: Relation, slot: string): Counts {
  const column = template.slots.findIndex(({ name }) => name === slot);
  const counts = new Map<Cell, number>();
  for (const row of rows) {
    const cell = row[column];
    if (cell !== undefined) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return counts;
}

/** Rows that pass the pattern's first test beyond equality; comparisons with other facts come later. */
function rowsTried(
  { fields }: Pattern,
  relation: Relation,
  countsOf: (relation: Relation, slot: string) => Counts,
): number {
  const own = new Set(fields.map(leadOf));
  let left = relation.rows.length;
  for (const { slot, constraints } of fields) {
    for (const constraint of constraints) {
      if (isTest(constraint, own)) return left;
      if (constraint.kind !== 'literal') continue;
      left = Math.min(left, countsOf(relation, slot).get(constraint.value.value) ?? 0);
    }
  }
  return 0;
}

function isTest(constraint: Constraint, own: ReadonlySet<string | null>): boolean {
  switch (constraint.kind) {
    case 'literal':
      return constraint.negated;
    case 'variable':
      return false;
    case 'predicate':
      return [...variablesOf(constraint.expression)].every((name) => own.has(name));
  }
}
