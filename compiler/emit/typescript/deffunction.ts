import { mayBeUnbound } from '../../expression/assignment.ts';
import { inferFunction } from '../../expression/check-functions.ts';
import type { Expression, FunctionDefinition } from '../../expression/expression.ts';
import type { EmitScope, FunctionSignature } from '../../expression/scope.ts';
import {
  ANY,
  MULTIFIELD,
  representation,
  type StaticType,
  type TypedCode,
} from '../../expression/static-type.ts';
import { partsOf } from '../../expression/variables.ts';
import { call } from '../../functions/runtime-names.ts';
import { code, joined, typed, types, type Code } from '../../write/code.ts';
import { emitActions } from './expression-actions.ts';
import { outermostContext, UNDEFINED, type EmitContext, type LocalVariable } from './expression-context.ts';
import { convert, typeScriptType } from './expression-convert.ts';

/**
 * A deffunction as a top-level TypeScript function: the matcher first, then the parameters (boxed, unless the signature
 * gives their types), the rest of a wildcard as one multifield; it answers in the representation of the result.
 */
export function emitDeffunction(
  definition: FunctionDefinition,
  signature: FunctionSignature,
  scope: EmitScope,
  name: Code,
): Code {
  const parameters = parametersOf(definition, signature, scope);
  const context = contextOf(definition, signature, scope, parameters);
  const head = joined(
    [code`${scope.matcher}${typed(scope.matcherType)}`, ...parameters.map(({ declaration }) => declaration)],
    ', ',
  );
  const body = [
    ...declarations(parameters, context),
    ...emitActions(definition.body, context, { kind: 'return', type: signature.result }),
  ];
  const answer = typeScriptType(representation(signature.result), scope);
  return code`function ${name}(${head})${typed(answer)} {\n${counted(body, definition, scope)}\n}`;
}

/** Only a function that calls another (or itself) can recurse; only its depth is counted. */
function counted(body: readonly Code[], definition: FunctionDefinition, scope: EmitScope): readonly Code[] {
  if (!definition.body.some((action) => callsDeffunction(action, scope))) return body;
  const enter = code`${call(scope, 'enterCall', scope.matcher)};`;
  return [enter, code`try {\n${body}\n} finally {\n${scope.matcher}.depth--;\n}`];
}

function callsDeffunction(expression: Expression, scope: EmitScope): boolean {
  if (expression.kind === 'call') {
    if (scope.deffunction(expression.name) !== null) return true;
    // `sort` names the function that it calls.
    const [order] = expression.args;
    const sorts = expression.name === 'sort' && order?.kind === 'literal' && order.value.type === 'SYMBOL';
    if (sorts && scope.deffunction(order.value.value) !== null) return true;
  }
  return partsOf(expression).some((part) => callsDeffunction(part, scope));
}

interface Parameter {
  readonly name: string;
  readonly value: TypedCode;
  readonly declaration: Code;
}

function parametersOf(
  definition: FunctionDefinition,
  { parameterTypes = [] }: FunctionSignature,
  scope: EmitScope,
): readonly Parameter[] {
  const all: (readonly [string, StaticType])[] = definition.parameters.map((name, i) => [
    name,
    parameterTypes[i] ?? ANY,
  ]);
  if (definition.wildcard !== null) all.push([definition.wildcard, MULTIFIELD]);
  return all.map(([name, type]) => {
    const local = scope.local(name);
    const value: TypedCode = { code: local, type, canFail: false, simple: true };
    return { name, value, declaration: code`${local}${typed(typeScriptType(representation(type), scope))}` };
  });
}

function contextOf(
  definition: FunctionDefinition,
  signature: FunctionSignature,
  scope: EmitScope,
  parameters: readonly Parameter[],
): EmitContext {
  const signatures = { get: (name: string) => scope.deffunction(name)?.signature, keys: () => [].values() };
  const inferred = inferFunction(definition, signatures, scope.templates, null, signature.parameterTypes);
  const unbound = mayBeUnbound(definition);
  const locals = [...inferred.locals].map(([name, type]): readonly [string, LocalVariable] => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    const reset = parameter ? convert(parameter.value, representation(type), scope) : UNDEFINED;
    return [name, { code: scope.local(name), type, checked: unbound.has(name), unbound: reset }];
  });
  return {
    ...outermostContext(scope),
    constants: new Map(
      parameters.filter(({ name }) => !inferred.locals.has(name)).map(({ name, value }) => [name, value]),
    ),
    locals: new Map(locals),
    returns: signature.result,
  };
}

/** Variables that `bind` sets live as long as the call. A parameter that is bound starts as the argument. */
function declarations(parameters: readonly Parameter[], { locals, scope }: EmitContext): readonly Code[] {
  return [...locals].map(([name, local]) => {
    const type = typeScriptType(representation(local.type), scope);
    if (parameters.some((parameter) => parameter.name === name)) {
      return code`let ${local.code}${typed(type)} = ${local.unbound};`;
    }
    return local.checked
      ? code`let ${local.code}${typed(code`${type} | undefined`)};`
      : code`let ${local.code}${types`!: ${type}`};`;
  });
}
