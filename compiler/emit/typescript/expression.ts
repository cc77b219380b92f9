import type {
  BindExpression,
  Expression,
  FactSlotExpression,
  IfExpression,
  LiteralExpression,
} from '../../expression/expression.ts';
import type { EmitScope } from '../../expression/scope.ts';
import {
  BOOLEAN,
  FACT,
  MULTIFIELD,
  representation,
  type StaticType,
  type TypedCode,
} from '../../expression/static-type.ts';
import { literalType } from '../../expression/check.ts';
import { findSlot, slotType } from '../../expression/typing.ts';
import { call } from '../../functions/runtime-names.ts';
import { code, joined, literal, typed, type Code } from '../../write/code.ts';
import { emitActions } from './expression-actions.ts';
import { emitCall } from './expression-call.ts';
import { outermostContext, typeAt, typeOfLast, type EmitContext } from './expression-context.ts';
import { box, convert, truth, typeScriptType } from './expression-convert.ts';

export { convert };

/** An expression as a JavaScript expression, with its static type; it was checked before. */
export function emitExpression(expression: Expression, scope: EmitScope): TypedCode {
  return emitValue(expression, outermostContext(scope));
}

/** An expression as a JavaScript condition: true when CLIPS takes the value for true. */
export function emitCondition(expression: Expression, scope: EmitScope): Code {
  return emitTruth(expression, outermostContext(scope));
}

export function emitTruth(expression: Expression, context: EmitContext): Code {
  return truth(emitValue(expression, context), context.scope);
}

/** The code of an expression at a place where its value is used. */
export function emitValue(expression: Expression, context: EmitContext): TypedCode {
  switch (expression.kind) {
    case 'literal':
      return emitLiteral(expression);
    case 'variable':
      return emitVariable(expression.name, context);
    case 'call':
      return emitCall(expression, context);
    case 'if':
      return emitChoice(expression, context) ?? emitBlock(expression, context);
    case 'bind':
      return emitBind(expression, context);
    case 'fact-slot':
      return emitFactSlot(expression, context);
    default:
      return emitBlock(expression, context);
  }
}

export function emitLiteral(expression: LiteralExpression): TypedCode {
  const { value } = expression;
  const type = literalType(expression);
  const text = type === BOOLEAN ? literal(value.value === 'TRUE') : literal(value.value);
  return { code: text, type, canFail: false, literal: value, simple: true };
}

function emitVariable(name: string, context: EmitContext): TypedCode {
  const fact = context.facts.get(name);
  if (fact) return { code: fact.code, type: FACT, canFail: false, simple: true };
  const constant = context.constants.get(name);
  if (constant) return constant;
  const local = context.locals.get(name);
  if (local) {
    if (!local.checked) return { code: local.code, type: local.type, canFail: false, simple: true };
    const checked = call(context.scope, 'bound', local.code, literal(name));
    return { code: checked, type: local.type, canFail: true };
  }
  const outer = context.scope.variable(name);
  if (outer === null) throw new TypeError('the checker refuses unbound variables');
  return { ...outer, simple: true };
}

/** `?f:slot`. A fact that may be of several templates is asked for its class. */
function emitFactSlot({ variable, slot }: FactSlotExpression, context: EmitContext): TypedCode {
  const { scope } = context;
  const fact = context.facts.get(variable);
  if (!fact) throw new TypeError('the checker refuses unbound variables');
  const reads = fact.templates.map((template): TypedCode & { readonly template: string } => {
    const declared = findSlot(scope.templates, template, slot);
    if (!declared) throw new TypeError('the checker refuses unknown slots');
    const property = code`${fact.code}.${scope.slot(template, slot)}`;
    return { template, code: property, type: slotType(declared.type), canFail: false, simple: true };
  });
  const [first, ...others] = reads;
  if (!first) throw new TypeError('a fact set has a template');
  if (others.length === 0) return first;
  const type = reads.reduce((all, read) => all | read.type, 0);
  const kind = representation(type);
  const last = convert(reads.at(-1) ?? first, kind, scope);
  const text = reads.slice(0, -1).reduceRight((rest, read) => {
    const test = code`${fact.code} instanceof ${scope.factClass(read.template)}`;
    return code`${test} ? ${convert(read, kind, scope)} : ${rest}`;
  }, last);
  return { code: code`(${text})`, type, canFail: false };
}

/** An `if` whose branches are single values is a conditional expression. */
function emitChoice(expression: IfExpression, context: EmitContext): TypedCode | null {
  const branches = [expression.then, expression.else];
  if (branches.some((branch) => branch.length > 1 || branch.some(isBlock))) return null;
  const [then = FALSE_VALUE, otherwise = FALSE_VALUE] = branches.map((branch) =>
    branch[0] ? emitValue(branch[0], context) : FALSE_VALUE,
  );
  const type = typeAt(expression, context);
  const kind = representation(type);
  const test = emitValue(expression.test, context);
  const [yes, no] = [then, otherwise].map((branch) => convert(branch, kind, context.scope));
  return {
    code: code`(${truth(test, context.scope)} ? ${yes ?? null} : ${no ?? null})`,
    type,
    canFail: test.canFail || then.canFail || otherwise.canFail,
  };
}

export const FALSE_VALUE: TypedCode = {
  code: literal(false),
  type: BOOLEAN,
  canFail: false,
  literal: { type: 'SYMBOL', value: 'FALSE' },
  simple: true,
};

/** Whether an expression needs statements. */
function isBlock(expression: Expression): boolean {
  switch (expression.kind) {
    case 'while':
    case 'loop-for-count':
    case 'progn':
    case 'foreach':
    case 'switch':
    case 'fact-query':
    case 'return':
    case 'break':
      return true;
    default:
      return false;
  }
}

/** Statements at a place where a value is used: a function called on the spot. No jump leaves it (see parse-jump). */
function emitBlock(expression: Expression, context: EmitContext): TypedCode {
  const type = typeOfLast([expression], context);
  const body = emitActions(
    [expression],
    { ...context, returns: type, breakLabel: null },
    { kind: 'return', type },
  );
  const answer = typeScriptType(representation(type), context.scope);
  return { code: code`(()${typed(answer)} => {\n${body}\n})()`, type, canFail: true };
}

/** The value that `bind` sets, in the type of the variable. */
export function emitBoundValue(expression: BindExpression, type: StaticType, context: EmitContext): Code {
  const { scope } = context;
  const values = expression.values.map((value) => emitValue(value, context));
  const [only] = values;
  if (only && values.length === 1) return convert(only, representation(type), scope);
  const boxed = joined(
    values.map((value) => box(value, scope)),
    ', ',
  );
  const list: TypedCode = { code: code`${call(scope, 'flatten', boxed)}`, type: MULTIFIELD, canFail: false };
  return convert(list, representation(type), scope);
}

function emitBind(expression: BindExpression, context: EmitContext): TypedCode {
  const local = context.locals.get(expression.name);
  if (!local) throw new TypeError('the checker refuses bind outside functions');
  if (expression.values.length === 0) {
    return { code: code`(${local.code} = ${local.unbound}, false)`, type: BOOLEAN, canFail: false };
  }
  const value = emitBoundValue(expression, local.type, context);
  return { code: code`(${local.code} = ${value})`, type: local.type, canFail: true };
}
