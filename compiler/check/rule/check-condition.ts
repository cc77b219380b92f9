import type { Span } from '../../diagnostics/position.ts';
import { meantOperator } from '../../diagnostics/guesses.ts';
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
export interface ConditionScope extends Pick<OperandScope, 'reference' | 'variable' | 'typeOf'> {
  /** A slot of the same pattern. */
  readonly sibling: OperatorCall['sibling'];
}

/** One test of a field, with the position to report. */
export interface FieldTest {
  readonly lowered: Lowered<PlainOperand>;
  readonly at: Span;
}

/** Operators that a message shows. */
const MOST_SHOWN = 5;
/** Shown before others: what not every type takes. */
const TELLING: ReadonlySet<string> = new Set([
  'greater_than',
  'between',
  'contains',
  'matches',
  'before',
  'within_last',
  'is_true',
]);

function reportUnknownOperator(
  name: string,
  at: Span,
  slot: Slot,
  operators: readonly string[],
  report: RuleContext['report'],
): void {
  const meant = meantOperator(name, operators);
  const fitting = operators.filter((operator) => {
    const lists = OPERATOR_TABLE.get(operator)?.lists;
    return slot.list ? lists !== undefined : lists !== 'only';
  });
  const shown = [...fitting.slice(0, 2), ...fitting.filter((operator) => TELLING.has(operator)), ...fitting];
  const parameters = { name, type: slot.type, operators: [...new Set(shown)].slice(0, MOST_SHOWN) };
  report.add('unknown-operator', at, parameters, meant ?? closestName(name, operators));
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
    reportUnknownOperator(name, at, slot, operatorsFor(slot.type), report);
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
