/** The values that an aggregate takes of the facts that it goes through. */
import type { AggregateValue } from '../../aggregate.ts';
import type { Expression } from '../../language/expression/expression.ts';
import {
  BOOLEAN,
  describeType,
  FLOAT,
  INTEGER,
  STRING,
  SYMBOL,
  type StaticType,
} from '../../language/static-type.ts';
import type { Slot } from '../../ruleset.ts';
import type { SourceText } from '../../syntax.ts';
import type { AggregateSyntax, Fold } from '../../tables-syntax.ts';
import type { SlotType } from '../../values.ts';
import type { Choices } from '../scope/aggregate-call.ts';
import { leadOf, type AliasedPattern, type Environment } from '../scope/environment.ts';
import { bindSlot, resolveAlias, resolveVariable } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { refuseReading } from './aggregate-reading.ts';
import { checkExpressionSource } from './check-expression-source.ts';

/** Types of the slots that each fold takes. */
const TAKES: Readonly<Record<Exclude<Fold, 'count'>, readonly SlotType[]>> = {
  sum: ['INTEGER', 'FLOAT'],
  min: ['INTEGER', 'FLOAT', 'TIME'],
  max: ['INTEGER', 'FLOAT', 'TIME'],
  distinct: ['STRING', 'SYMBOL', 'INTEGER', 'FLOAT', 'BOOLEAN', 'TIME'],
  collect: ['STRING', 'SYMBOL', 'INTEGER', 'FLOAT', 'BOOLEAN', 'TIME'],
};

/** The value that is computed from the slots of each choice of facts. */
function checkComputed(
  fold: Exclude<Fold, 'count'>,
  source: SourceText,
  inner: Environment,
  context: RuleContext,
): AggregateValue<Expression> | null {
  const checked = checkExpressionSource(source, inner, context);
  if (checked === null || refuseReading(checked.expression, source.at, context)) return null;
  const { expression } = checked;
  const times = new Set(
    [...inner.variables.values()].flatMap(({ name, type }) => (type === 'TIME' ? [name] : [])),
  );
  const type = isTime(expression, times) ? 'TIME' : (COMPUTED_TYPES.get(checked.type) ?? null);
  if (type !== null && TAKES[fold].includes(type)) return { kind: 'computed', expression, type };
  context.report.add('aggregate-value', source.at, { fold, type: describeType(checked.type) });
  return null;
}

const COMPUTED_TYPES: ReadonlyMap<StaticType, SlotType> = new Map<StaticType, SlotType>([
  [INTEGER, 'INTEGER'],
  [FLOAT, 'FLOAT'],
  [STRING, 'STRING'],
  [SYMBOL, 'SYMBOL'],
  [BOOLEAN, 'BOOLEAN'],
]);

/** True if the value is a time, which is an integer to CLIPS. `times`: variables that hold one. */
function isTime(expression: Expression, times: ReadonlySet<string>): boolean {
  if (expression.kind === 'variable') return times.has(expression.name);
  if (expression.kind !== 'call') return false;
  const { name, args } = expression;
  const [first, ...others] = args.map((arg) => isTime(arg, times));
  if (name === '-') return first === true && !others.includes(true);
  return name === '+'
    ? [first, ...others].filter((one) => one).length === 1
    : /^value-(?:zone-)?time$/.test(name);
}

/** The values that are taken. */
export function checkOf(
  { fold, of }: AggregateSyntax,
  { patterns }: Choices,
  inner: Environment,
  context: RuleContext,
): AggregateValue<Expression> | null {
  if (of === null || fold === 'count') return null;
  if (of.kind === 'computed') return checkComputed(fold, of.source, inner, context);
  const text = of.kind === 'variable' ? `?${of.name}` : `$${of.alias}.${of.slot}`;
  const owner: AliasedPattern | null =
    of.kind === 'reference' ? resolveAlias(of.alias, of.at, inner, context) : null;
  if (of.kind === 'reference' && owner === null) return null;
  const bound =
    of.kind === 'variable'
      ? resolveVariable(of.name, of.at, inner, context)
      : owner && bindSlot(owner, of.slot, of.at, context);
  if (bound === null) return null;
  const pattern = patterns.findIndex(
    (candidate) =>
      (owner === null || candidate === owner.pattern) &&
      candidate.fields.some((field) => leadOf(field) === bound.name),
  );
  const field = patterns[pattern]?.fields.find((candidate) => leadOf(candidate) === bound.name);
  if (field === undefined) {
    context.report.add('aggregate-of', of.at, { text });
    return null;
  }
  if (!bound.list && TAKES[fold].includes(bound.type)) {
    return { kind: 'slot', pattern, slot: of.kind === 'reference' ? of.slot : field.slot, type: bound.type };
  }
  const type = bound.list ? `list of ${bound.type}` : bound.type;
  context.report.add('aggregate-type', of.at, { fold, slot: field.slot, type });
  return null;
}

/** The value, as an operator sees it. */
export function valueSlot({ fold, at }: AggregateSyntax, of: AggregateValue<Expression> | null): Slot {
  return {
    name: fold,
    type: of === null || fold === 'distinct' ? 'INTEGER' : of.type,
    list: fold === 'collect',
    maxItems: null,
    required: true,
    default: null,
    allowed: null,
    at,
  };
}
