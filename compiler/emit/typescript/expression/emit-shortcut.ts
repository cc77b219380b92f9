/** Prints the shorter forms of calls (compiler/language/expression/call-shortcut.ts). */
import type { CallShortcut, TypedCall } from '../../../language/expression/typed-expression.ts';
import { required } from '../../../required.ts';
import { code, literal, type Code } from '../code/code.ts';
import { emitValue, type EmitContext } from './expression-context.ts';
import { argumentAt, asLexeme } from './functions/arguments.ts';
import { call } from './runtime-names.ts';
import { FUNCTION_CODE } from './functions/table.ts';

const METHODS = { includes: code`includes`, startsWith: code`startsWith` } as const;

export function emitShortcut(expression: TypedCall, shortcut: CallShortcut, context: EmitContext): Code {
  switch (shortcut.kind) {
    case 'search': {
      const args = callAt(expression, shortcut.operand).args.map((arg) => emitValue(arg, context));
      const [sought, text] = [0, 1].map((i) => asLexeme(argumentAt(args, i), 'str-index', i + 1, context));
      const found = code`${required(text, 'text')}.${METHODS[shortcut.method]}(${required(sought, 'sought')})`;
      return shortcut.isNegated ? code`!${found}` : found;
    }
    case 'ending': {
      const text = required(callAt(expression, shortcut.operand).args[2], 'text');
      const found = code`${emitValue(text, context).code}.endsWith(${literal(shortcut.ending)})`;
      return shortcut.isNegated ? code`!${found}` : found;
    }
    case 'far-difference':
      return emitFarDifference(expression, shortcut.whenFar, context);
  }
}

/** INVARIANT: the operand of a shortcut is a call. */
function callAt({ args }: TypedCall, operand: 0 | 1): TypedCall {
  const found = args[operand];
  if (found?.kind !== 'call') throw new TypeError('the operand of a shortcut is a call');
  return found;
}

function emitFarDifference(expression: TypedCall, whenFar: boolean, context: EmitContext): Code {
  const { target } = expression;
  if (target.kind !== 'function') throw new TypeError('an ordering is a function of the language');
  const args = expression.args.map((arg) => emitValue(arg, context));
  const less = emitValue(required(callAt(expression, 1).args[1], 'subtracted'), context);
  const isFar = call(context, 'isFarBelow', argumentAt(args, 0).code, less.code);
  const compared = FUNCTION_CODE[target.row.name](args, context);
  return whenFar ? code`(${isFar} || ${compared})` : code`(!${isFar} && ${compared})`;
}
