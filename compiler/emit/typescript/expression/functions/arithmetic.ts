import { FLOAT, INTEGER, NUMBER, representation } from '../../../../language/static-type.ts';
import { isFloat, isInteger, oneOfTypes } from '../../../../language/functions/arithmetic.ts';
import { code, literal, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import type { TypedCode } from '../typed-code.ts';
import {
  argumentAt,
  asFloat,
  asInteger,
  asNumber,
  type ArgumentForm,
  type FunctionCode,
} from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

interface Operation {
  readonly integer: RuntimeName;
  readonly value: RuntimeName;
  readonly float: (a: Code, b: Code, scope: EmitScope) => Code;
}

/** A running total from left to right, in the type of the total so far, as CLIPS keeps it. */
function emitTotal(name: string, operation: Operation): FunctionCode {
  return (args, scope) => {
    let total = argumentAt(args, 0);
    args.slice(1).forEach((arg, i) => {
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

/** The runtime's function for INTEGER, FLOAT, and any number. */
type ByType = readonly [integer: RuntimeName, float: RuntimeName, value: RuntimeName];

function emitExtreme(name: string, [integer, float, value]: ByType): FunctionCode {
  return (args, scope) => {
    const type = oneOfTypes(args.map((arg) => arg.type));
    const [form, operation]: [ArgumentForm, RuntimeName] =
      type === INTEGER ? [asInteger, integer] : type === FLOAT ? [asFloat, float] : [asNumber, value];
    return args
      .map((arg, i) => form(arg, name, i + 1, scope))
      .reduce((total, arg) => call(scope, operation, total, arg));
  };
}

/** One runtime function over a running result, from left to right. */
function emitChain(name: string, form: ArgumentForm, operation: RuntimeName): FunctionCode {
  return (args, scope) =>
    args
      .map((arg, i) => form(arg, name, i + 1, scope))
      .reduce((total, arg) => call(scope, operation, total, arg));
}

/** A number as an INTEGER, FLOAT cut off at the point. */
export const asTruncated: ArgumentForm = (arg, name, position, scope) => {
  switch (representation(arg.type)) {
    case 'integer':
      return arg.code;
    case 'float':
      return call(scope, 'truncateFloat', arg.code, literal(name));
    default:
      return call(scope, 'numberTruncate', asNumber(arg, name, position, scope), literal(name));
  }
};

/** One argument handed to the function for its type. */
function emitByType(name: string, [integer, float, value]: ByType): FunctionCode {
  return (args, scope) => {
    const arg = argumentAt(args, 0);
    if (isInteger(arg.type)) return call(scope, integer, asInteger(arg, name, 1, scope));
    if (isFloat(arg.type)) return call(scope, float, asFloat(arg, name, 1, scope));
    return call(scope, value, asNumber(arg, name, 1, scope));
  };
}

export const ARITHMETIC = {
  // CLIPS adds to a total of zero, which turns a sum of negative zeros into zero.
  '+': emitTotal('+', {
    integer: 'integerAdd',
    value: 'numberAdd',
    float: (a, b) => code`(0 + ${a} + ${b})`,
  }),
  '-': emitTotal('-', {
    integer: 'integerSubtract',
    value: 'numberSubtract',
    float: (a, b) => code`(${a} - ${b})`,
  }),
  '*': emitTotal('*', {
    integer: 'integerMultiply',
    value: 'numberMultiply',
    float: (a, b) => code`(${a} * ${b})`,
  }),
  max: emitExtreme('max', ['integerMaximum', 'floatMaximum', 'numberMaximum']),
  min: emitExtreme('min', ['integerMinimum', 'floatMinimum', 'numberMinimum']),
  '/': emitChain('/', asFloat, 'floatDivide'),
  div: emitChain('div', asTruncated, 'integerDivide'),
  mod: emitTotal('mod', {
    integer: 'integerModulo',
    value: 'numberModulo',
    float: (a, b, scope) => call(scope, 'floatModulo', a, b),
  }),
  abs: emitByType('abs', ['integerAbsolute', 'floatAbsolute', 'numberAbsolute']),
} satisfies Record<string, FunctionCode>;
