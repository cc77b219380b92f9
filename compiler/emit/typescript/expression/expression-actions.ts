import type {
  ForeachExpression,
  IfExpression,
  LoopForCountExpression,
  SwitchExpression,
  WhileExpression,
} from '../../../language/expression/expression.ts';
import { FIELD, INTEGER, mayBeEqual, representation } from '../../../language/static-type.ts';
import type { TypedCode } from './typed-code.ts';
import type { Typed, TypedExpression } from '../../../language/expression/typed-expression.ts';
import { partsOf } from '../../../language/expression/variables.ts';
import { asInteger, asMultifield } from './functions/arguments.ts';
import { emitSame } from './functions/equality.ts';
import { call, runtime } from './runtime-names.ts';
import { code, literal, typed, type Code } from '../code/code.ts';
import {
  DROP,
  emitActions,
  emitTruth,
  emitValue,
  withBreakLabel,
  withConstants,
  type EmitContext,
  type Target,
} from './expression-context.ts';
import { typeScriptType } from './expression-convert.ts';
import { emitFactQuery } from './expression-fact-query.ts';
import { collectLast, deliver, emitBoundValue, FALSE_VALUE } from './expression-target.ts';

/** Actions as statements; no action at all is FALSE. */
export function emitAll(
  actions: readonly TypedExpression[],
  context: EmitContext,
  target: Target,
): readonly Code[] {
  if (actions.length === 0) return deliver(FALSE_VALUE, target, context);
  return actions.flatMap((action, i) =>
    emitAction(action, context, i === actions.length - 1 ? target : DROP),
  );
}

function emitAction(action: TypedExpression, context: EmitContext, target: Target): readonly Code[] {
  switch (action.kind) {
    case 'if':
      return emitIf(action, context, target);
    case 'while':
      return [...emitWhile(action, context), ...deliver(FALSE_VALUE, target, context)];
    case 'loop-for-count':
      return [...emitLoop(action, context), ...deliver(FALSE_VALUE, target, context)];
    case 'progn':
      return emitActions(action.body, context, target);
    case 'foreach':
      return emitForeach(action, context, target);
    case 'switch':
      return emitSwitch(action, context, target);
    case 'bind': {
      const local = context.locals.get(action.name);
      if (target.kind !== 'drop' || !local) break;
      if (action.values.length === 0) return [code`${local.code} = ${local.unbound};`];
      return [code`${local.code} = ${emitBoundValue(action, local.type, context)};`];
    }
    case 'return':
      return deliver(emitValue(action.value, context), { kind: 'return', type: context.returns }, context);
    case 'break':
      return [context.breakLabel ? code`break ${context.breakLabel};` : code`break;`];
    case 'fact-query':
      return emitFactQuery(action, context, target);
    default:
      break;
  }
  return deliver(emitValue(action, context), target, context);
}

function emitIf(
  action: IfExpression<TypedExpression>,
  context: EmitContext,
  target: Target,
): readonly Code[] {
  const then = emitActions(action.then, context, target);
  const otherwise = emitActions(action.else, context, target);
  const test = emitTruth(action.test, context);
  if (otherwise.length === 0) return [code`if (${test}) {\n${then}\n}`];
  return [code`if (${test}) {\n${then}\n} else {\n${otherwise}\n}`];
}

function countStep(context: EmitContext): Code {
  return code`${call(context, 'countStep', context.matcher)};`;
}

function emitWhile(action: WhileExpression<TypedExpression>, context: EmitContext): readonly Code[] {
  const body = emitActions(action.body, withBreakLabel(context, null), DROP);
  return [code`while (${emitTruth(action.test, context)}) {\n${[countStep(context), ...body]}\n}`];
}

function emitLoop(action: LoopForCountExpression<TypedExpression>, context: EmitContext): readonly Code[] {
  const [i, end] = [context.local(action.variable ?? 'i'), context.local('end')];
  const integer = typed(runtime(context, 'Integer'));
  const from = asInteger(emitValue(action.from, context), 'loop-for-count', 1, context);
  const to = asInteger(emitValue(action.to, context), 'loop-for-count', 2, context);
  const variable: TypedCode = { code: i, type: INTEGER, canFail: false, simple: true };
  const inner = action.variable === null ? context : withConstants(context, [[action.variable, variable]]);
  const body = emitActions(action.body, withBreakLabel(inner, null), DROP);
  const next = call(context, 'integerAdd', i, literal(1));
  const head = code`for (let ${i}${integer} = ${from}, ${end}${integer} = ${to}; ${i} <= ${end}; ${i} = ${next})`;
  return [code`${head} {\n${[countStep(context), ...body]}\n}`];
}

/** True if a part mentions a variable. */
function mentions(actions: readonly TypedExpression[], name: string): boolean {
  return actions.some(
    (action) => (action.kind === 'variable' && action.name === name) || mentions(partsOf(action), name),
  );
}

function emitForeach(
  action: ForeachExpression<TypedExpression> & Typed,
  context: EmitContext,
  target: Target,
): readonly Code[] {
  const field = context.local(action.variable ?? 'field');
  const list = asMultifield(emitValue(action.list, context), action.form, 1, context);
  const indexName = action.variable === null ? null : action.variable + '-index';
  const index = indexName !== null && mentions(action.body, indexName) ? context.local('index') : null;
  const constants: (readonly [string, TypedCode])[] = [];
  if (action.variable !== null) {
    constants.push([action.variable, { code: field, type: FIELD, canFail: false, simple: true }]);
  }
  if (indexName !== null && index !== null) {
    constants.push([indexName, { code: index, type: INTEGER, canFail: false, simple: true }]);
  }
  const inner = withBreakLabel(withConstants(context, constants), null);
  const loop = (body: readonly Code[]): readonly Code[] => {
    const steps = index === null ? [countStep(context)] : [countStep(context), code`${index}++;`];
    const statement = code`for (const ${field} of ${list}) {\n${[...steps, ...body]}\n}`;
    return index === null ? [statement] : [code`let ${index} = 0;`, statement];
  };
  return collectLast(action, inner, context, target, loop);
}

/** Cases are compared one after the other, as `eq` does. */
function emitSwitch(
  action: SwitchExpression<TypedExpression>,
  context: EmitContext,
  target: Target,
): readonly Code[] {
  const value = emitValue(action.subject, context);
  const name = context.local('subject');
  const subject: TypedCode = value.simple
    ? value
    : { code: name, type: value.type, canFail: false, simple: true };
  const otherwise = emitActions(action.default ?? [], context, target);
  const branches = action.cases.flatMap(({ value: expected, body }) => {
    const compared = emitValue(expected, context);
    if (compared.literal && !mayBeEqual(subject.type, compared.type)) return [];
    const test = emitSame(subject, compared, context);
    return [code`if (${test}) {\n${emitActions(body, context, target)}\n}`];
  });
  const declared = value.simple
    ? []
    : [code`const ${name}${typed(typeScriptType(representation(value.type), context))} = ${value.code};`];
  // If each case returns, none is in the `else` of the previous one: engines limit the nesting depth.
  if (target.kind === 'return') return [...declared, ...branches, ...otherwise];
  const [first, ...others] = branches;
  const last = otherwise.length === 0 ? null : code` else {\n${otherwise}\n}`;
  const chain = first
    ? [code`${others.reduce((all, branch) => code`${all} else ${branch}`, first)}${last}`]
    : otherwise;
  return [...declared, ...chain];
}
