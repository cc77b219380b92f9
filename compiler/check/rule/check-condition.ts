import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Lowered, OperatorCall, PlainOperand } from '../../language/operators/operator.ts';
import { hasKey } from '../../language/operators/has-key.ts';
import { operatorsFor, OPERATOR_TABLE } from '../../language/operators/table.ts';
import type { Slot } from '../../ruleset.ts';
import type { OperatorSyntax } from '../../syntax.ts';
import { guarded } from './check-lookup.ts';
import { checkOperands, type OperandScope } from './check-operands.ts';
import { withConstants } from './constant-arguments.ts';
import { chooseHierarchy } from '../scope/choose-hierarchy.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** How a condition reaches the values around it. */
export interface ConditionScope extends Pick<OperandScope, 'reference' | 'variable'> {
  /** A slot of the same pattern. */
  readonly sibling: OperatorCall['sibling'];
}

/** What one test asks of its field, with the place to blame. */
export interface FieldTest {
  readonly lowered: Lowered<PlainOperand>;
  readonly at: Span;
}

/** The tests of `operator(arguments)` on a slot; none (reported) when the call is wrong. */
export function checkCondition(
  written: OperatorSyntax,
  slot: Slot,
  scope: ConditionScope,
  context: RuleContext,
): readonly FieldTest[] {
  const { report, checked } = context;
  const call = written.operator.value === hasKey.name ? written : withConstants(written, context);
  if (call === null) return [];
  const operator = OPERATOR_TABLE.get(call.operator.value);
  if (operator === undefined) {
    const { value: name, at } = call.operator;
    const operators = operatorsFor(slot.type);
    const parameters = { name, type: slot.type, operators };
    report.add('unknown-operator', at, parameters, closestName(name, operators));
    return [];
  }
  if (slot.list && operator.lists === undefined) {
    report.add('operator-on-list', call.operator.at, { operator: operator.name, slot: slot.name });
    return [];
  }
  if (!slot.list && operator.lists === 'only') {
    report.add('operator-needs-list', call.operator.at, { operator: operator.name, slot: slot.name });
    return [];
  }
  if (!operator.slotTypes.includes(slot.type)) {
    const parameters = { operator: operator.name, type: slot.type, slot: slot.name };
    report.add('operator-slot-type', call.operator.at, parameters);
    return [];
  }
  const hierarchy = chooseHierarchy(call, operator, slot, context);
  const operands = checkOperands(call, { operator, slot, hierarchy, ...scope, context });
  if (operands === null) return [];
  const { nameOf } = checked.internals;
  const lowered = operator.lower(
    { at: call.at, slot, hierarchy, sibling: scope.sibling, internal: nameOf },
    ...operands,
  );
  return lowered.map((test) => ({ lowered: guarded(test, operands), at: call.at }));
}
