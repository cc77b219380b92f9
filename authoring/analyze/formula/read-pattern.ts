import type { Constraint, Field, Pattern } from '../../../compiler/ruleset.ts';
import type { Literal } from '../../../compiler/values.ts';
import { all, negate, type Cell, type FactTerm, type Formula } from './formula.ts';
import { valueText } from '../../../library/constants/expression-key.ts';
import { isCell, isConstant, type Scope } from './scope.ts';
import { readCondition, type Reading } from './read-expression.ts';
import { sameAsCell, sameAsLiteral, sameLiterals } from './read-comparison.ts';

export interface ReadPattern {
  readonly said: Formula;
  /** The scope before, and what the pattern binds. */
  readonly scope: Scope;
}

/** The items for the fields of a pattern that matches them one by one. */
type Items = ReadonlyMap<Field, Cell>;

/** An item of its own for every field that needs one: that a fact fits says that it has them. */
export function newItems({ fields }: Pattern, fact: FactTerm): Items {
  return new Map(fields.filter(isOfItems).map((field) => [field, fact.itemOf(field.slot)]));
}

/** Every choice among the items that a fact is known to have; one without items for most patterns. */
export function knownItems({ fields }: Pattern, fact: FactTerm): readonly Items[] {
  return fields
    .filter(isOfItems)
    .reduce<readonly Items[]>(
      (chosen, field) =>
        chosen.flatMap((before) =>
          (fact.items.get(field.slot) ?? []).map((item) => new Map(before).set(field, item)),
        ),
      [new Map()],
    );
}

function isOfItems({ each }: Field): boolean {
  return each !== undefined;
}

/** Formula of a fact, and of these of its items, matching a pattern. */
export function readPattern(
  pattern: Pattern,
  fact: FactTerm,
  items: Items,
  before: Scope,
  reading: Reading,
): ReadPattern {
  const scope = new Map(before);
  const cellOf = (field: Field): Cell => items.get(field) ?? fact.cellOf(field.slot);
  if (pattern.address !== null) scope.set(pattern.address, fact);
  // Fields may use variables that later ones bind: those come first.
  for (const field of pattern.fields) {
    const [lead] = field.constraints;
    if (lead?.kind === 'variable' && !lead.negated && !scope.has(lead.name))
      scope.set(lead.name, cellOf(field));
  }
  const said = pattern.fields.flatMap((field) =>
    field.constraints.map((one) => readConstraint(one, cellOf(field), scope, reading)),
  );
  return { said: all(said), scope };
}

/** Formula of a pattern matching a row of a relation. @param valueOf the value in a column */
export function readRow(
  { fields }: Pattern,
  valueOf: (column: string) => Literal,
  before: Scope,
  reading: Reading,
): ReadPattern {
  const scope = new Map(before);
  for (const { slot, constraints } of fields) {
    const [lead] = constraints;
    if (lead?.kind === 'variable' && !lead.negated && !scope.has(lead.name))
      scope.set(lead.name, valueOf(slot));
  }
  const said = fields.flatMap(({ slot, constraints }) =>
    constraints.map((one) => readConstraint(one, valueOf(slot), scope, reading)),
  );
  return { said: all(said), scope };
}

/** Formula of the equality of two values. `null` if it is not understood. */
function sameTerms(cell: Cell | Literal, other: ReturnType<Scope['get']>): Formula | null {
  if (isConstant(cell)) {
    if (isConstant(other)) return sameLiterals(cell, other);
    return isCell(other) ? sameAsLiteral(other, cell) : null;
  }
  if (isConstant(other)) return sameAsLiteral(cell, other);
  return isCell(other) ? sameAsCell(cell, other) : null;
}

function readConstraint(
  constraint: Constraint,
  cell: Cell | Literal,
  scope: Scope,
  reading: Reading,
): Formula {
  switch (constraint.kind) {
    case 'predicate':
      return readCondition(constraint.expression, scope, reading);
    case 'literal': {
      if (isConstant(cell))
        return signed(sameLiterals(cell, constraint.value) ?? reading.unlike('literal'), constraint.negated);
      const same = sameAsLiteral(cell, constraint.value) ?? atomOf(cell, constraint.value.value);
      return constraint.negated ? negate(same) : same;
    }
    case 'variable': {
      const same = sameTerms(cell, scope.get(constraint.name));
      return signed(same ?? reading.unlike('variable'), constraint.negated);
    }
    default:
      return reading.unlike('constraint');
  }
}

function atomOf(cell: Cell, value: unknown): Formula {
  return { kind: 'asked', key: `${cell.id} is ${valueText(value)}`, negated: false };
}

function signed(formula: Formula, negated: boolean): Formula {
  return negated ? negate(formula) : formula;
}
