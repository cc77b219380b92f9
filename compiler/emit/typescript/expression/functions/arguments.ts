/** Arguments in the form in which the runtime's functions take them, checked where the static type leaves it open. */
import { INTEGER, NOTHING, NUMBER, representation, without } from '../../../../language/static-type.ts';
import { code, literal, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import { box, symbolText } from '../expression-convert.ts';
import type { TypedCode } from '../typed-code.ts';
import { call } from '../runtime-names.ts';

/** Code of a call in the representation of its result type. Arguments are in the representations of their types. */
export type FunctionCode = (args: readonly TypedCode[], scope: EmitScope) => Code;

/** An argument that the signature of the function requires. */
export function argumentAt(args: readonly TypedCode[], index: number): TypedCode {
  const arg = args[index];
  if (arg === undefined) throw new RangeError('the signature needs more arguments');
  return arg;
}

/** Turns the argument at a position (from 1) of a call of `name` into code of one representation. */
export type ArgumentForm = (arg: TypedCode, name: string, position: number, scope: EmitScope) => Code;

export const asInteger: ArgumentForm = (arg, name, position, scope) =>
  arg.type === INTEGER
    ? arg.code
    : call(scope, 'integerOf', box(arg, scope), literal(name), literal(position));

/** Any number as a FLOAT. */
export const asFloat: ArgumentForm = (arg, name, position, scope) => {
  switch (representation(arg.type)) {
    case 'float':
      return arg.code;
    case 'integer':
      return arg.literal ? literal(Number(arg.literal.value)) : code`Number(${arg.code})`;
    default:
      return call(scope, 'floatOf', box(arg, scope), literal(name), literal(position));
  }
};

/** Any number as it is, FLOAT boxed. */
export const asNumber: ArgumentForm = (arg, name, position, scope) =>
  without(arg.type, NUMBER) === NOTHING
    ? box(arg, scope)
    : call(scope, 'numberOf', box(arg, scope), literal(name), literal(position));

/** The characters of a STRING or SYMBOL. */
export const asLexeme: ArgumentForm = (arg, name, position, scope) => {
  switch (representation(arg.type)) {
    case 'string':
    case 'symbol':
      return arg.code;
    case 'boolean':
      return symbolText(arg);
    default:
      return call(scope, 'lexemeOf', box(arg, scope), literal(name), literal(position));
  }
};

export const asString: ArgumentForm = (arg, name, position, scope) =>
  representation(arg.type) === 'string'
    ? arg.code
    : call(scope, 'stringOf', box(arg, scope), literal(name), literal(position));

export const asMultifield: ArgumentForm = (arg, name, position, scope) =>
  representation(arg.type) === 'multifield'
    ? arg.code
    : call(scope, 'multifieldOf', box(arg, scope), literal(name), literal(position));

export const asValue: ArgumentForm = (arg, _name, _position, scope) => box(arg, scope);
