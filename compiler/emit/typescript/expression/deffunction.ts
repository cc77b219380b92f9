import { ANY, MULTIFIELD, representation, type StaticType } from '../../../language/static-type.ts';
import type {
  CallTarget,
  TypedExpression,
  TypedFunction,
} from '../../../language/expression/typed-expression.ts';
import { partsOf } from '../../../language/expression/variables.ts';
import type { IntrinsicFunction } from '../../../ruleset.ts';
import type { RowChoice } from '../../../plan/row-choices.ts';
import { required } from '../../../required.ts';
import { code, joined, typed, types, type Code } from '../code/code.ts';
import { emitRowChoice } from './emit-row-choice.ts';
import type { EmitScope } from './emit-scope.ts';
import {
  emitActions,
  emitTruth,
  outermostContext,
  UNDEFINED,
  type EmitContext,
  type LocalVariable,
} from './expression-context.ts';
import { convert, typeScriptType } from './expression-convert.ts';
import { EMITTERS } from './expression.ts';
import { call } from './runtime-names.ts';
import type { TypedCode } from './typed-code.ts';

/**
 * A version of a deffunction as a top-level TypeScript function: the matcher first, then the parameters in the
 * representations of their types, the rest of a wildcard as one multifield; it returns the representation of its result.
 */
export function emitDeffunction(
  definition: TypedFunction,
  choice: RowChoice | null,
  scope: EmitScope,
  name: Code,
): Code {
  const { result } = definition.version;
  const parameters = parametersOf(definition, scope);
  const context = contextOf(definition, scope, parameters);
  const body =
    choice === null
      ? [
          ...declarations(parameters, context),
          ...emitActions(definition.body, context, { kind: 'return', type: result }),
        ]
      : [chosenRow(choice, parameters, context)];
  return code`${headOf(definition, scope, name, parameters)} {\n${counted(body, definition, scope)}\n}`;
}

/** The same as a call of what the runtime has for it. */
export function emitProvided(
  definition: TypedFunction,
  by: IntrinsicFunction,
  scope: EmitScope,
  name: Code,
): Code {
  const parameters = parametersOf(definition, scope);
  const values = parameters.map(({ value }) => value.code);
  return code`${headOf(definition, scope, name, parameters)} {\nreturn ${call(scope, by, ...values)};\n}`;
}

/** `function NAME(matcher, …parameters): RESULT` */
export function headOf(
  { version }: TypedFunction,
  scope: EmitScope,
  name: Code,
  parameters: readonly Parameter[],
): Code {
  const all = [
    code`${scope.matcher}${typed(scope.matcherType)}`,
    ...parameters.map(({ declaration }) => declaration),
  ];
  return code`function ${name}(${joined(all, ', ')})${typed(typeScriptType(representation(version.result), scope))}`;
}

function chosenRow(choice: RowChoice, parameters: readonly Parameter[], context: EmitContext): Code {
  const values = new Map(parameters.map(({ name, value }) => [name, value.code]));
  return emitRowChoice(
    choice,
    context,
    (parameter) => required(values.get(parameter), parameter),
    (test) => emitTruth(test, context),
  );
}

/** Only a function that calls another (or itself) can recurse; only its depth is counted. */
function counted(body: readonly Code[], definition: TypedFunction, scope: EmitScope): readonly Code[] {
  if (!definition.body.some(callsDeffunction)) return body;
  const enter = code`${call(scope, 'enterCall', scope.matcher)};`;
  return [enter, code`try {\n${body}\n} finally {\n${scope.matcher}.depth--;\n}`];
}

function callsDeffunction(expression: TypedExpression): boolean {
  return (
    (expression.kind === 'call' && isDeffunction(expression.target)) ||
    partsOf(expression).some(callsDeffunction)
  );
}

function isDeffunction(target: CallTarget): boolean {
  return target.kind === 'deffunction' || (target.kind === 'sort' && isDeffunction(target.order.target));
}

interface Parameter {
  readonly name: string;
  readonly value: TypedCode;
  readonly declaration: Code;
}

/** Named as the function names them. */
export function parametersOf(
  { parameters, wildcard, version }: TypedFunction,
  scope: EmitScope,
): readonly Parameter[] {
  const all: (readonly [string, StaticType])[] = parameters.map((name, i) => [
    name,
    version.parameterTypes[i] ?? ANY,
  ]);
  if (wildcard !== null) all.push([wildcard, MULTIFIELD]);
  return all.map(([name, type]) => {
    const local = scope.local(name);
    const value: TypedCode = { code: local, type, canFail: false, simple: true };
    return { name, value, declaration: code`${local}${typed(typeScriptType(representation(type), scope))}` };
  });
}

function contextOf(
  definition: TypedFunction,
  scope: EmitScope,
  parameters: readonly Parameter[],
): EmitContext {
  const locals = [...definition.locals].map(([name, { type, mayBeUnbound }]): [string, LocalVariable] => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    const reset = parameter ? convert(parameter.value, representation(type), scope) : UNDEFINED;
    return [name, { code: scope.local(name), type, checked: mayBeUnbound, unbound: reset }];
  });
  return {
    ...outermostContext(scope, EMITTERS),
    constants: new Map(
      parameters.filter(({ name }) => !definition.locals.has(name)).map(({ name, value }) => [name, value]),
    ),
    locals: new Map(locals),
    returns: definition.version.result,
  };
}

/** Variables that `bind` sets live as long as the call. A parameter that is bound starts as the argument. */
function declarations(parameters: readonly Parameter[], context: EmitContext): readonly Code[] {
  const { locals } = context;
  return [...locals].map(([name, local]) => {
    const type = typeScriptType(representation(local.type), context);
    if (parameters.some((parameter) => parameter.name === name)) {
      return code`let ${local.code}${typed(type)} = ${local.unbound};`;
    }
    return local.checked
      ? code`let ${local.code}${typed(code`${type} | undefined`)};`
      : code`let ${local.code}${types`!: ${type}`};`;
  });
}
