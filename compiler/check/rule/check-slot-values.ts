import { closestName } from '../../diagnostics/suggest.ts';
import { buildAt, plainLiteral } from '../../language/operators/build-expression.ts';
import type { Expression } from '../../language/expression/expression.ts';
import type { Slot, Template } from '../../ruleset.ts';
import type { SlotValue } from '../../untyped.ts';
import type { StaticType } from '../../language/expression/static-type.ts';
import { textExpression } from '../../language/text.ts';
import { checkText } from './check-text.ts';
import type { SlotItemSyntax, SlotValueSyntax } from '../../syntax.ts';
import { checkExpressionSource, staticTypeOf } from './check-expression-source.ts';
import { reportUnknownSlot, slotOf, type Bound, type Environment } from '../scope/environment.ts';
import { literalForm, typeScalar, typeText } from '../scope/literals.ts';
import { plainText } from './looks-like-reference.ts';
import { bindSlot, resolveAlias } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** `$alias.slot` as a whole value. */
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

/** Source text when it starts with `?` or `(`, a reference when it is one as a whole, plain text otherwise. */
function checkSlotValue(
  value: SlotItemSyntax,
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null {
  const { source, scalar, parts } = value;
  const found = checkSource(value, environment, context);
  if (found === 'plain' && slot.list) {
    context.report.add('value-shape', source.at, { slot: slot.name, expected: 'a list' });
    return null;
  }
  if (found === 'plain') {
    const isFilledIn = slot.type === 'STRING' && parts.some(({ kind }) => kind !== 'text');
    if (!isFilledIn) return checkPlainValue(source.at, scalar, slot, environment, context);
    return textExpression(checkText(parts, environment, context), source.at);
  }
  return found && fitting(found.expression, found.type, slot, context);
}

/** What a value computes or refers to. */
export interface CheckedSource {
  readonly expression: Expression;
  readonly type: StaticType;
  /** What it names, when it is nothing but a name. */
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
  type: number,
  slot: Slot,
  { report }: RuleContext,
): Expression | null {
  if ((type & staticTypeOf(slot)) !== 0) return expression;
  report.add('value-never-fits', expression.at, { slot: slot.name, type: slot.type });
  return null;
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
  if (value === null) return null;
  const form = literalForm(value);
  if (slot.allowed && !slot.allowed.includes(form)) {
    report.add('value-not-allowed', at, { value: form, slot: slot.name }, closestName(form, slot.allowed));
    return null;
  }
  return { kind: 'literal', value: plainLiteral(value), at };
}
