import type { CallExpression, Expression } from '../../expression/expression.ts';
import type { EmitScope } from '../../expression/scope.ts';
import {
  alwaysFits,
  ANY,
  BOOLEAN,
  FIELD,
  FLOAT,
  LEXEME,
  MULTIFIELD,
  representation,
  type TypedCode,
} from '../../expression/static-type.ts';
import { asLexeme } from '../../functions/arguments.ts';
import { acceptedType, type FunctionRow } from '../../functions/row.ts';
import { call, runtime } from '../../functions/runtime-names.ts';
import { FUNCTIONS } from '../../functions/table.ts';
import { compileRegex } from '../../regex/compile-regex.ts';
import { programLiteral } from '../../regex/program-literal.ts';
import { code, joined, literal, typed } from '../../write/code.ts';
import type { EmitContext } from './expression-context.ts';
import { box, convert, truth } from './expression-convert.ts';
import { emitPeephole } from './expression-peephole.ts';
import { emitValue } from './expression.ts';

/** A call of a function of the language, of the ruleset or of the host. */
export function emitCall(expression: CallExpression, context: EmitContext): TypedCode {
  const short = emitPeephole(expression, context);
  if (short !== null) return short;
  if (expression.name === 'sort') return emitSort(expression, context);
  const args = expression.args.map((arg) => emitValue(arg, context));
  const row = FUNCTIONS.get(expression.name);
  if (row !== undefined) return emitRow(row, args, context.scope);
  return (
    context.scope.temporal(expression.name, args) ??
    emitDeffunctionCall(expression.name, args, context.scope) ??
    emitHostCall(expression, args, context)
  );
}

function emitRow(row: FunctionRow, args: readonly TypedCode[], scope: EmitScope): TypedCode {
  const type = row.result(args.map((arg) => arg.type));
  const canFail =
    row.fails || args.some((arg, i) => arg.canFail || !alwaysFits(arg.type, acceptedType(row, i)));
  return { code: row.emit(args, scope), type, canFail };
}

/** Arguments go in the types of the version called, else boxed; those beyond the parameters become one multifield. */
function emitDeffunctionCall(name: string, args: readonly TypedCode[], scope: EmitScope): TypedCode | null {
  const types = args.map((arg) => arg.type);
  const target = scope.deffunction(name, types);
  if (target === null) return null;
  const { parameters, parameterTypes = [], variadic, result } = target.signature;
  const passed = args
    .slice(0, parameters.length)
    .map((arg, i) => convert(arg, representation(parameterTypes[i] ?? ANY), scope));
  const rest = args.slice(parameters.length).map((arg) => box(arg, scope));
  if (variadic) passed.push(call(scope, 'flatten', ...rest));
  const list = joined([scope.matcher, ...passed], ', ');
  return { code: code`${target.code}(${list})`, type: result, canFail: true };
}

function emitHostCall(
  expression: CallExpression,
  args: readonly TypedCode[],
  context: EmitContext,
): TypedCode {
  const { scope } = context;
  if (expression.name === 'service-now')
    return { code: code`${scope.matcher}.now`, type: FLOAT, canFail: false };
  if (expression.name === 'service-matches') return emitMatches(expression.args, args, scope);
  const boxed = args.map((arg) => box(arg, scope));
  const answer = call(scope, 'callHost', scope.matcher, literal(expression.name), ...boxed);
  return { code: answer, type: ANY, canFail: true };
}

/** A pattern written in the ruleset is compiled with it; the program is a constant of the module. */
function emitMatches(
  [pattern]: readonly Expression[],
  [, text]: readonly TypedCode[],
  scope: EmitScope,
): TypedCode {
  if (pattern?.kind !== 'literal' || pattern.value.type !== 'STRING' || text === undefined) {
    throw new TypeError('the checker refuses a computed pattern');
  }
  const program = call(scope, 'createRegex', programLiteral(compileRegex(pattern.value.value)));
  const subject = asLexeme(text, 'service-matches', 2, scope);
  return {
    code: call(scope, 'regexTest', scope.constant('pattern', program), subject),
    type: BOOLEAN,
    canFail: text.canFail || !alwaysFits(text.type, LEXEME),
  };
}

/** The comparison of `sort` becomes a function of two fields; any value but FALSE swaps them. */
function emitSort(expression: CallExpression, context: EmitContext): TypedCode {
  const { scope } = context;
  const [order, ...values] = expression.args;
  if (order?.kind !== 'literal') throw new TypeError('the checker refuses a computed comparison');
  const [a, b] = [scope.local('a'), scope.local('b')];
  const fields = [a, b].map((name): TypedCode => ({ code: name, type: FIELD, canFail: false, simple: true }));
  const name = String(order.value.value);
  const row = FUNCTIONS.get(name);
  const compared = row ? emitRow(row, fields, scope) : emitDeffunctionCall(name, fields, scope);
  if (compared === null) throw new TypeError('the checker refuses an unknown comparison');
  const field = typed(runtime(scope, 'FieldValue'));
  const swap = code`(${a}${field}, ${b}${field}) => ${truth(compared, scope)}`;
  const boxed = values.map((value) => box(emitValue(value, context), scope));
  return { code: call(scope, 'sortFields', swap, ...boxed), type: MULTIFIELD, canFail: true };
}
