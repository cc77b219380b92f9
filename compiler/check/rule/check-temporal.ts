import type { Span } from '../../diagnostics/position.ts';
import { operandExpression } from '../../language/operators/build-expression.ts';
import { TEMPORAL_TABLE } from '../../language/operators/table.ts';
import type { TemporalCall, TemporalOperator } from '../../language/operators/temporal-operator.ts';
import { TICK_TEMPLATE, type Slot } from '../../ruleset.ts';
import type { ConditionElement } from '../../untyped.ts';
import type { ConditionSyntax, OperatorSyntax } from '../../syntax.ts';
import { checkOperand } from './check-operands.ts';
import { withConstants } from './constant-arguments.ts';
import { slotOf, type AliasedPattern, type Environment } from '../scope/environment.ts';
import { bindSlot, resolveAlias, resolveVariable } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import {
  readCount,
  readSeconds,
  readSlot,
  readSteps,
  readTemplate,
  readTimestamp,
} from './temporal-arguments.ts';

/** Whether a condition is judged behind the tick and says nothing of its own slot's field. */
export function isTemporal({ expression }: ConditionSyntax): boolean {
  return expression !== null && TEMPORAL_TABLE.has(expression.operator.value);
}

/** The temporal conditions of a pattern, whose other conditions have been checked: they see all that it binds. */
export function checkTemporal(
  conditions: readonly ConditionSyntax[],
  of: AliasedPattern,
  environment: Environment,
  context: RuleContext,
): void {
  for (const { slot: written, expression } of conditions) {
    const operator = expression && TEMPORAL_TABLE.get(expression.operator.value);
    const slot = written && slotOf(of.template, written.value);
    if (expression === null || !operator || slot === null) continue;
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
    const call = withConstants(expression, context);
    const test = call && judge(operator, call, { of, slot, environment, context });
    if (test === null) continue;
    environment.temporal.push({ kind: 'test', expression: test, at: expression.at });
    context.judged.value = true;
  }
}

interface Place {
  readonly of: AliasedPattern;
  readonly slot: Slot;
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

function createCall(operator: TemporalOperator, at: Span, place: Place): TemporalCall {
  const { of, slot, environment, context } = place;
  const argumentOf = { operator: operator.name, at, context };
  const variableOf = (pattern: AliasedPattern | null, name: string, where: Span) =>
    pattern && bindSlot(pattern, name, where, context);
  return {
    at,
    internal: context.checked.internals.nameOf,
    subject() {
      const bound = variableOf(of, slot.name, at);
      return bound && operandExpression({ kind: 'variable', ...bound, at });
    },
    template: (argument) => readTemplate(argument, argumentOf),
    slot: (template, argument) => template && readSlot(template, argument, argumentOf),
    timestamp: (template, argument) => template && readTimestamp(template, argument, argumentOf),
    value(counted, argument) {
      if (counted === null) return null;
      const operand = checkOperand('value', argument, {
        operator,
        slot: counted.slot,
        isAllowed: (form) => counted.slot.allowed?.includes(form) ?? true,
        hierarchy: null,
        reference: (alias, name, where) =>
          variableOf(resolveAlias(alias, where, environment, context), name, where),
        variable: (name, where) => resolveVariable(name, where, environment, context),
        context,
      });
      return operand && operandExpression(operand);
    },
    count: (argument) => readCount(argument, argumentOf),
    seconds: (argument) => readSeconds(argument, argumentOf),
    steps: (argument) => readSteps(argument, argumentOf),
  };
}

/**
 * Tests behind the hidden fact that is asserted anew just before each run: they are evaluated when all facts of the
 * evaluation are in. The other tests of the same elements stand behind it, too, because it is a pattern.
 *
 * @param at place of the hidden fact where no test here is temporal; undefined: it is left out then
 */
export function behindTick(
  tests: readonly ConditionElement[],
  { temporal }: Environment,
  at?: Span,
): readonly ConditionElement[] {
  const place = temporal[0]?.at ?? at;
  if (place === undefined) return tests;
  const tick = { kind: 'pattern', template: TICK_TEMPLATE, address: null, fields: [], at: place } as const;
  return [tick, ...tests, ...temporal];
}
