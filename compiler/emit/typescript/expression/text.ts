import { BOOLEAN, MULTIFIELD, representation, STRING } from '../../../language/static-type.ts';
import { slotType } from '../../../language/expression/typing.ts';
import type { ReasonPart, TextFunction } from '../../../ruleset.ts';
import { code, literal, type Code } from '../code/code.ts';
import type { EmitScope } from './emit-scope.ts';
import { emitExpression } from './expression.ts';
import { convert } from './expression-convert.ts';
import { FUNCTION_CODE } from './functions/table.ts';
import type { TypedCode } from './typed-code.ts';

/** The text form of a slot, by the runtime. */
function written({ type, list }: TextFunction, value: TypedCode, scope: EmitScope): Code {
  const held = list ? MULTIFIELD : slotType(type);
  const converted = convert(value, representation(held), scope);
  if (list) return code`${scope.runtime('listText')}(${converted}, ${literal(type)})`;
  return code`${scope.runtime(held === BOOLEAN ? 'booleanText' : 'timeText')}(${converted})`;
}

/** Text with variables in it as one `str-cat`, so that numbers are written as CLIPS writes them. */
export function emitText(parts: readonly ReasonPart[], scope: EmitScope): Code {
  const args = parts.map((part): TypedCode => {
    if (part.kind !== 'text') {
      const value =
        part.kind === 'computed'
          ? emitExpression(part.expression, scope)
          : { ...scope.variable(part.name), simple: true };
      if (part.writer === null) return value;
      return { code: written(part.writer, value, scope), type: STRING, canFail: false };
    }
    const value = { type: 'STRING', value: part.text } as const;
    return { code: literal(part.text), type: STRING, canFail: false, literal: value, simple: true };
  });
  return FUNCTION_CODE['str-cat'](args, scope);
}
