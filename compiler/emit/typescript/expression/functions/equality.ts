import { mayBeEqual, representation } from '../../../../language/static-type.ts';
import type { Literal } from '../../../../values.ts';
import { code, literal, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import { box, symbolText } from '../expression-convert.ts';
import type { TypedCode } from '../typed-code.ts';
import type { FunctionCode } from './arguments.ts';
import { emitPairs } from './pairs.ts';
import { call } from '../runtime-names.ts';

/** `eq` of two values: type and value. One JavaScript comparison wherever the types are known. */
export function emitSame(a: TypedCode, b: TypedCode, scope: EmitScope): Code {
  if (!mayBeEqual(a.type, b.type)) return never([a, b]);
  if (a.literal && b.literal) return literal(sameLiteral(a.literal, b.literal));
  const left = representation(a.type);
  const right = representation(b.type);
  if (left === 'value') return right === 'value' ? sameBoxed(a, b, scope) : sameAsKnown(a, b, scope);
  if (right === 'value') return sameAsKnown(b, a, scope);
  switch (left) {
    case 'float':
      return code`Object.is(${a.code}, ${b.code})`;
    case 'multifield':
      return call(scope, 'sameMultifield', a.code, b.code);
    case 'boolean':
      return right === 'boolean' ? sameTruth(a, b) : code`${symbolText(a)} === ${b.code}`;
    case 'symbol':
      return code`${a.code} === ${right === 'boolean' ? symbolText(b) : b.code}`;
    default:
      return code`${a.code} === ${b.code}`;
  }
}

function sameLiteral(a: Literal, b: Literal): boolean {
  return a.type === b.type && Object.is(a.value, b.value);
}

/** False, after evaluating what could raise an error. */
function never(args: readonly TypedCode[]): Code {
  const [a, b] = args.filter((arg) => arg.canFail);
  if (a === undefined) return literal(false);
  return b === undefined ? code`(${a.code}, false)` : code`(${a.code}, ${b.code}, false)`;
}

function sameTruth(a: TypedCode, b: TypedCode): Code {
  if (b.literal) return b.literal.value === 'TRUE' ? a.code : code`!(${a.code})`;
  if (a.literal) return sameTruth(b, a);
  return code`(${a.code}) === (${b.code})`;
}

function sameBoxed(a: TypedCode, b: TypedCode, scope: EmitScope): Code {
  return call(scope, 'sameValue', a.code, b.code);
}

/** A boxed value compared with one of known type. */
function sameAsKnown(value: TypedCode, known: TypedCode, scope: EmitScope): Code {
  switch (representation(known.type)) {
    case 'integer':
    case 'string':
    case 'fact':
      return code`${value.code} === ${known.code}`;
    case 'symbol':
      return call(scope, 'isSymbol', value.code, known.code);
    case 'boolean':
      if (known.literal?.value === 'FALSE') return code`!${call(scope, 'truthy', value.code)}`;
      return call(scope, 'isSymbol', value.code, symbolText(known));
    case 'float':
      return call(scope, 'isFloat', value.code, known.code);
    default:
      return call(scope, 'sameValue', value.code, box(known, scope));
  }
}

export const EQUALITY = {
  eq: (args, scope) => emitPairs(args, 'first', (a, b) => emitSame(a, b, scope), scope),
  neq: (args, scope) => emitPairs(args, 'first', (a, b) => code`!(${emitSame(a, b, scope)})`, scope),
} satisfies Record<string, FunctionCode>;
