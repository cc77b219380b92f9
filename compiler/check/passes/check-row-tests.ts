import { variablesOf } from '../../language/expression/variables.ts';
import { patternsOf } from '../../patterns.ts';
import { relationOf } from '../../relation.ts';
import type { Constraint, Pattern } from '../../untyped.ts';
import type { Pass } from '../checked.ts';
import { leadOf } from '../scope/environment.ts';

/** Rows that patterns try one by one, all together. It is done when a ruleset is loaded, and kept. */
export const MOST_ROWS_TRIED = 20_000_000;

/** Every pattern that asks more of the rows of a relation than a value is tried on all of them; patterns that are alike once. */
export const checkRowTests: Pass = (checked, report) => {
  const seen = new Set<string>();
  let tried = 0;
  for (const { when } of checked.rules) {
    for (const pattern of patternsOf(when)) {
      const relation = checked.relations.get(relationOf(pattern.template) ?? '');
      if (relation === undefined || tried > MOST_ROWS_TRIED || !triesRows(pattern)) continue;
      const key = keyOf(pattern);
      if (seen.has(key)) continue;
      seen.add(key);
      tried += relation.rows.length;
      if (tried > MOST_ROWS_TRIED) report.add('relations-too-large', pattern.at, { limit: MOST_ROWS_TRIED });
    }
  }
  return checked;
};

/** Rows with a value that a pattern names are found by it. What is asked with other patterns' values is asked later. */
function triesRows({ fields }: Pattern): boolean {
  const constraints = fields.flatMap((field) => field.constraints);
  if (constraints.some((constraint) => constraint.kind === 'literal' && !constraint.negated)) return false;
  const own = new Set(fields.map(leadOf));
  return constraints.some((constraint) => isOfRow(constraint, own));
}

function isOfRow(constraint: Constraint, own: ReadonlySet<string | null>): boolean {
  switch (constraint.kind) {
    case 'literal':
      return true;
    case 'variable':
      return false;
    case 'predicate':
      return [...variablesOf(constraint.expression)].every((name) => own.has(name));
  }
}

/** Members that say where something is written. */
const PLACES = new Set(['at', 'nameAt']);

/** The same for patterns that ask the same. */
function keyOf({ template, fields }: Pattern): string {
  return JSON.stringify([template, fields], (key, value: unknown) =>
    PLACES.has(key) ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  );
}
