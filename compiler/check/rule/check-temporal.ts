import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { operandExpression } from '../../language/operators/build-expression.ts';
import { TEMPORAL_TABLE } from '../../language/operators/table.ts';
import type { TemporalCall, TemporalOperator } from '../../language/operators/temporal-operator.ts';
import { timeNow } from '../../language/operators/time-now.ts';
import type { Slot } from '../../ruleset.ts';
import type { ConditionSyntax, Located, OperatorSyntax } from '../../syntax.ts';
import { TIME_SLOT } from '../../language/operators/operator.ts';
import { itemSlot } from './check-each.ts';
import { checkArgument, checkOperand, type OperandScope } from './check-operands.ts';
import { withConstants } from './constant-arguments.ts';
import { slotOf, type AliasedPattern, type Environment } from '../scope/environment.ts';
import { bindSlot, resolveAlias, resolveVariable, variablesOf } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import {
  readCount,
  readSeconds,
  readSlot,
  readSlots,
  readSteps,
  readTemplate,
  readTimestamp,
  type Naming,
} from './temporal-arguments.ts';

/** True if a condition is judged after the tick and does not constrain the field of its slot. */
export function isTemporal({ expression }: ConditionSyntax): boolean {
  return temporalOperator(expression) !== null;
}

/** The operator of an expression on a slot, when the call is judged behind the tick. */
function temporalOperator(expression: OperatorSyntax | null): TemporalOperator | null {
  const operator = expression && TEMPORAL_TABLE.get(expression.operator.value);
  return expression && operator && (operator.isJudged?.(expression.args) ?? true) ? operator : null;
}

/** The temporal conditions of a pattern, whose other conditions have been checked: they see all that it binds. */
export function checkTemporal(
  conditions: readonly ConditionSyntax[],
  of: AliasedPattern,
  environment: Environment,
  context: RuleContext,
): void {
  for (const { slot: written, each, expression, now } of conditions) {
    if (now !== null) checkNow(now, of, environment, context);
    const operator = temporalOperator(expression);
    const declared = written && slotOf(of.template, written.value);
    if (expression === null || !operator || declared === null) continue;
    // A condition that counts facts by a slot cannot count them by one item.
    const slot = each !== null && operator.slotTypes === TIME_SLOT ? itemSlot(declared) : declared;
    if (slot.list) {
      const parameters = { operator: operator.name, slot: slot.name };
      context.report.add('operator-on-list', expression.operator.at, parameters);
      continue;
    }
    if (!operator.slotTypes.includes(slot.type)) {
      const parameters = { operator: operator.name, type: slot.type, slot: slot.name };
      context.report.add('operator-slot-type', expression.operator.at, parameters);
      continue;
    }
    addTest(operator, expression, { of, slot, item: each, environment, context });
  }
}

/** A condition on the clock itself. */
function checkNow(
  expression: OperatorSyntax,
  of: AliasedPattern,
  environment: Environment,
  context: RuleContext,
): void {
  const { value: name, at } = expression.operator;
  const operator = TEMPORAL_TABLE.get(name);
  if (operator?.ofClock === undefined) {
    const operators = [...TEMPORAL_TABLE.values()].filter(({ ofClock }) => ofClock).map(({ name }) => name);
    context.report.add('operator-on-now', at, { operator: name, operators }, closestName(name, operators));
    return;
  }
  addTest(operator, expression, { of, slot: null, item: null, environment, context });
}

function addTest(operator: TemporalOperator, expression: OperatorSyntax, place: Place): void {
  const call = withConstants(expression, place.context);
  const test = call && judge(operator, call, place);
  if (test === null) return;
  place.environment.temporal.push({ kind: 'test', expression: test, at: expression.at });
  place.context.judged.value ??= 'tick';
}

interface Place {
  readonly of: AliasedPattern;
  /** `null` if the condition is on the clock. */
  readonly slot: Slot | null;
  /** The variable of the item; null: the condition is on all that the slot holds. */
  readonly item: Located<string> | null;
  readonly environment: Environment;
  readonly context: RuleContext;
}

