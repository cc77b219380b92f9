import { alwaysFits, mayBeEqual } from '../../../../language/static-type.ts';
import { TESTED_TYPES } from '../../../../language/functions/predicate.ts';
import { code, literal } from '../../code/code.ts';
import { box } from '../expression-convert.ts';
import { argumentAt, asInteger, type FunctionCode } from './arguments.ts';
import { call, type RuntimeName } from '../runtime-names.ts';

/** Decided when compiling wherever the static type decides it. */
function typeTest(name: keyof typeof TESTED_TYPES, test: RuntimeName): FunctionCode {
  const type = TESTED_TYPES[name];
  return (args, scope) => {
    const arg = argumentAt(args, 0);
    const known = alwaysFits(arg.type, type) ? true : mayBeEqual(arg.type, type) ? null : false;
    if (known === null) return call(scope, test, box(arg, scope));
    return arg.canFail ? code`(${arg.code}, ${literal(known)})` : literal(known);
  };
}

export const TYPE_TESTS = {
  numberp: typeTest('numberp', 'isNumberValue'),
  integerp: typeTest('integerp', 'isIntegerValue'),
  floatp: typeTest('floatp', 'isFloatValue'),
  lexemep: typeTest('lexemep', 'isLexemeValue'),
  stringp: typeTest('stringp', 'isStringValue'),
  symbolp: typeTest('symbolp', 'isSymbolValue'),
  multifieldp: typeTest('multifieldp', 'isMultifieldValue'),
  'fact-addressp': typeTest('fact-addressp', 'isFactValue'),
  evenp: (args, scope) => call(scope, 'isEven', asInteger(argumentAt(args, 0), 'evenp', 1, scope)),
  oddp: (args, scope) => code`!${call(scope, 'isEven', asInteger(argumentAt(args, 0), 'oddp', 1, scope))}`,
} satisfies Record<string, FunctionCode>;
