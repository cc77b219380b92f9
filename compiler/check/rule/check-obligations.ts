import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { FACT, includes, MULTIFIELD } from '../../language/static-type.ts';
import { buildAt, plainLiteral } from '../../language/operators/build-expression.ts';
import { textFunction, timeTexts } from '../../language/text-functions.ts';
import { textExpression } from '../../language/text.ts';
import type { Obligation, ObligationProperty, PropertyExpression } from '../../untyped.ts';
import type { SlotItemSyntax, SlotValueSyntax, ThenSyntax } from '../../syntax.ts';
import type { Environment } from '../scope/environment.ts';
import { typeScalar } from '../scope/literals.ts';
import { plainText, reportConstantText } from './looks-like-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { checkSource, namedConstant, type CheckedSource } from './check-slot-values.ts';
import { checkText } from './check-text.ts';
import { isPlace } from './is-place.ts';

/** Duties of the caller. Obligations belong to an action: without one no result would contain them. */
export function checkObligations(
  { action, obligations }: ThenSyntax,
  environment: Environment,
  context: RuleContext,
): readonly Obligation[] {
  return obligations.map(({ type, properties, at }) => {
    if (action === null) context.report.add('obligation-without-action', at);
    reportConstantText('type', type, environment, context);
    return {
      type: type.value,
      properties: properties.flatMap((property): readonly ObligationProperty[] => {
        const value = checkProperty(property, environment, context);
        return value ? [{ name: property.slot.value, value }] : [];
      }),
    };
  });
}

function refuse({ slot }: SlotValueSyntax, at: Span, { report }: RuleContext): null {
  report.add('property-not-single', at, { name: slot.value });
  return null;
}

/** Typed by how it is written, since no slot says its type. */
function checkProperty(
  property: SlotValueSyntax,
  environment: Environment,
  context: RuleContext,
): PropertyExpression | null {
  if (property.items === null) return checkValue(property, property, environment, context);
  const values = property.items.map((item) => checkValue(item, property, environment, context));
  const items = values.flatMap((value) => (value?.kind === 'single' ? [value.value] : []));
  if (values.some((value) => value && value.kind !== 'single')) return refuse(property, property.at, context);
  return items.length < values.length ? null : { kind: 'items', items };
}

function checkValue(
  item: SlotItemSyntax,
  property: SlotValueSyntax,
  environment: Environment,
  context: RuleContext,
): PropertyExpression | null {
  const { at } = item.source;
  const constant = namedConstant(item, null, environment, context);
  if (constant !== undefined) return constant && ofConstant(constant, at);
  const found = checkSource(item, environment, context);
  if (found === null) return null;
  if (found !== 'plain') return ofSource(found, context) ?? refuse(property, at, context);
  const value = ofScalar(item, environment, context);
  return value === null ? refuse(property, at, context) : { kind: 'single', value };
}

/** A constant has the type that it is written with. */
function ofConstant(constant: NonNullable<ReturnType<typeof namedConstant>>, at: Span): PropertyExpression {
  const { literal } = buildAt(at);
  if (constant.kind === 'computed') return { kind: 'single', value: constant.expression };
  if (constant.kind === 'single') return { kind: 'single', value: literal(plainLiteral(constant.value)) };
  return { kind: 'items', items: constant.items.map((item) => literal(plainLiteral(item))) };
}

/** Null for what is a fact, or a list only sometimes. */
function ofSource(
  { expression, type, bound }: CheckedSource,
  context: RuleContext,
): PropertyExpression | null {
  const { at } = expression;
  const { nameOf } = context.checked.internals;
  const call = (name: string): Expression => buildAt(at).call(name, expression);
  const isTime = bound?.type === 'TIME';
  if (type === MULTIFIELD) {
    const value = isTime ? call(nameOf(timeTexts(at))) : expression;
    return { kind: 'list', value, booleans: bound?.type === 'BOOLEAN' };
  }
  if (includes(type, FACT) || includes(type, MULTIFIELD)) return null;
  const writer = isTime ? textFunction(bound, at) : null;
  return { kind: 'single', value: writer ? call(nameOf(writer)) : expression };
}

/** Null for nothing at all. */
function ofScalar(item: SlotItemSyntax, environment: Environment, context: RuleContext): Expression | null {
  const { scalar, parts, source } = item;
  const { at } = source;
  switch (scalar.kind) {
    case 'integer':
    case 'float': {
      const value = typeScalar(scalar, scalar.kind === 'integer' ? 'INTEGER' : 'FLOAT', at, context.report);
      return { kind: 'literal', value: value ?? { type: 'INTEGER', value: 0 }, at };
    }
    case 'boolean':
      return { kind: 'literal', value: { type: 'SYMBOL', value: scalar.value ? 'TRUE' : 'FALSE' }, at };
    case 'null':
      return null;
    case 'string': {
      if (parts.length > 0 && !parts.some(isPlace)) {
        const text = plainText(scalar.value, at, environment, context);
        return textExpression(text ? [{ kind: 'text', text }] : [], at);
      }
      return textExpression(checkText(parts, environment, context), at);
    }
  }
}
