import { closestName } from '../../diagnostics/suggest.ts';
import { buildAt, plainLiteral } from '../../language/operators/build-expression.ts';
import type { Expression } from '../../language/expression/expression.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { Span } from '../../diagnostics/position.ts';
import { slotStaticType } from '../../language/expression/typing.ts';
import { isAllowed } from '../scope/allowed-values.ts';
import { findConstant, isConstantAlias, reportKind, type Constant } from '../scope/constants.ts';
import { checkLookup, type ComputedOperand, type LookupScope } from './check-lookup.ts';
import { withConstants } from './constant-arguments.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { SlotValue } from '../../untyped.ts';
import {
  BOOLEAN,
  NOTHING,
  NUMBER,
  STRING,
  SYMBOL,
  unionOf,
  without,
  type StaticType,
} from '../../language/static-type.ts';
import { textExpression } from '../../language/text.ts';
import { checkText } from './check-text.ts';
import { isPlace } from './is-place.ts';
import type { OperatorSyntax, SlotItemSyntax, SlotValueSyntax } from '../../syntax.ts';
import { checkExpressionSource, staticTypeOf } from './check-expression-source.ts';
import { reportUnknownSlot, slotOf, type Bound, type Environment } from '../scope/environment.ts';
import { literalForm, typeScalar, typeText } from '../scope/literals.ts';
import { plainText } from './looks-like-reference.ts';
import { bindSlot, resolveAlias, resolveVariable } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** `$alias.slot` as a whole value. */
const CONSTANT = /^\$([A-Za-z_][A-Za-z0-9_-]*)\.([A-Za-z_][A-Za-z0-9_-]*)(?:\[(.*)\])?$/;
const REFERENCE = /^\$([A-Za-z_][A-Za-z0-9_-]*)\.([A-Za-z_][A-Za-z0-9_-]*)$/;

/** The slots of an `assert` or `modify`, in the order written; wrong ones are reported and left out. */
export function checkSlotValues(
  values: readonly SlotValueSyntax[],
  template: Template,
  environment: Environment,
  context: RuleContext,
): readonly SlotValue[] {
  return values.flatMap((value): readonly SlotValue[] => {
    const slot = slotOf(template, value.slot.value);
    if (slot === null) {
      reportUnknownSlot(value.slot, template, context.report);
      return [];
    }
    const expression = value.items
      ? checkListValue(value, slot, environment, context)
      : checkSlotValue(value, slot, environment, context);
    return expression ? [{ slot: slot.name, value: expression }] : [];
  });
}

