import type { Relation } from '../../../compiler/relation.ts';
import type { Literal } from '../../../compiler/values.ts';
import { setOf, type Value } from '../values/value-set.ts';
import { all, some, type FactTerm, type Formula } from './formula.ts';

/** Rows beyond which a relation is not read. */
const MOST_ROWS = 200;

/** Formula of a fact being a row of a relation. `null` if there are too many, or values that are not understood. */
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

/** The rows of a relation, each with one constant per column. `null` if there are too many. */
export function rowsOf({ rows, template }: Relation): readonly ((column: string) => Literal)[] | null {
  if (rows.length > MOST_ROWS) return null;
  return rows.map((row) => {
    const values = new Map(
      template.slots.map(({ name, type }, i) => [name, { type, value: row[i] } as Literal] as const),
    );
    return (column) => {
      const value = values.get(column);
      if (value === undefined) throw new TypeError(`no column ${column}`);
      return value;
    };
  });
}

function valueOf(value: Literal['value']): Value | null {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return typeof value === 'bigint' ? null : value;
}
