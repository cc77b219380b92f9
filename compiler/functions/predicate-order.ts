import type { EmitScope } from '../expression/scope.ts';
import { BOOLEAN, FLOAT, INTEGER, NUMBER, type TypedCode } from '../expression/static-type.ts';
import type { Literal } from '../ruleset.ts';
import { code, literal, type Code } from '../write/code.ts';
import { asFloat, asInteger, asNumber } from './arguments.ts';
import { emitPairs } from './pairs.ts';
import { always, MANY, type FunctionRow } from './row.ts';
import { call } from './runtime-names.ts';

interface Comparison {
  readonly name: string;
  readonly compareWith: 'first' | 'previous';
  readonly integers: (a: Code, b: Code) => Code;
  /** CLIPS asks whether the opposite holds, which is not the same when a number is not a number. */
  readonly floats: (a: Code, b: Code) => Code;
  readonly values: (a: Code, b: Code, scope: EmitScope) => Code;
  /** The answer for two constants, by whether they are equal: TypeScript does not let two constants be compared. */
  readonly constants?: (equal: boolean) => boolean;
}

function equalNumbers(a: Literal, b: Literal): boolean {
  return a.type === 'INTEGER' && b.type === 'INTEGER'
    ? a.value === b.value
    : Number(a.value) === Number(b.value);
}

const COMPARISONS: readonly Comparison[] = [
  {
    name: '=',
    compareWith: 'first',
    integers: (a, b) => code`${a} === ${b}`,
    floats: (a, b) => code`${a} === ${b}`,
    values: (a, b, scope) => call(scope, 'numberEqual', a, b),
    constants: (equal) => equal,
  },
  {
    name: '<>',
    compareWith: 'first',
    integers: (a, b) => code`${a} !== ${b}`,
    floats: (a, b) => code`${a} !== ${b}`,
    values: (a, b, scope) => code`!${call(scope, 'numberEqual', a, b)}`,
    constants: (equal) => !equal,
  },
  {
    name: '<',
    compareWith: 'previous',
    integers: (a, b) => code`${a} < ${b}`,
    floats: (a, b) => code`!(${a} >= ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberAtLeast', a, b)}`,
  },
  {
    name: '<=',
    compareWith: 'previous',
    integers: (a, b) => code`${a} <= ${b}`,
    floats: (a, b) => code`!(${a} > ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberGreater', a, b)}`,
  },
  {
    name: '>',
    compareWith: 'previous',
    integers: (a, b) => code`${a} > ${b}`,
    floats: (a, b) => code`!(${a} <= ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberAtMost', a, b)}`,
  },
  {
    name: '>=',
    compareWith: 'previous',
    integers: (a, b) => code`${a} >= ${b}`,
    floats: (a, b) => code`!(${a} < ${b})`,
    values: (a, b, scope) => code`!${call(scope, 'numberLess', a, b)}`,
  },
];

function emitComparison(row: Comparison, scope: EmitScope) {
  return (a: TypedCode, b: TypedCode, position: number): Code => {
    const left = row.compareWith === 'first' ? 1 : position - 1;
    if (a.literal && b.literal && row.constants)
      return literal(row.constants(equalNumbers(a.literal, b.literal)));
    const numbers = [a.type & NUMBER, b.type & NUMBER];
    if (numbers.every((type) => type === INTEGER)) {
      return row.integers(asInteger(a, row.name, left, scope), asInteger(b, row.name, position, scope));
    }
    // As soon as one is FLOAT both are compared as FLOAT, whatever the other is.
    if (numbers.includes(FLOAT)) {
      return row.floats(asFloat(a, row.name, left, scope), asFloat(b, row.name, position, scope));
    }
    return row.values(asNumber(a, row.name, left, scope), asNumber(b, row.name, position, scope), scope);
  };
}

export const ORDER: readonly FunctionRow[] = COMPARISONS.map((row) => ({
  name: row.name,
  group: 'predicate',
  min: 2,
  max: MANY,
  accepts: [NUMBER],
  result: always(BOOLEAN),
  fails: false,
  lazy: true,
  ...(row.name === '<>' ? { aliases: ['!='] } : {}),
  emit: (args, scope) => emitPairs(args, row.compareWith, emitComparison(row, scope), scope),
}));