function judge(
  operator: TemporalOperator,
  { args, at }: OperatorSyntax,
  place: Place,
): ReturnType<TemporalOperator['judge']> {
  const [min, max] = operator.arguments;
  if (args.length >= min && args.length <= max)
    return operator.judge(createCall(operator, at, place), ...args);
  const expected = min === max ? min : `${min} or ${max}`;
  place.context.report.add('argument-count', at, { operator: operator.name, expected, found: args.length });
  return null;
}

/** The clock, as comparisons see it. */
const CLOCK: Omit<Slot, 'at'> = {
  name: 'now',
  type: 'TIME',
  list: false,
  maxItems: null,
  required: true,
  default: null,
  allowed: null,
};

function createCall(operator: TemporalOperator, at: Span, place: Place): TemporalCall {
  const { of, slot, item, environment, context } = place;
  const argumentOf = { operator: operator.name, at, context };
  const variableOf = (pattern: AliasedPattern | null, name: string, where: Span) =>
    pattern && bindSlot(pattern, name, where, context);
  const scope = (counted: Slot): OperandScope => ({
    operator,
    slot: counted,
    hierarchy: null,
    reference: (alias, name, where) =>
      variableOf(resolveAlias(alias, where, environment, context), name, where),
    ...variablesOf(environment, context),
    context,
  });
  const named: Naming = (argument) =>
    argument.kind === 'variable'
      ? resolveVariable(argument.name, argument.at, environment, context)
      : variableOf(
          resolveAlias(argument.alias, argument.at, environment, context),
          argument.slot,
          argument.at,
        );
  const { nameOf } = context.checked.internals;
  return {
    at,
    internal: nameOf,
    type: slot?.type ?? CLOCK.type,
    now: () => timeNow(nameOf, at),
    operand(kind, argument) {
      const [operand] = checkArgument(kind, argument, scope(slot ?? { ...CLOCK, at })) ?? [];
      return operand ? operandExpression(operand) : null;
    },
    subject() {
      if (slot === null) return timeNow(nameOf, at);
      const bound =
        item === null ? variableOf(of, slot.name, at) : resolveVariable(item.value, at, environment, context);
      return bound && operandExpression({ kind: 'variable', ...bound, at });
    },
    template: (argument) => readTemplate(argument, argumentOf),
    slot: (template, argument) => template && readSlot(template, argument, argumentOf),
    slots: (template, argument) => template && readSlots(template, argument, argumentOf),
    timestamp: (template, argument) => template && readTimestamp(template, argument, argumentOf),
    value(counted, argument) {
      if (counted === null) return null;
      const operand = checkOperand('value', argument, scope(counted.slot));
      return operand && operandExpression(operand);
    },
    values(counted, argument) {
      if (counted === null) return null;
      const { slots } = counted;
      const items = slots.length > 1 && argument.kind === 'list' ? argument.items : [argument];
      if (items.length !== slots.length) {
        const expected = slots.length === 1 ? 'one value' : `a list of ${slots.length} values`;
        context.report.add('argument-kind', argument.at, { operator: operator.name, expected });
        return null;
      }
      const operands = slots.map((one, i) => {
        const item = items[i];
        return item ? checkOperand('value', item, scope(one)) : null;
      });
      return operands.includes(null) ? null : operands.flatMap((one) => (one ? operandExpression(one) : []));
    },
    count: (argument) => readCount(argument, argumentOf, named),
    seconds: (argument) => readSeconds(argument, argumentOf, named),
    mixedTimes(argument) {
      context.report.add('timestamps-mixed', argument.at);
      return null;
    },
    neverHolds() {
      context.report.add('never-holds', at, { why: 'the range is empty' });
      return null;
    },
    steps: (argument) => readSteps(argument, argumentOf),
  };
}
