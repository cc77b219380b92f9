/** Values of the properties of obligations. */
import { representation } from '../../../language/static-type.ts';
import type { TypedExpression } from '../../../language/expression/typed-expression.ts';
import type { PropertyExpression } from '../../../ruleset.ts';
import { code, joined, literal, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { convert } from '../expression/expression-convert.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import { emitExpression } from '../expression/expression.ts';

/** The value of a property as JSON has it. */
export function propertyCode(
  context: Context,
  key: string,
  value: PropertyExpression,
  scope: EmitScope,
): Code {
  switch (value.kind) {
    case 'single':
      return singleCode(context, key, value.value, scope);
    case 'items': {
      const items = value.items.map((item) => singleCode(context, key, item, scope));
      return code`[${joined(items, ', ')}]`;
    }
    case 'list': {
      const list = convert(emitExpression(value.value, scope), 'multifield', scope);
      return code`${context.value('propertyList')}(${literal(key)}, ${list}, ${literal(value.booleans)})`;
    }
  }
}

function singleCode(context: Context, key: string, value: TypedExpression, scope: EmitScope): Code {
  const typed = emitExpression(value, scope);
  const held = representation(typed.type);
  if (held === 'float') return code`${context.value('propertyFloat')}(${literal(key)}, ${typed.code})`;
  if (held === 'integer' || held === 'string' || held === 'symbol' || held === 'boolean') return typed.code;
  return code`${context.value('propertyValue')}(${literal(key)}, ${convert(typed, 'value', scope)})`;
}
