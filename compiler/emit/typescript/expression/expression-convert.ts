import { call, runtime } from './runtime-names.ts';
import type { EmitScope } from './emit-scope.ts';
import { BOOLEAN, representation, SYMBOL, type Representation } from '../../../language/static-type.ts';
import type { TypedCode } from './typed-code.ts';
import { code, literal, type Code } from '../code/code.ts';

/** Where a value goes, for the message when its type does not fit. */
interface Destination {
  readonly name: string;
  /** Counts from 1. */
  readonly position: number;
}

/**
 * A value in another representation. From a boxed value the code checks the type when it runs and raises an
 * EvaluationError that names the destination; an INTEGER is never taken for a FLOAT there. Statically known types
 * that cannot become the other (a STRING as INTEGER) are refused by the checker and never come here.
 */
export function convert(
  typed: TypedCode,
  to: Representation,
  scope: EmitScope,
  destination: Destination = { name: 'assert', position: 1 },
): Code {
  const from = representation(typed.type);
  if (from === to) return typed.code;
  if (to === 'value') return box(typed, scope);
  if (from === 'value') return unbox(typed.code, to, scope, destination);
  if (from === 'boolean' && (to === 'symbol' || to === 'string')) return symbolText(typed);
  if (from === 'integer' && to === 'float') return code`Number(${typed.code})`;
  return unbox(box(typed, scope), to, scope, destination);
}

/** A truth value as the name of its symbol. */
export function symbolText(typed: TypedCode): Code {
  if (typed.literal?.type === 'SYMBOL') return literal(typed.literal.value);
  return code`(${typed.code} ? "TRUE" : "FALSE")`;
}

/** The boxed form of a value. */
export function box(typed: TypedCode, scope: EmitScope): Code {
  switch (representation(typed.type)) {
    case 'float': {
      const boxed = code`new ${runtime(scope, 'FloatValue')}(${typed.code})`;
      return typed.literal ? scope.constant('float', boxed) : boxed;
    }
    case 'symbol': {
      const boxed = code`new ${runtime(scope, 'SymbolValue')}(${typed.code})`;
      return typed.literal ? scope.constant('symbol', boxed) : boxed;
    }
    case 'boolean':
      if (typed.literal) return runtime(scope, typed.literal.value === 'FALSE' ? 'FALSE' : 'TRUE');
      return code`(${typed.code} ? ${runtime(scope, 'TRUE')} : ${runtime(scope, 'FALSE')})`;
    default:
      return typed.code;
  }
}

function unbox(value: Code, to: Representation, scope: EmitScope, destination: Destination): Code {
  const place = [literal(destination.name), literal(destination.position)];
  switch (to) {
    case 'integer':
      return call(scope, 'integerOf', value, ...place);
    case 'float':
      return call(scope, 'strictFloatOf', value, ...place);
    case 'string':
      return call(scope, 'stringOf', value, ...place);
    case 'symbol':
      return call(scope, 'symbolOf', value, ...place);
    case 'boolean':
      return call(scope, 'truthy', value);
    case 'multifield':
      return call(scope, 'multifieldOf', value, ...place);
    case 'fact':
      return call(scope, 'factOf', value, ...place);
    case 'value':
      return value;
  }
}

/** CLIPS truth of a value as a JavaScript boolean: everything but the symbol FALSE is true. */
export function truth(typed: TypedCode, scope: EmitScope): Code {
  const kind = representation(typed.type);
  if (kind === 'boolean') return typed.code;
  if (kind === 'symbol') {
    if (typed.literal) return literal(typed.literal.value !== 'FALSE');
    return code`${typed.code} !== "FALSE"`;
  }
  if (typed.type & (SYMBOL | BOOLEAN)) return call(scope, 'truthy', typed.code);
  return typed.canFail ? code`(${typed.code}, true)` : literal(true);
}

/** The TypeScript type of a representation. */
export function typeScriptType(kind: Representation, scope: EmitScope): Code {
  switch (kind) {
    case 'integer':
      return runtime(scope, 'Integer');
    case 'float':
      return code`number`;
    case 'string':
    case 'symbol':
      return code`string`;
    case 'boolean':
      return code`boolean`;
    case 'multifield':
      return runtime(scope, 'Multifield');
    case 'fact':
      return runtime(scope, 'Fact');
    case 'value':
      return runtime(scope, 'Value');
  }
}
