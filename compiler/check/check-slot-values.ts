import { closestName } from '../diagnostics/suggest.ts';
import type { Expression } from '../expression/expression.ts';
import type { Slot, SlotValue, Template } from '../ruleset.ts';
import type { SlotValueSyntax } from '../syntax.ts';
import { checkExpressionSource, staticTypeOf } from './check-expression-source.ts';
import { reportUnknownSlot, slotOf, type Environment } from './environment.ts';
import { literalForm, typeScalar } from './literals.ts';
import { bindSlot, resolveAlias } from './resolve-reference.ts';
import type { RuleContext } from './rule-context.ts';

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
    const expression = checkSlotValue(value, slot, environment, context);
    return expression ? [{ slot: slot.name, value: expression }] : [];
  });
}

/** Source text when it starts with `?` or `(`, a reference when it is one as a whole, plain text otherwise. */
function checkSlotValue(
  { source, scalar }: SlotValueSyntax,
  slot: Slot,
  environment: Environment,
  context: RuleContext,
): Expression | null {
  const isText = scalar.kind === 'string';
  if (isText && /^[?(]/.test(source.text)) {
    const found = checkExpressionSource(source, environment, context);
    return found && fitting(found.expression, found.type, slot, context);
  }
  const [, alias, aliasedSlot] = (isText && REFERENCE.exec(source.text)) || [];
  if (alias === undefined || aliasedSlot === undefined)
    return checkPlainValue(source.at, scalar, slot, context);
  const pattern = resolveAlias(alias, source.at, environment, context);
  const bound = pattern && bindSlot(pattern, aliasedSlot, source.at, context);
  if (bound === null) return null;
  const expression: Expression = { kind: 'variable', name: bound.name, multi: false, at: source.at };
  return fitting(expression, staticTypeOf(bound.type), slot, context);
}

/** CLIPS finds a wrong type only when the rule fires; what is known before is an error before. */
function fitting(
  expression: Expression,
  type: number,
  slot: Slot,
  { report }: RuleContext,
): Expression | null {
  if ((type & staticTypeOf(slot.type)) !== 0) return expression;
  report.add('value-never-fits', expression.at, { slot: slot.name, type: slot.type });
  return null;
}

function checkPlainValue(
  at: Expression['at'],
  scalar: SlotValueSyntax['scalar'],
  slot: Slot,
  { report }: RuleContext,
): Expression | null {
  const value = typeScalar(scalar, slot.type, at, report);
  if (value === null) return null;
  const form = literalForm(value);
  if (slot.allowed && !slot.allowed.includes(form)) {
    report.add('value-not-allowed', at, { value: form, slot: slot.name }, closestName(form, slot.allowed));
    return null;
  }
  return { kind: 'literal', value, at };
}
