import { representation } from '../../../../language/static-type.ts';
import { likeFirst } from '../../../../language/functions/string.ts';
import { code, joined, literal, typed, type Code } from '../../code/code.ts';
import type { EmitScope } from '../emit-scope.ts';
import { box } from '../expression-convert.ts';
import type { TypedCode } from '../typed-code.ts';
import { argumentAt, asInteger, asLexeme, type FunctionCode } from './arguments.ts';
import { call } from '../runtime-names.ts';

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

/** Limit of one text: the length is checked before several of them could exceed V8's limit. */
const MOST_PIECES = 16;

function concatenation(name: string): FunctionCode {
  return (args, scope) => {
    const pieces = args.map((arg, i) => emitText(arg, name, i + 1, scope));
    let text = code`${joined(pieces.slice(0, MOST_PIECES), ' + ')}`;
    if (pieces.length > 1) text = call(scope, 'boundedText', text);
    for (let next = MOST_PIECES; next < pieces.length; next += MOST_PIECES) {
      text = call(scope, 'boundedText', joined([text, ...pieces.slice(next, next + MOST_PIECES)], ' + '));
    }
    return text;
  };
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
const subString: FunctionCode = (args, scope) => {
  const from = asInteger(argumentAt(args, 0), 'sub-string', 1, scope);
  const to = asInteger(argumentAt(args, 1), 'sub-string', 2, scope);
  const text = asLexeme(argumentAt(args, 2), 'sub-string', 3, scope);
  if (representation(argumentAt(args, 2).type) !== 'value' && !argumentAt(args, 2).canFail) {
    return call(scope, 'subString', from, to, text);
  }
  const [start, end] = [scope.local('from'), scope.local('to')];
  const integer = typed(scope.runtime('Integer'));
  const cut = call(scope, 'subString', start, end, text);
  return code`((${start}${integer}, ${end}${integer}) => ${end} < 1 ? "" : ${cut})(${from}, ${to})`;
};

export const STRINGS = {
  'str-cat': concatenation('str-cat'),
  'sym-cat': concatenation('sym-cat'),
  'str-length': (args, scope) =>
    call(scope, 'stringLength', asLexeme(argumentAt(args, 0), 'str-length', 1, scope)),
  'str-index': (args, scope) =>
    call(scope, 'stringIndex', ...args.map((arg, i) => asLexeme(arg, 'str-index', i + 1, scope))),
  'str-compare': (args, scope) => {
    const texts = args.slice(0, 2).map((arg, i) => asLexeme(arg, 'str-compare', i + 1, scope));
    const [, , length] = args;
    if (length === undefined) return call(scope, 'compareStrings', ...texts);
    return call(scope, 'compareStringStarts', ...texts, asInteger(length, 'str-compare', 3, scope));
  },
  'sub-string': subString,
  upcase: (args, scope) =>
    emitLike(argumentAt(args, 0), 'upcase', scope, (text) => call(scope, 'upperCase', text)),
  lowcase: (args, scope) =>
    emitLike(argumentAt(args, 0), 'lowcase', scope, (text) => call(scope, 'lowerCase', text)),
  'str-replace': (args, scope) =>
    emitLike(argumentAt(args, 0), 'str-replace', scope, (text) => {
      const others = args.slice(1).map((arg, i) => asLexeme(arg, 'str-replace', i + 2, scope));
      return call(scope, 'replaceAll', text, ...others);
    }),
  'string-to-field': (args, scope) =>
    call(scope, 'readField', asLexeme(argumentAt(args, 0), 'string-to-field', 1, scope)),
} satisfies Record<string, FunctionCode>;
