import type { Relation } from '../../../../compiler/relation.ts';
import type { Literal } from '../../../../compiler/ruleset.ts';
import { setOf, type Value } from '../values/value-set.ts';
import { all, some, type FactTerm, type Formula } from './formula.ts';

/** Rows beyond which a relation is not read. */
const MOST_ROWS = 200;

/** That a fact is one of the rows of a relation. Null: there are too many, or values that are not understood. */
export function rowFormula({ rows, template }: Relation, fact: FactTerm): Formula | null {
  if (rows.length > MOST_ROWS) return null;
  const read = rows.map((row) => row.map(valueOf));
  if (read.some((row) => row.includes(null))) return null;
  return some(
    read.map((row) =>
      all(
        template.slots.map((slot, i) => ({
          kind: 'in',
          cell: fact.cellOf(slot.name),
          set: setOf(slot.type, [row[i] ?? '']),
        })),
      ),
    ),
  );
}

function valueOf(value: Literal['value']): Value | null {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'bigint' ? null : value;
}
