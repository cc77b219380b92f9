import { isFloat, isInteger } from '../../../../language/functions/arithmetic.ts';
import type { Literal } from '../../../../values.ts';
import { code, literal, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import type { TypedCode } from '../typed-code.ts';
import { asFloat, asInteger, asNumber, type FunctionCode } from './arguments.ts';
import { emitPairs } from './pairs.ts';
import { call } from '../runtime-names.ts';

interface Comparison {
  readonly compareWith: 'first' | 'previous';
  readonly integers: (a: Code, b: Code) => Code;
  /** CLIPS tests the opposite, which differs for not-a-number. */
  readonly floats: (a: Code, b: Code) => Code;
  readonly values: (a: Code, b: Code, scope: EmitScope) => Code;
  /** The result for two constants, by whether they are equal: TypeScript does not let two constants be compared. */
  readonly constants?: (equal: boolean) => boolean;
}

function equalNumbers(a: Literal, b: Literal): boolean {
  return a.type === 'INTEGER' && b.type === 'INTEGER'
    ? a.value === b.value
    : Number(a.value) === Number(b.value);
}

const COMPARISONS = {
  '=': {
    compareWith: 'first',
    integers: (a, b) => code`${a} === ${b}`,
    floats: (a, b) => code`${a} === ${b}`,
    values: (a, b, scope) => call(scope, 'numberEqual', a, b),
    constants: (equal) => equal,
  },
  '<>': {
    compareWith: 'first',
    integers: (a, b) => code`${a} !== ${b}`,
    floats: (a, b) => code`${a} !== ${b}`,
    values: (a, b, scope) => code`!${call(scope, 'numberEqual', a, b)}`,
    constants: (equal) => !equal,
  },
  '<': {
    compareWith: 'previous',
    integers: (a, b) => code`${a} < ${b}`,
    floats: (a, b) => code`!(${a} >= ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberAtLeast', a, b)}`,
  },
  '<=': {
    compareWith: 'previous',
    integers: (a, b) => code`${a} <= ${b}`,
    floats: (a, b) => code`!(${a} > ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberGreater', a, b)}`,
  },
  '>': {
    compareWith: 'previous',
    integers: (a, b) => code`${a} > ${b}`,
    floats: (a, b) => code`!(${a} <= ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberAtMost', a, b)}`,
  },
  '>=': {
    compareWith: 'previous',
    integers: (a, b) => code`${a} >= ${b}`,
    floats: (a, b) => code`!(${a} < ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberLess', a, b)}`,
  },
} satisfies Record<string, Comparison>;

function emitComparison(name: keyof typeof COMPARISONS): FunctionCode {
  const row: Comparison = COMPARISONS[name];
  return (args, scope) =>
    emitPairs(args, row.compareWith, (a, b, position) => compare(name, row, a, b, position, scope), scope);
}

function compare(
  name: string,
  row: Comparison,
  a: TypedCode,
  b: TypedCode,
  position: number,
  scope: EmitScope,
): Code {
  const left = row.compareWith === 'first' ? 1 : position - 1;
  if (a.literal && b.literal && row.constants)
    return literal(row.constants(equalNumbers(a.literal, b.literal)));
  if (isInteger(a.type) && isInteger(b.type)) {
    return row.integers(asInteger(a, name, left, scope), asInteger(b, name, position, scope));
  }
  // As soon as one is FLOAT both are compared as FLOAT, whatever the other is.
  if (isFloat(a.type) || isFloat(b.type)) {
    return row.floats(asFloat(a, name, left, scope), asFloat(b, name, position, scope));
  }
  return row.values(asNumber(a, name, left, scope), asNumber(b, name, position, scope), scope);
}

export const ORDER = {
  '=': emitComparison('='),
  '<>': emitComparison('<>'),
  '<': emitComparison('<'),
  '<=': emitComparison('<='),
  '>': emitComparison('>'),
  '>=': emitComparison('>='),
} satisfies Record<string, FunctionCode>;
