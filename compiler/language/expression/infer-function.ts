import type { Report } from '../../diagnostics/report.ts';
import type { Template } from '../../ruleset.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import { functionNames } from './function-names.ts';
import type { FunctionSignature } from './scope.ts';
import { ANY, MULTIFIELD, NOTHING, unionOf, type StaticType } from '../static-type.ts';
import { typed } from './type-expression.ts';
import type { TypedExpression } from './typed-expression.ts';
import { literalType, typedActions, typeOfLast, type Locals, type Typing } from './typing.ts';
import { partsOf } from './variables.ts';

/** Names that bodies of functions may use. */
export interface FunctionSurroundings {
  readonly templates: ReadonlyMap<string, Template>;
  readonly signatures: ReadonlyMap<string, FunctionSignature>;
}

/** Result of inference for one function. */
export interface InferredFunction {
  readonly result: StaticType;
  /** Type of each variable that `bind` sets; a parameter that is bound is among them. */
  readonly locals: ReadonlyMap<string, StaticType>;
  /** The body with its types; empty if only the result is needed. */
  readonly body?: readonly TypedExpression[];
}

/**
 * Types of one function, given the signatures of all; the report is null to infer in silence. Parameters take any
 * value unless their types are given.
 */
export function inferFunction(
  definition: FunctionDefinition,
  surroundings: FunctionSurroundings,
  report: Report | null,
  parameterTypes: readonly StaticType[] = [],
  withBody = false,
): InferredFunction {
  if (report === null && !withBody) {
    const result = typeOfChosen(definition);
    if (result !== null) return { result, locals: new Map() };
  }
  const types = initialTypes(definition, parameterTypes);
  const locals: Locals = { types, returned: NOTHING, unbound: new Set(), settled: false };
  const typing = typingOfBody(definition, surroundings, parameterTypes, locals);
  for (let before = ''; before !== String([...types.values()]);) {
    before = String([...types.values()]);
    typedActions(definition.body, typing, true);
  }
  for (const [name, type] of types) if (type === NOTHING) types.set(name, ANY);
  const body = typedActions(definition.body, { ...typing, report }, true);
  return { result: unionOf(typeOfLast(body), locals.returned), locals: types, body };
}

/**
 * Type of what `(if … then (return 1)) (if … then (return 2)) … 0` gives, as the rows of a decision table do, whatever
 * the tests are; null: the body is another one.
 */
function typeOfChosen({ body }: FunctionDefinition): StaticType | null {
  const last = body.at(-1);
  if (last?.kind !== 'literal') return null;
  let result = literalType(last);
  for (let i = 0; i < body.length - 1; i++) {
    const step = body[i]!;
    if (step.kind !== 'if' || step.then.length !== 1 || step.else.length > 0 || leaves(step.test))
      return null;
    const [only] = step.then;
    if (only?.kind !== 'return' || only.value.kind !== 'literal') return null;
    result = unionOf(result, literalType(only.value));
  }
  return result;
}

/** True if an expression binds a variable or ends the enclosing function. */
function leaves(expression: Expression): boolean {
  return expression.kind === 'bind' || expression.kind === 'return' || partsOf(expression).some(leaves);
}

/** Scope of the body of a function. Calls of deffunctions have the types of their signatures. */
export function typingOfBody(
  definition: FunctionDefinition,
  { templates, signatures }: FunctionSurroundings,
  parameterTypes: readonly StaticType[],
  locals: Locals,
): Typing {
  const { parameters, wildcard } = definition;
  return {
    typed,
    outer: (name) => typeOfParameter(definition, name, parameterTypes),
    functionOf(name) {
      const signature = signatures.get(name);
      return signature === undefined ? null : { signature, version: null };
    },
    temporal: new Map(),
    constants: new Map(),
    templates,
    report: null,
    locals,
    loops: new Map(),
    facts: new Map(),
    inQueryTest: false,
    shared: bindsVariables(definition) ? null : new Map(),
    names: {
      functions: functionNames(signatures),
      variables: [...parameters, ...(wildcard === null ? [] : [wildcard]), ...locals.types.keys()],
    },
  };
}

function typeOfParameter(
  definition: FunctionDefinition,
  name: string,
  types: readonly StaticType[],
): StaticType | null {
  if (name === definition.wildcard) return MULTIFIELD;
  const position = definition.parameters.indexOf(name);
  return position < 0 ? null : (types[position] ?? ANY);
}

/** True if a body sets variables. */
export function bindsVariables({ body }: FunctionDefinition): boolean {
  const binds = (expression: Expression): boolean =>
    expression.kind === 'bind' || partsOf(expression).some(binds);
  return body.some(binds);
}

/** A variable starts with no type, a parameter that is bound with its own. */
function initialTypes(
  definition: FunctionDefinition,
  parameterTypes: readonly StaticType[],
): Map<string, StaticType> {
  const types = new Map<string, StaticType>();
  const walk = (expression: Expression): void => {
    if (expression.kind === 'bind') {
      const { name } = expression;
      types.set(name, typeOfParameter(definition, name, parameterTypes) ?? NOTHING);
    }
    partsOf(expression).forEach(walk);
  };
  definition.body.forEach(walk);
  return types;
}
