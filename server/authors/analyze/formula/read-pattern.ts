import type { Constraint, Pattern } from '../../../../compiler/ruleset.ts';
import { all, negate, type Cell, type FactTerm, type Formula } from './formula.ts';
import {
  isCell,
  readCondition,
  sameAsCell,
  sameAsLiteral,
  type Reading,
  type Scope,
} from './read-expression.ts';

export interface ReadPattern {
  readonly said: Formula;
  /** The scope before, and what the pattern binds. */
  readonly scope: Scope;
}

/** What it says of a fact that it fits a pattern. */
export function readPattern(pattern: Pattern, fact: FactTerm, before: Scope, reading: Reading): ReadPattern {
  const scope = new Map(before);
  if (pattern.address !== null) scope.set(pattern.address, fact);
  // Fields may use variables that later ones bind: those come first.
  for (const { slot, constraints } of pattern.fields) {
    const [lead] = constraints;
    if (lead?.kind === 'variable' && !lead.negated && !scope.has(lead.name))
      scope.set(lead.name, fact.cellOf(slot));
  }
  const said = pattern.fields.flatMap(({ slot, constraints }) =>
    constraints.map((one) => readConstraint(one, fact.cellOf(slot), scope, reading)),
  );
  return { said: all(said), scope };
}

function readConstraint(constraint: Constraint, cell: Cell, scope: Scope, reading: Reading): Formula {
  switch (constraint.kind) {
    case 'predicate':
      return readCondition(constraint.expression, scope, reading);
    case 'literal': {
      const same = sameAsLiteral(cell, constraint.value) ?? atomOf(cell, constraint.value.value);
      return constraint.negated ? negate(same) : same;
    }
    case 'variable': {
      const other = scope.get(constraint.name);
      const same = isCell(other) ? sameAsCell(cell, other) : null;
      return signed(same ?? reading.unlike('variable'), constraint.negated);
    }
    default:
      return reading.unlike('constraint');
  }
}

function atomOf(cell: Cell, value: unknown): Formula {
  return { kind: 'asked', key: `${cell.id} is ${String(value)}`, negated: false };
}

function signed(formula: Formula, negated: boolean): Formula {
  return negated ? negate(formula) : formula;
}
