import { representation } from '../../../../language/static-type.ts';
import { argumentAt, asFloat, asNumber, type FunctionCode } from './arguments.ts';
import { asTruncated } from './arithmetic.ts';
import { call } from '../runtime-names.ts';

export const CONVERSIONS = {
  integer: (args, scope) => asTruncated(argumentAt(args, 0), 'integer', 1, scope),
  float: (args, scope) => asFloat(argumentAt(args, 0), 'float', 1, scope),
  round: (args, scope) => {
    const arg = argumentAt(args, 0);
    switch (representation(arg.type)) {
      case 'integer':
        return arg.code;
      case 'float':
        return call(scope, 'roundFloat', arg.code);
      default:
        return call(scope, 'numberRound', asNumber(arg, 'round', 1, scope));
    }
  },
} satisfies Record<string, FunctionCode>;
