import type {
  BindExpression,
  FactSlotExpression,
  IfExpression,
  LiteralExpression,
} from '../../../language/expression/expression.ts';
import { BOOLEAN, FACT, representation } from '../../../language/static-type.ts';
import { isChoice, type Typed, type TypedExpression } from '../../../language/expression/typed-expression.ts';
import { literalType, slotStaticType } from '../../../language/expression/typing.ts';
import { required } from '../../../required.ts';
import { code, literal, typed, type Code } from '../code/code.ts';
import type { EmitScope } from './emit-scope.ts';
import { emitAll } from './expression-actions.ts';
import { emitCall } from './expression-call.ts';
import {
  emitActions,
  emitValue,
  outermostContext,
  type EmitContext,
  type Emitters,
} from './expression-context.ts';
import { convert, truth, typeScriptType } from './expression-convert.ts';
import { call } from './runtime-names.ts';
import { emitBoundValue, FALSE_VALUE } from './expression-target.ts';
import type { TypedCode } from './typed-code.ts';

/** An expression as a JavaScript expression, with its static type. */
export function emitExpression(expression: TypedExpression, scope: EmitScope): TypedCode {
  return emitAny(expression, outermostContext(scope, EMITTERS));
}

/** An expression as a JavaScript condition: true when CLIPS takes the value for true. */
export function emitCondition(expression: TypedExpression, scope: EmitScope): Code {
  return truth(emitExpression(expression, scope), scope);
}

/** A deffunction's body starts with these. */
export const EMITTERS: Emitters = { value: emitAny, actions: emitAll };

/** The code of an expression at a place where its value is used. */
function emitAny(expression: TypedExpression, context: EmitContext): TypedCode {
  switch (expression.kind) {
    case 'literal':
      return emitLiteral(expression);
    case 'variable':
      return emitVariable(expression.name, expression, context);
    case 'call':
      return emitCall(expression, context);
    case 'if':
      return isChoice(expression) ? emitChoice(expression, context) : emitBlock(expression, context);
    case 'bind':
      return emitBind(expression, context);
    case 'fact-slot':
      return emitFactSlot(expression, context);
    default:
      return emitBlock(expression, context);
  }
}

function emitLiteral(expression: LiteralExpression): TypedCode {
  const { value } = expression;
  const type = literalType(expression);
  const text = type === BOOLEAN ? literal(value.value === 'TRUE') : literal(value.value);
  return { code: text, type, canFail: false, literal: value, simple: true };
}

function emitVariable(name: string, { valueType: type, canFail }: Typed, context: EmitContext): TypedCode {
  const fact = context.facts.get(name);
  if (fact) return { code: fact.code, type: FACT, canFail: false, simple: true };
  const constant = context.constants.get(name);
  if (constant) return constant;
  const local = context.locals.get(name);
  if (local?.checked) return { code: call(context, 'bound', local.code, literal(name)), type, canFail };
  if (local) return { code: local.code, type, canFail, simple: true };
  const outer = context.variable(name);
  return { ...outer, code: convert(outer, representation(type), context), type, simple: true };
}

/** `?f:slot`. The class of a fact that may have several templates is tested. */
function emitFactSlot(
  { variable, slot, valueType: type, canFail }: FactSlotExpression & Typed,
  context: EmitContext,
): TypedCode {
  const fact = required(context.facts.get(variable), variable);
  const reads = fact.templates.map((template): TypedCode & { readonly template: string } => {
    const { slot: declared, name } = context.slot(template, slot);
    const property = code`${fact.code}.${name}`;
    return { template, code: property, type: slotStaticType(declared), canFail, simple: true };
  });
  const last = required(reads.at(-1), variable);
  if (reads.length === 1) return last;
  const kind = representation(type);
  const text = reads.slice(0, -1).reduceRight(
    (rest, read) => {
      const test = code`${fact.code} instanceof ${context.factClass(read.template)}`;
      return code`${test} ? ${convert(read, kind, context)} : ${rest}`;
    },
    convert(last, kind, context),
  );
  return { code: code`(${text})`, type, canFail };
}

/** An `if` whose branches are single values is a conditional expression. */
function emitChoice(expression: IfExpression<TypedExpression> & Typed, context: EmitContext): TypedCode {
  const { valueType: type, canFail } = expression;
  const [yes, no] = [expression.then, expression.else].map(([value]) => {
    const branch = value ? emitValue(value, context) : FALSE_VALUE;
    return convert(branch, representation(type), context);
  });
  const test = truth(emitValue(expression.test, context), context);
  return { code: code`(${test} ? ${yes ?? null} : ${no ?? null})`, type, canFail };
}

/** Statements at a place where a value is used: a function called on the spot. No jump leaves it (see parse-jump). */
function emitBlock(expression: TypedExpression, context: EmitContext): TypedCode {
  const { valueType: type } = expression;
  const body = emitActions(
    [expression],
    { ...context, returns: type, breakLabel: null },
    { kind: 'return', type },
  );
  const answer = typeScriptType(representation(type), context);
  return { code: code`(()${typed(answer)} => {\n${body}\n})()`, type, canFail: true };
}

function emitBind(expression: BindExpression<TypedExpression>, context: EmitContext): TypedCode {
  const local = required(context.locals.get(expression.name), expression.name);
  if (expression.values.length === 0) {
    return { code: code`(${local.code} = ${local.unbound}, false)`, type: BOOLEAN, canFail: false };
  }
  const value = emitBoundValue(expression, local.type, context);
  return { code: code`(${local.code} = ${value})`, type: local.type, canFail: true };
}
