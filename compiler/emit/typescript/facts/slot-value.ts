/** Values that rules give to slots. */
import { emitExpression } from '../expression/expression.ts';
import { convert } from '../expression/expression-convert.ts';
import type { TypedExpression } from '../../../language/expression/typed-expression.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import { INTEGER, representation } from '../../../language/static-type.ts';
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { Slot } from '../../../ruleset.ts';
import type { SlotType } from '../../../values.ts';
import { code, literal, type Code } from '../code/code.ts';
import type { Context, RuntimeValue, TemplateNames } from '../context.ts';
import { allowedSet, allowedForms } from './slot-code.ts';

const CHECKS: Readonly<Record<SlotType, RuntimeValue>> = {
  STRING: 'slotString',
  SYMBOL: 'slotSymbol',
  INTEGER: 'slotInteger',
  FLOAT: 'slotFloat',
  BOOLEAN: 'slotBoolean',
  TIME: 'slotTime',
};

/** A computed list: every item is checked, as CLIPS' dynamic constraint checking does. */
function listValue(context: Context, slot: Slot, value: TypedExpression, scope: EmitScope): Code {
  const typed = emitExpression(value, scope);
  const forms = slot.allowed === null ? literal(null) : allowedForms(context, slot);
  return code`${context.value('slotList')}(${literal(slot.name)}, ${convert(typed, 'value', scope)}, ${literal(slot.type)}, ${forms}, ${literal(slot.maxItems)})`;
}

/** A slot's value: straight when its static type fits the slot, else checked at run time. */
export function slotValue(
  context: Context,
  names: TemplateNames,
  slot: Slot,
  value: TypedExpression,
  scope: EmitScope,
): Code {
  if (slot.list) return listValue(context, slot, value, scope);
  const typed = emitExpression(value, scope);
  const wanted = representation(slotStaticType(slot));
  const name = literal(slot.name);
  const kind = representation(typed.type);
  const fits = kind === wanted || (slot.type === 'SYMBOL' && kind === 'boolean');
  let result = fits
    ? convert(typed, wanted, scope)
    : code`${context.value(CHECKS[slot.type])}(${name}, ${convert(typed, 'value', scope)})`;
  if (value.kind === 'literal') return result;
  if (slot.type === 'FLOAT') result = code`${context.value('finiteFloat')}(${name}, ${result})`;
  if (slot.type === 'TIME' && typed.type === INTEGER) {
    result = code`${context.value('slotTime')}(${name}, ${result})`;
  }
  const allowed = allowedSet(context, names, slot);
  return allowed === null ? result : code`${context.value('allowedValue')}(${name}, ${result}, ${allowed})`;
}
