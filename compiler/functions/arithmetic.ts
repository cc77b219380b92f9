import type { EmitScope } from '../expression/scope.ts';
import {
  FLOAT,
  INTEGER,
  NUMBER,
  representation,
  type StaticType,
  type TypedCode,
} from '../expression/static-type.ts';
import { code, type Code } from '../write/code.ts';
import { asFloat, asInteger, asNumber, type ArgumentForm } from './arguments.ts';
import { always, MANY, type FunctionRow } from './row.ts';
import { call, type RuntimeName } from './runtime-names.ts';

/**
 * FLOAT when one argument is certainly FLOAT, INTEGER when all are certainly INTEGER. Types that are no numbers do not
 * count: a value of theirs is an error when the code runs.
 */
function totalType(args: readonly StaticType[]): StaticType {
  if (args.includes(0)) return 0;
  if (args.some(isFloat)) return FLOAT;
  return args.every(isInteger) ? INTEGER : NUMBER;
}

function isInteger(type: StaticType): boolean {
  return (type & NUMBER) === INTEGER;
}

function isFloat(type: StaticType): boolean {
  return (type & NUMBER) === FLOAT;
}

/** `max` and `min` answer one of their arguments with its type. */
function oneOfTypes(args: readonly StaticType[]): StaticType {
  return args.reduce((all, type) => all | (type & NUMBER), 0);
}

interface Operation {
  readonly integer: RuntimeName;
  readonly value: RuntimeName;
  readonly float: (a: Code, b: Code, scope: EmitScope) => Code;
}

/** A running total from left to right, in the type of the total so far, as CLIPS keeps it. */
function emitTotal(name: string, operation: Operation) {
  return (args: readonly TypedCode[], scope: EmitScope): Code => {
    const [first, ...rest] = args;
    if (first === undefined) throw new TypeError('arithmetic has arguments');
    let total: TypedCode = first;
    rest.forEach((arg, i) => {
      const left = i === 0 ? 1 : i + 1;
      total = combine(total, left, arg, i + 2, name, operation, scope);
    });
    return total.code;
  };
}

function combine(
  a: TypedCode,
  aPosition: number,
  b: TypedCode,
  bPosition: number,
  name: string,
  operation: Operation,
  scope: EmitScope,
): TypedCode {
  const operands = (form: ArgumentForm): [Code, Code] => [
    form(a, name, aPosition, scope),
    form(b, name, bPosition, scope),
  ];
  if (isInteger(a.type) && isInteger(b.type)) {
    return { code: call(scope, operation.integer, ...operands(asInteger)), type: INTEGER, canFail: false };
  }
  if (isFloat(a.type) || isFloat(b.type)) {
    return { code: operation.float(...operands(asFloat), scope), type: FLOAT, canFail: false };
  }
  return { code: call(scope, operation.value, ...operands(asNumber)), type: NUMBER, canFail: false };
}

const TOTALS: readonly (readonly [name: string, operation: Operation])[] = [
  [
    '+',
    // CLIPS adds to a total of zero, which turns a sum of negative zeros into zero.
    { integer: 'integerAdd', value: 'numberAdd', float: (a, b) => code`(0 + ${a} + ${b})` },
  ],
  ['-', { integer: 'integerSubtract', value: 'numberSubtract', float: (a, b) => code`(${a} - ${b})` }],
  ['*', { integer: 'integerMultiply', value: 'numberMultiply', float: (a, b) => code`(${a} * ${b})` }],
];

const totals: readonly FunctionRow[] = TOTALS.map(([name, operation]) => ({
  name,
  group: 'arithmetic',
  min: 2,
  max: MANY,
  accepts: [NUMBER],
  result: totalType,
  fails: false,
  emit: emitTotal(name, operation),
}));

const EXTREMES: readonly (readonly [
  name: string,
  integer: RuntimeName,
  value: RuntimeName,
  float: RuntimeName,
])[] = [
  ['max', 'integerMaximum', 'numberMaximum', 'floatMaximum'],
  ['min', 'integerMinimum', 'numberMinimum', 'floatMinimum'],
];

function emitExtreme(name: string, integer: RuntimeName, value: RuntimeName, float: RuntimeName) {
  return (args: readonly TypedCode[], scope: EmitScope): Code => {
    const type = oneOfTypes(args.map((arg) => arg.type));
    const [form, operation]: [ArgumentForm, RuntimeName] =
      type === INTEGER ? [asInteger, integer] : type === FLOAT ? [asFloat, float] : [asNumber, value];
    return args
      .map((arg, i) => form(arg, name, i + 1, scope))
      .reduce((total, arg) => call(scope, operation, total, arg));
  };
}

const extremes: readonly FunctionRow[] = EXTREMES.map(([name, integer, value, float]) => ({
  name,
  group: 'arithmetic',
  min: 1,
  max: MANY,
  accepts: [NUMBER],
  result: (types) => oneOfTypes(types) || NUMBER,
  fails: false,
  emit: emitExtreme(name, integer, value, float),
}));

export const ARITHMETIC: readonly FunctionRow[] = [
  ...totals,
  ...extremes,
  {
    name: '/',
    group: 'arithmetic',
    min: 2,
    max: MANY,
    accepts: [NUMBER],
    result: always(FLOAT),
    fails: true,
    emit: (args, scope) =>
      args
        .map((arg, i) => asFloat(arg, '/', i + 1, scope))
        .reduce((total, arg) => call(scope, 'floatDivide', total, arg)),
  },
  {
    name: 'div',
    group: 'arithmetic',
    min: 2,
    max: MANY,
    accepts: [NUMBER],
    result: always(INTEGER),
    fails: true,
    emit: (args, scope) =>
      args
        .map((arg, i) => asTruncated(arg, 'div', i + 1, scope))
        .reduce((total, arg) => call(scope, 'integerDivide', total, arg)),
  },
  {
    name: 'mod',
    group: 'arithmetic',
    min: 2,
    max: 2,
    accepts: [NUMBER],
    result: totalType,
    fails: true,
    emit: emitTotal('mod', {
      integer: 'integerModulo',
      value: 'numberModulo',
      float: (a, b, scope) => call(scope, 'floatModulo', a, b),
    }),
  },
  {
    name: 'abs',
    group: 'arithmetic',
    min: 1,
    max: 1,
    accepts: [NUMBER],
    result: totalType,
    fails: false,
    emit: ([arg], scope) =>
      emitByType(arg, 'abs', ['integerAbsolute', 'floatAbsolute', 'numberAbsolute'], scope),
  },
];

/** A number as an INTEGER, FLOAT cut off at the point. */
export const asTruncated: ArgumentForm = (arg, name, position, scope) => {
  switch (representation(arg.type)) {
    case 'integer':
      return arg.code;
    case 'float':
      return call(scope, 'truncateFloat', arg.code);
    default:
      return call(scope, 'numberTruncate', asNumber(arg, name, position, scope));
  }
};

/** One argument handed to the function for its type. */
function emitByType(
  arg: TypedCode | undefined,
  name: string,
  [integer, float, value]: readonly [RuntimeName, RuntimeName, RuntimeName],
  scope: EmitScope,
): Code {
  if (arg === undefined) throw new TypeError('a function of one argument has one');
  if (isInteger(arg.type)) return call(scope, integer, asInteger(arg, name, 1, scope));
  if (isFloat(arg.type)) return call(scope, float, asFloat(arg, name, 1, scope));
  return call(scope, value, asNumber(arg, name, 1, scope));
}