/** A list of values that are written out one by one. */
function checkListValue(
  { items, at }: Extract<SlotValueSyntax, { readonly items: readonly unknown[] }>,
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null {
  if (!slot.list) {
    context.report.add('value-shape', at, { slot: slot.name, expected: 'one value' });
    return null;
  }
  const item: Slot = { ...slot, list: false };
  const values = items.map((value) => checkSlotValue(value, item, environment, context));
  if (slot.maxItems !== null && items.length > slot.maxItems) {
    context.report.add('too-many-items', at, { slot: slot.name, limit: slot.maxItems });
  }
  if (values.includes(null)) return null;
  return buildAt(at).call('create$', ...values.flatMap((value) => value ?? []));
}

/**
 * Returns the value of `$const.name` or `$const.map[key]` as a whole value. Null (reported) if it names no constant, undefined
 * if it is not written so.
 *
 * @param wanted null: the type that the constant has
 */
export function namedConstant(
  { source, scalar, lookup }: Pick<SlotItemSyntax, 'source' | 'scalar' | 'lookup'>,
  wanted: SlotType | null,
  environment: Environment,
  context: RuleContext,
): Exclude<Constant, { kind: 'map' }> | ComputedOperand | null | undefined {
  if (scalar.kind !== 'string') return undefined;
  const { text, at } = source;
  const [, alias = '', name = '', key] = CONSTANT.exec(text) ?? [];
  if (!isConstantAlias(alias, context)) return undefined;
  const constant = findConstant(name, at, context);
  if (constant === null) return null;
  if (constant.kind !== 'map')
    return key === undefined ? constant : reportKind(constant, 'a map', at, context);
  if (key === undefined) return reportKind(constant, 'a key', at, context);
  const looked = lookup && withConstants<Pick<OperatorSyntax, 'args'>>({ args: [lookup] }, context)?.args[0];
  if (looked?.kind === 'bare') {
    const value = [...constant.entries.values()].find((entry) => literalForm(entry) === looked.text);
    return value === undefined ? null : { kind: 'single', name, value };
  }
  const keyOf: LookupScope['keyOf'] = (of) => keyBound(of, environment, context);
  return looked?.kind === 'lookup' ? checkLookup(looked, wanted, { context, keyOf }) : null;
}

/** A value of the ruleset, typed by the slot; a map's by a key of the match. Undefined: it names no constant. */
function checkConstant(
  { source, scalar, lookup }: SlotItemSyntax,
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null | undefined {
  const { at } = source;
  const constant = namedConstant({ source, scalar, lookup }, slot.type, environment, context);
  if (constant === null || constant === undefined) return constant;
  const { report } = context;
  if (constant.kind === 'computed') {
    const type = slotStaticType({ type: constant.type, list: false });
    return fitting(constant.expression, type, slot, context);
  }
  if ((constant.kind === 'list') !== slot.list) {
    report.add('value-shape', at, { slot: slot.name, expected: slot.list ? 'a list' : 'one value' });
    return null;
  }
  const values = constant.kind === 'list' ? constant.items : [constant.value];
  return literalOf(values.map(literalForm), slot, at, context);
}

function keyBound(
  key: Parameters<LookupScope['keyOf']>[0],
  environment: Environment,
  context: RuleContext,
): Bound | null {
  if (key.kind === 'variable') return resolveVariable(key.name, key.at, environment, context);
  const pattern = resolveAlias(key.alias, key.at, environment, context);
  return pattern && bindSlot(pattern, key.slot, key.at, context);
}

function literalOf(
  texts: readonly string[],
  slot: Slot,
  at: Span,
  { report }: RuleContext,
): Expression | null {
  const values = texts.map((text) => {
    const value = typeText(text, slot.type, at, report);
    return value && allowedLiteral(value, slot, at, report);
  });
  if (values.includes(null)) return null;
  const { call, literal } = buildAt(at);
  const [only] = values;
  if (!slot.list && only) return literal(only);
  return call('create$', ...values.flatMap((value) => (value ? [literal(value)] : [])));
}

/** Source text when it starts with `?` or `(`, a reference when it is one as a whole, plain text otherwise. */
function checkSlotValue(
  value: SlotItemSyntax,
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null {
  const { source, scalar, parts } = value;
  const constant = checkConstant(value, slot, environment, context);
  if (constant !== undefined) return constant;
  const found = checkSource(value, environment, context);
  if (found === 'plain' && slot.list) {
    context.report.add('value-shape', source.at, { slot: slot.name, expected: 'a list' });
    return null;
  }
  if (found === 'plain') {
    const isFilledIn = slot.type === 'STRING' && parts.some(isPlace);
    if (!isFilledIn && reportsNotFilledIn(value, slot, environment, context)) return null;
    if (isFilledIn && reportsTemplateLiteral(value, context)) return null;
    if (!isFilledIn) return checkPlainValue(source.at, scalar, slot, environment, context);
    return textExpression(checkText(parts, environment, context), source.at);
  }
  return found && fitting(found.expression, found.type, slot, context);
}

/** Reports `${alias.slot}` and the like as a whole text, whose sign would be part of the value. True if it was reported. */
function reportsTemplateLiteral({ source, parts }: SlotItemSyntax, { report }: RuleContext): boolean {
  const [sign, place, behind] = parts;
  if (
    sign?.kind !== 'text' ||
    !/^[$%]$/.test(sign.text) ||
    place?.kind !== 'reference' ||
    behind !== undefined
  )
    return false;
  const meant = `$${place.alias}.${place.slot}`;
  report.add('looks-like-reference', source.at, { text: source.text, meant });
  return true;
}

/** Reports `{alias.slot}` or `{name}` in a slot that is not a string. True if it was reported. */
function reportsNotFilledIn(
  { source, parts }: SlotItemSyntax,
  { name, type }: Slot,
  environment: Environment,
  context: RuleContext,
): boolean {
  const known = parts
    .filter(isPlace)
    .find(
      (part) =>
        (part.kind === 'reference' &&
          (context.aliases.has(part.alias) || isConstantAlias(part.alias, context))) ||
        (part.kind === 'variable' && environment.variables.has(part.name)),
    );
  if (known === undefined) return false;
  const meant = known.kind === 'variable' ? `?${known.name}` : `$${known.alias}.${known.slot}`;
  const isWhole = parts.length === 1;
  const joined = '(sym-cat "text" ?name)';
  context.report.add('not-filled-in', source.at, { slot: name, type, meant: isWhole ? meant : joined });
  return true;
}

/** The computation or reference of a value. */
export interface CheckedSource {
  readonly expression: Expression;
  readonly type: StaticType;
  /** The name, if the value is only a name. */
  readonly bound: Bound | null;
}

/** Null when it was reported, `plain` when it is neither source nor a reference. */
export function checkSource(
  { source, scalar }: SlotItemSyntax,
  environment: Environment,
  context: RuleContext,
): CheckedSource | null | 'plain' {
  if (scalar.kind !== 'string') return 'plain';
  if (/^(\$?\?|\()/.test(source.text)) {
    const found = checkExpressionSource(source, environment, context);
    const name = source.text.replace(/^\$?\?/, '');
    return found && { ...found, bound: environment.variables.get(name) ?? null };
  }
  const [, alias, aliasedSlot] = REFERENCE.exec(source.text) ?? [];
  if (alias === undefined || aliasedSlot === undefined) return 'plain';
  const pattern = resolveAlias(alias, source.at, environment, context);
  const bound = pattern && bindSlot(pattern, aliasedSlot, source.at, context);
  if (bound === null) return null;
  const expression: Expression = { kind: 'variable', name: bound.name, multi: false, at: source.at };
  return { expression, type: staticTypeOf(bound), bound };
}

/** CLIPS finds a wrong type only when the rule fires; what is known before is an error before. */
function fitting(
  expression: Expression,
  type: StaticType,
  slot: Slot,
  { report }: RuleContext,
): Expression | null {
  if ((type & staticTypeOf(slot)) === 0) {
    report.add('value-never-fits', expression.at, { slot: slot.name, type: slot.type });
    return null;
  }
  if (slot.type !== 'BOOLEAN' || slot.list || type === BOOLEAN || isUnknown(type)) return expression;
  report.add('value-not-boolean', expression.at, { slot: slot.name });
  return null;
}

/** Host functions and `nth$` may give any field at all. */
function isUnknown(type: StaticType): boolean {
  return without(unionOf(NUMBER, STRING, SYMBOL), type) === NOTHING;
}

function checkPlainValue(
  at: Expression['at'],
  scalar: SlotItemSyntax['scalar'],
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null {
  const { report } = context;
  const text = scalar.kind === 'string' ? plainText(scalar.value, at, environment, context) : scalar.text;
  if (text === null) return null;
  const value =
    scalar.kind === 'string'
      ? typeText(text, slot.type, at, report)
      : typeScalar(scalar, slot.type, at, report);
  const plain = value && allowedLiteral(value, slot, at, report);
  return plain && { kind: 'literal', value: plain, at };
}

/** The literal as the constructs have it; null (reported) when the slot does not allow it. */
function allowedLiteral(value: Literal, slot: Slot, at: Span, report: Report): Literal | null {
  const form = literalForm(value);
  if (slot.allowed === null || isAllowed(slot, form)) return plainLiteral(value);
  report.add('value-not-allowed', at, { value: form, slot: slot.name }, closestName(form, slot.allowed));
  return null;
}
