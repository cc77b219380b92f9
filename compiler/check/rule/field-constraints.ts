/** The constraints that the conditions on one slot come to, behind the variable that leads the field. */
import type { Span } from '../../diagnostics/position.ts';
import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import type { PlainOperand } from '../../language/operators/operator.ts';
import type { Constraint } from '../../untyped.ts';
import { literalForm } from '../scope/literals.ts';
import type { FieldTest } from './check-condition.ts';

export const variable = (name: string, negated: boolean, at: Span): Constraint => ({
  kind: 'variable',
  name,
  negated,
  at,
});

/** A variable that is not written as a constraint is compared in a test. */
export function comparison(
  { name, negated, at }: Extract<Constraint, { kind: 'variable' }>,
  subject: string,
): Constraint {
  const { call, variable: named } = buildAt(at);
  return { kind: 'predicate', expression: call(negated ? 'neq' : 'eq', named(subject), named(name)), at };
}

/**
 * The constraints behind the leading variable.
 *
 * @param mayStand true if a literal that is the only test may be written as a literal constraint
 * @param isJoined true if the field has a variable that another bound. CLIPS takes the values that all slots of a variable
 *   allow, without those that a literal takes away in one of them, and does not load a rule whose field has another
 *   literal, not even `~literal` (CSTRNCHK1). The literal therefore goes into a test, which CLIPS does not check
 */
export function constraintsOf(
  tests: readonly FieldTest[],
  subject: () => string,
  mayStand: boolean,
  isJoined: boolean,
): readonly Constraint[] {
  const distinct = withoutRepeats(tests);
  const mayBeLiteral = mayStand && distinct.length === 1;
  return distinct.flatMap(({ lowered, at }): readonly Constraint[] => {
    const { variable: variableExpression, call } = buildAt(at);
    if (lowered.kind === 'predicate') {
      return [{ kind: 'predicate', expression: lowered.build(variableExpression(subject())), at }];
    }
    if (lowered.kind === 'none-of') {
      return lowered.operands.map((operand): Constraint => {
        if (!isJoined || operand.kind === 'variable') return constraint(operand, true);
        const different = call('neq', variableExpression(subject()), operandExpression(operand));
        return { kind: 'predicate', expression: different, at };
      });
    }
    const { operand } = lowered;
    if (operand.kind === 'variable' || mayBeLiteral) return [constraint(operand, false)];
    const expression = call('eq', variableExpression(subject()), operandExpression(operand));
    return [{ kind: 'predicate', expression, at }];
  });
}

function constraint(operand: PlainOperand, negated: boolean): Constraint {
  return operand.kind === 'variable'
    ? variable(operand.name, negated, operand.at)
    : { kind: 'literal', value: operand.value, negated, at: operand.at };
}

/** The same literal said twice is said once. */
function withoutRepeats(tests: readonly FieldTest[]): readonly FieldTest[] {
  const seen = new Set<string>();
  const isNew = (kind: string, operand: PlainOperand): boolean => {
    if (operand.kind === 'variable') return true;
    const key = `${kind} ${literalForm(operand.value)}`;
    return !seen.has(key) && seen.add(key).has(key);
  };
  return tests.flatMap((test): readonly FieldTest[] => {
    const { lowered } = test;
    switch (lowered.kind) {
      case 'predicate':
        return [test];
      case 'equals':
        return isNew(lowered.kind, lowered.operand) ? [test] : [];
      case 'none-of': {
        const operands = lowered.operands.filter((operand) => isNew(lowered.kind, operand));
        return operands.length === 0 ? [] : [{ ...test, lowered: { ...lowered, operands } }];
      }
    }
  });
}
