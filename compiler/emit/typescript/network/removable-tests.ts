/** The tests of a removable join as conditions. */
import type { RemovableJoin } from '../../../plan/match-plan.ts';
import { hasTestFunction } from '../../../plan/names.ts';
import { code, joined, type Code } from '../code/code.ts';
import type { Condition } from '../code/statements.ts';
import { joinCondition } from './emit-test.ts';
import { joinName, type NetworkContext } from './network-context.ts';
import { sidesOf } from './sides.ts';

function templateOf({ right }: RemovableJoin): string | null {
  return right.kind === 'node' ? right.template : null;
}

/** The tests that its memories leave. */
export function condition(context: NetworkContext, join: RemovableJoin): Condition {
  const sides = sidesOf(context, join);
  return joinCondition(context, join.tests, templateOf(join), sides);
}

/** The tests behind a negation, an `exists` or a group. */
export function secondary(context: NetworkContext, join: RemovableJoin): Condition {
  const sides = sidesOf(context, join);
  return joinCondition(context, join.secondary, templateOf(join), sides);
}

/** Parameters of the test's function, after the matcher. */
export function testParameters({ first, right }: RemovableJoin): readonly Code[] {
  if (first) return [code`r`];
  return right.kind === 'none' ? [code`l`] : [code`l`, code`r`];
}

/** The join test: inline, or a call where something else needs it or it can fail. */
export function testOf(context: NetworkContext, join: RemovableJoin): Condition {
  if (!hasTestFunction(join)) return condition(context, join);
  return code`${joinName(context, join.id, 'test')}(m, ${joined(testParameters(join), ', ')})`;
}
