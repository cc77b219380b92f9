import { box } from '../emit/typescript/expression-convert.ts';
import type { EmitScope } from '../expression/scope.ts';
import {
  ANY,
  BOOLEAN,
  FACT,
  INTEGER,
  LEXEME,
  MULTIFIELD,
  NUMBER,
  representation,
  STRING,
  SYMBOL,
  type StaticType,
  type TypedCode,
} from '../expression/static-type.ts';
import { code, literal, typed, type Code } from '../write/code.ts';
import { asInteger, asLexeme } from './arguments.ts';
import { always, MANY, type FunctionRow } from './row.ts';
import { call } from './runtime-names.ts';

function at(args: readonly TypedCode[], index: number): TypedCode {
  const arg = args[index];
  if (arg === undefined) throw new TypeError('the checker counts arguments');
  return arg;
}

/** A value as text, as `str-cat` and `sym-cat` write it. */
function emitText(arg: TypedCode, name: string, position: number, scope: EmitScope): Code {
  switch (representation(arg.type)) {
    case 'string':
    case 'symbol':
      return arg.code;
    case 'boolean':
      return asLexeme(arg, name, position, scope);
    case 'integer':
      return arg.literal ? literal(String(arg.literal.value)) : code`String(${arg.code})`;
    case 'float':
      return call(scope, 'floatText', arg.code);
    default:
      return call(scope, 'textOf', box(arg, scope), literal(name), literal(position));
  }
}

function emitConcatenation(name: string) {
  return (args: readonly TypedCode[], scope: EmitScope): Code => {
    const [first, ...rest] = args.map((arg, i) => emitText(arg, name, i + 1, scope));
    if (first === undefined) throw new TypeError('the checker counts arguments');
    return rest.length === 0
      ? first
      : code`(${rest.reduce((text, piece) => code`${text} + ${piece}`, first)})`;
  };
}

/** `upcase`, `lowcase` and `str-replace` answer the type of their first argument. */
function likeFirst([type = LEXEME]: readonly StaticType[]): StaticType {
  const lexeme = type & LEXEME;
  return lexeme & BOOLEAN ? (lexeme & ~BOOLEAN) | SYMBOL : lexeme;
}

/** A text made from the first argument, which keeps its type. */
function emitLike(arg: TypedCode, name: string, scope: EmitScope, make: (text: Code) => Code): Code {
  if (representation(likeFirst([arg.type])) !== 'value') return make(asLexeme(arg, name, 1, scope));
  const value = scope.local('text');
  const held: TypedCode = { code: value, type: arg.type, canFail: false, simple: true };
  const text = make(asLexeme(held, name, 1, scope));
  return code`((${value}${typed(scope.runtime('Value'))}) => ${call(scope, 'likeLexeme', value, text)})(${box(arg, scope)})`;
}

/** CLIPS does not look at the text when the range is empty from the start. */
function emitSubString(args: readonly TypedCode[], scope: EmitScope): Code {
  const from = asInteger(at(args, 0), 'sub-string', 1, scope);
  const to = asInteger(at(args, 1), 'sub-string', 2, scope);
  const text = asLexeme(at(args, 2), 'sub-string', 3, scope);
  if (representation(at(args, 2).type) !== 'value' && !at(args, 2).canFail) {
    return call(scope, 'subString', from, to, text);
  }
  const [start, end] = [scope.local('from'), scope.local('to')];
  const integer = typed(scope.runtime('Integer'));
  const cut = call(scope, 'subString', start, end, text);
  return code`((${start}${integer}, ${end}${integer}) => ${end} < 1 ? "" : ${cut})(${from}, ${to})`;
}

export const STRINGS: readonly FunctionRow[] = [
  {
    name: 'str-cat',
    group: 'string',
    min: 1,
    max: MANY,
    accepts: [NUMBER | LEXEME],
    result: always(STRING),
    fails: false,
    emit: emitConcatenation('str-cat'),
  },
  {
    name: 'sym-cat',
    group: 'string',
    min: 1,
    max: MANY,
    accepts: [NUMBER | LEXEME],
    result: always(SYMBOL),
    fails: false,
    emit: emitConcatenation('sym-cat'),
  },
  {
    name: 'str-length',
    group: 'string',
    min: 1,
    max: 1,
    accepts: [LEXEME],
    result: always(INTEGER),
    fails: false,
    emit: (args, scope) => call(scope, 'stringLength', asLexeme(at(args, 0), 'str-length', 1, scope)),
  },
  {
    name: 'str-index',
    group: 'string',
    min: 2,
    max: 2,
    accepts: [LEXEME],
    result: always(INTEGER | BOOLEAN),
    fails: false,
    emit: (args, scope) =>
      call(scope, 'stringIndex', ...args.map((arg, i) => asLexeme(arg, 'str-index', i + 1, scope))),
  },
  {
    name: 'str-compare',
    group: 'string',
    min: 2,
    max: 3,
    accepts: [LEXEME, LEXEME, INTEGER],
    result: always(INTEGER),
    fails: false,
    emit: (args, scope) => {
      const texts = args.slice(0, 2).map((arg, i) => asLexeme(arg, 'str-compare', i + 1, scope));
      if (args.length < 3) return call(scope, 'compareStrings', ...texts);
      return call(scope, 'compareStringStarts', ...texts, asInteger(at(args, 2), 'str-compare', 3, scope));
    },
  },
  {
    name: 'sub-string',
    group: 'string',
    min: 3,
    max: 3,
    accepts: [INTEGER, INTEGER, LEXEME],
    result: always(STRING),
    fails: false,
    lazy: true,
    emit: emitSubString,
  },
  {
    name: 'upcase',
    group: 'string',
    min: 1,
    max: 1,
    accepts: [LEXEME],
    result: likeFirst,
    fails: false,
    emit: (args, scope) => emitLike(at(args, 0), 'upcase', scope, (text) => call(scope, 'upperCase', text)),
  },
  {
    name: 'lowcase',
    group: 'string',
    min: 1,
    max: 1,
    accepts: [LEXEME],
    result: likeFirst,
    fails: false,
    emit: (args, scope) => emitLike(at(args, 0), 'lowcase', scope, (text) => call(scope, 'lowerCase', text)),
  },
  {
    name: 'str-replace',
    group: 'string',
    min: 3,
    max: 3,
    accepts: [LEXEME],
    result: likeFirst,
    fails: false,
    since64: true,
    emit: (args, scope) =>
      emitLike(at(args, 0), 'str-replace', scope, (text) => {
        const others = args.slice(1).map((arg, i) => asLexeme(arg, 'str-replace', i + 2, scope));
        return call(scope, 'replaceAll', text, ...others);
      }),
  },
  {
    name: 'string-to-field',
    group: 'string',
    min: 1,
    max: 1,
    accepts: [LEXEME],
    result: always(ANY & ~MULTIFIELD & ~FACT),
    fails: true,
    emit: (args, scope) => call(scope, 'readField', asLexeme(at(args, 0), 'string-to-field', 1, scope)),
  },
];
