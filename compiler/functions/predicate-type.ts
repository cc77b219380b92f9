import { box } from '../emit/typescript/expression-convert.ts';
import type { EmitScope } from '../expression/scope.ts';
import {
  alwaysFits,
  ANY,
  BOOLEAN,
  FACT,
  FLOAT,
  INTEGER,
  LEXEME,
  mayBeEqual,
  MULTIFIELD,
  NUMBER,
  STRING,
  SYMBOL,
  type StaticType,
  type TypedCode,
} from '../expression/static-type.ts';
import { code, literal, type Code } from '../write/code.ts';
import { asInteger } from './arguments.ts';
import { always, type FunctionRow } from './row.ts';
import { call, type RuntimeName } from './runtime-names.ts';

const TYPE_TESTS: readonly (readonly [name: string, type: StaticType, test: RuntimeName])[] = [
  ['numberp', NUMBER, 'isNumberValue'],
  ['integerp', INTEGER, 'isIntegerValue'],
  ['floatp', FLOAT, 'isFloatValue'],
  ['lexemep', LEXEME, 'isLexemeValue'],
  ['stringp', STRING, 'isStringValue'],
  ['symbolp', SYMBOL | BOOLEAN, 'isSymbolValue'],
  ['multifieldp', MULTIFIELD, 'isMultifieldValue'],
  ['fact-addressp', FACT, 'isFactValue'],
];

/** Decided when compiling wherever the static type decides it. */
function emitTypeTest(arg: TypedCode, type: StaticType, test: RuntimeName, scope: EmitScope): Code {
  const known = alwaysFits(arg.type, type) ? true : mayBeEqual(arg.type, type) ? null : false;
  if (known === null) return call(scope, test, box(arg, scope));
  return arg.canFail ? code`(${arg.code}, ${literal(known)})` : literal(known);
}

const typeTests: readonly FunctionRow[] = TYPE_TESTS.map(([name, type, test]) => ({
  name,
  group: 'predicate',
  min: 1,
  max: 1,
  accepts: [ANY],
  result: always(BOOLEAN),
  fails: false,
  ...(type === FACT ? { since64: true as const } : {}),
  emit: ([arg], scope) => (arg ? emitTypeTest(arg, type, test, scope) : literal(false)),
}));

/** `evenp` and `oddp` take INTEGER only. */
const parity: readonly FunctionRow[] = (['evenp', 'oddp'] as const).map((name) => ({
  name,
  group: 'predicate',
  min: 1,
  max: 1,
  accepts: [INTEGER],
  result: always(BOOLEAN),
  fails: false,
  emit: ([arg], scope) => {
    if (!arg) return literal(false);
    const even = call(scope, 'isEven', asInteger(arg, name, 1, scope));
    return name === 'evenp' ? even : code`!${even}`;
  },
}));

export const TYPE_PREDICATES: readonly FunctionRow[] = [...typeTests, ...parity];
