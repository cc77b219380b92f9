import { ANY, FIELD, representation } from '../../../language/static-type.ts';
import type {
  CallTarget,
  FunctionVersion,
  SortOrder,
  TypedCall,
} from '../../../language/expression/typed-expression.ts';
import { compileRegex } from '../../../language/regex/compile-regex.ts';
import { programLiteral } from './program-literal.ts';
import { code, comment, joined, literal, typed, type Code } from '../code/code.ts';
import type { EmitScope } from './emit-scope.ts';
import { emitValue, type EmitContext } from './expression-context.ts';
import { box, convert, truth } from './expression-convert.ts';
import { emitShortcut } from './emit-shortcut.ts';
import { argumentAt, asLexeme } from './functions/arguments.ts';
import { call, runtime } from './runtime-names.ts';
import { FUNCTION_CODE } from './functions/table.ts';
import { emitTextTest } from './functions/text-tests.ts';
import { spliced } from './spliced.ts';
import type { TypedCode } from './typed-code.ts';

/** A call of a function of the language, of the ruleset or of the host. */
export function emitCall(expression: TypedCall, context: EmitContext): TypedCode {
  const { name, target, shortcut, valueType: type, canFail } = expression;
  if (shortcut !== null) return { code: emitShortcut(expression, shortcut, context), type, canFail };
  if (target.kind === 'sort') {
    const values = expression.args.slice(1).map((value) => emitValue(value, context));
    return { code: emitSort(target.order, values, context), type, canFail };
  }
  const args = expression.args.map((arg) => emitValue(arg, context));
  return { code: emitTarget(target, name, args, context), type, canFail };
}

function emitTarget(target: CallTarget, name: string, args: readonly TypedCode[], scope: EmitScope): Code {
  switch (target.kind) {
    case 'function':
      return FUNCTION_CODE[target.row.name](args, scope);
    case 'deffunction':
      return emitDeffunctionCall(target.version, args, scope);
    case 'temporal':
      return scope.temporal(target.temporal, args);
    case 'now':
      return code`${scope.matcher}.now`;
    case 'matches':
      return emitMatches(target.pattern, argumentAt(args, 1), scope);
    case 'text-test':
      return emitTextTest(target.test, args, scope);
    case 'sort':
      return emitSort(target.order, args.slice(1), scope);
    case 'host':
      return call(scope, 'callHost', scope.matcher, literal(name), ...args.map((arg) => box(arg, scope)));
  }
}

/** Arguments go in the types of the version called; those beyond the parameters become one multifield. */
function emitDeffunctionCall(version: FunctionVersion, args: readonly TypedCode[], scope: EmitScope): Code {
  const { parameterTypes, variadic } = version;
  const passed = args
    .slice(0, parameterTypes.length)
    .map((arg, i) => convert(arg, representation(parameterTypes[i] ?? ANY), scope));
  if (variadic) passed.push(spliced(args.slice(parameterTypes.length), scope));
  return code`${scope.deffunction(version)}(${joined([scope.matcher, ...passed], ', ')})`;
}

/** A pattern written in the ruleset is compiled with it; the program is a constant of the module. */
function emitMatches(pattern: string, text: TypedCode, scope: EmitScope): Code {
  const subject = asLexeme(text, 'service-matches', 2, scope);
  return call(scope, 'regexTest', patternConstant(pattern, scope), subject);
}

/** The constants of each module's patterns: a pattern is compiled once, however many rules ask for it. */
const patternsOf = new WeakMap<EmitScope['constant'], Map<string, Code>>();

function patternConstant(pattern: string, scope: EmitScope): Code {
  const patterns = patternsOf.get(scope.constant) ?? new Map<string, Code>();
  patternsOf.set(scope.constant, patterns);
  const known = patterns.get(pattern);
  if (known !== undefined) return known;
  const program = programLiteral(compileRegex(pattern));
  const made = scope.constant('pattern', call(scope, 'createRegex', program), comment(pattern));
  patterns.set(pattern, made);
  return made;
}

/** The comparison of `sort` becomes a function of two fields; any value but FALSE swaps them. */
function emitSort(order: SortOrder, values: readonly TypedCode[], scope: EmitScope): Code {
  const [a, b] = [scope.local('a'), scope.local('b')];
  const fields = [a, b].map((name): TypedCode => ({ code: name, type: FIELD, canFail: false, simple: true }));
  const compared: TypedCode = {
    code: emitTarget(order.target, '', fields, scope),
    type: order.valueType,
    canFail: order.canFail,
  };
  const field = typed(runtime(scope, 'FieldValue'));
  const swap = code`(${a}${field}, ${b}${field}) => ${truth(compared, scope)}`;
  return call(scope, 'sortFields', swap, ...values.map((value) => box(value, scope)));
}
