import type { Pattern } from '../../compiler/ruleset.ts';
import type { RelationRows } from '../../runtime/facts/relation-rows.ts';
import type { Fact } from '../../runtime/values/values.ts';
import type { Bindings } from './explainable-ruleset.ts';

/** Rows that are tested in addition to possible matches, to show every failing condition. */
const ASKED_BESIDES = 100;

type ValueOf = (fact: Fact, slot: string) => unknown;

/** Finds rows of relations for patterns: a large relation is not scanned. */
export interface RowSearch {
  /**
   * Returns the rows that could match a pattern given the bindings; no other row matches.
   *
   * @param besides also include some rows that do not match
   */
  readonly rowsFor: (pattern: Pattern, bindings: Bindings, besides: boolean) => readonly Fact[];
}

/** A value that a row must have in a slot: a constant, or what a variable is bound to. */
function wanted({ fields }: Pattern, bindings: Bindings): { slot: string; value: unknown } | null {
  for (const { slot, constraints } of fields) {
    for (const constraint of constraints) {
      if (constraint.kind === 'predicate' || constraint.negated) continue;
      if (constraint.kind === 'literal') return { slot, value: constraint.value.value };
      if (bindings.has(constraint.name)) return { slot, value: bindings.get(constraint.name) };
    }
  }
  return null;
}

/** @param relations by hidden template */
export function createRowSearch(
  relations: ReadonlyMap<string, RelationRows<Fact>>,
  valueOf: ValueOf,
): RowSearch {
  const indexes = new Map<string, ReadonlyMap<unknown, readonly Fact[]>>();
  const indexOf = (template: string, slot: string, rows: readonly Fact[]) => {
    const key = `${template}.${slot}`;
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const index = new Map<unknown, Fact[]>();
    for (const row of rows) {
      const value = valueOf(row, slot);
      const same = index.get(value);
      if (same === undefined) index.set(value, [row]);
      else same.push(row);
    }
    indexes.set(key, index);
    return index;
  };
  return {
    rowsFor(pattern, bindings, besides) {
      const rows = relations.get(pattern.template)?.shared ?? [];
      const value = wanted(pattern, bindings);
      if (value === null) return rows;
      const found = indexOf(pattern.template, value.slot, rows).get(value.value) ?? [];
      if (!besides) return found;
      const among = new Set(found);
      return [...found, ...rows.slice(0, ASKED_BESIDES).filter((row) => !among.has(row))];
    },
  };
}
