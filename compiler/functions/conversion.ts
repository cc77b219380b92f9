import { FLOAT, INTEGER, NUMBER, representation, type TypedCode } from '../expression/static-type.ts';
import { asFloat, asNumber } from './arguments.ts';
import { asTruncated } from './arithmetic.ts';
import { always, type FunctionRow } from './row.ts';
import { call } from './runtime-names.ts';

function only(args: readonly TypedCode[]): TypedCode {
  const [arg] = args;
  if (arg === undefined) throw new TypeError('a conversion has one argument');
  return arg;
}

/** From one numeric type to the other. */
export const CONVERSIONS: readonly FunctionRow[] = [
  {
    name: 'integer',
    group: 'conversion',
    min: 1,
    max: 1,
    accepts: [NUMBER],
    result: always(INTEGER),
    fails: false,
    emit: (args, scope) => asTruncated(only(args), 'integer', 1, scope),
  },
  {
    name: 'float',
    group: 'conversion',
    min: 1,
    max: 1,
    accepts: [NUMBER],
    result: always(FLOAT),
    fails: false,
    emit: (args, scope) => asFloat(only(args), 'float', 1, scope),
  },
  {
    name: 'round',
    group: 'conversion',
    min: 1,
    max: 1,
    accepts: [NUMBER],
    result: always(INTEGER),
    fails: false,
    emit: (args, scope) => {
      const arg = only(args);
      switch (representation(arg.type)) {
        case 'integer':
          return arg.code;
        case 'float':
          return call(scope, 'roundFloat', arg.code);
        default:
          return call(scope, 'numberRound', asNumber(arg, 'round', 1, scope));
      }
    },
  },
];
