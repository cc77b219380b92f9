import type { TemporalFunction } from '../../temporal-meaning.ts';
import { mayBeUnbound } from './assignment.ts';
import type { Expression, FunctionDefinition, LiteralExpression } from './expression.ts';
import {
  bindsVariables,
  inferFunction,
  typingOfBody,
  type FunctionSurroundings,
  type InferredFunction,
} from './infer-function.ts';
import { ANY, NOTHING, representation, SYMBOL, type StaticType } from '../static-type.ts';
import { typed } from './type-expression.ts';
import type { FunctionVersion, TypedExpression, TypedFunction } from './typed-expression.ts';
import { typedActions, type Callee, type Locals } from './typing.ts';
import { FUNCTION_VERSIONS } from '../../thresholds.ts';

/** Types the expressions of a ruleset that was checked, and the functions that they call. */
export interface ExpressionTyper {
  /** An expression whose variables, bound outside of it, have these types. */
  readonly type: (expression: Expression, variables: ReadonlyMap<string, StaticType>) => TypedExpression;
  /** The functions that were called so far, and those that they call; a version's id is its place. */
  readonly functions: () => readonly TypedFunction[];
}

interface Versions {
  readonly definition: FunctionDefinition;
  /** By the types of their parameters. */
  readonly made: Map<string, FunctionVersion>;
}

interface MadeVersion {
  readonly definition: FunctionDefinition;
  readonly version: FunctionVersion;
  /** Types of the variables that its body binds. */
  readonly locals: InferredFunction['locals'];
}

/** `temporal`: functions that the matcher computes from counters, by name. */
export function createExpressionTyper(
  definitions: readonly FunctionDefinition[],
  surroundings: FunctionSurroundings,
  temporal: ReadonlyMap<string, TemporalFunction> = new Map(),
): ExpressionTyper {
  const { templates, signatures } = surroundings;
  const all = new Map(
    definitions.map((definition): [string, Versions] => [definition.name, { definition, made: new Map() }]),
  );
  const constants = constantsAmong(definitions);
  const versions: MadeVersion[] = [];
  const functions: TypedFunction[] = [];
  const shared = new Map<Expression, TypedExpression>();

  function versionFor({ definition, made }: Versions, types: readonly StaticType[]): FunctionVersion {
    const wanted = definition.parameters.map((_, i) => plainType(types[i] ?? ANY));
    const general = definition.parameters.map(() => ANY);
    const isNew = !made.has(wanted.join());
    const special = [...made.keys()].filter((key) => key !== general.join()).length;
    const parameterTypes = isNew && special >= FUNCTION_VERSIONS ? general : wanted;
    const known = made.get(parameterTypes.join());
    if (known !== undefined) return known;
    const { result, locals } = inferVersion(definition, parameterTypes);
    const version: FunctionVersion = {
      id: versions.length,
      name: definition.name,
      parameterTypes,
      variadic: definition.wildcard !== null,
      result: result === NOTHING ? ANY : result,
    };
    made.set(parameterTypes.join(), version);
    versions.push({ definition, version, locals });
    return version;
  }

  /** A body that binds nothing and whose result has one type has that type for any arguments. */
  function inferVersion(
    definition: FunctionDefinition,
    parameterTypes: readonly StaticType[],
  ): InferredFunction {
    const result = signatures.get(definition.name)?.result ?? ANY;
    return !isSingle(result) || bindsVariables(definition)
      ? inferFunction(definition, surroundings, null, parameterTypes)
      : { result, locals: new Map() };
  }

  function functionOf(name: string, types: readonly StaticType[]): Callee | null {
    const signature = signatures.get(name);
    const ofName = all.get(name);
    if (signature === undefined || ofName === undefined) return null;
    return { signature, version: versionFor(ofName, types) };
  }

  function typeBody({ definition, version, locals: inferred }: MadeVersion): TypedFunction {
    const { parameterTypes } = version;
    const unbound = mayBeUnbound(definition);
    const locals: Locals = { types: new Map(inferred), returned: NOTHING, unbound, settled: true };
    const typing = typingOfBody(definition, surroundings, parameterTypes, locals);
    return {
      version,
      parameters: definition.parameters,
      wildcard: definition.wildcard,
      body: typedActions(definition.body, { ...typing, functionOf, constants }, true),
      locals: new Map(
        [...locals.types].map(([name, type]) => [name, { type, mayBeUnbound: unbound.has(name) }]),
      ),
    };
  }

  return {
    type: (expression, variables) =>
      typed(
        expression,
        {
          typed,
          outer: (name) => variables.get(name) ?? null,
          functionOf,
          temporal,
          constants,
          templates,
          report: null,
          locals: null,
          loops: new Map(),
          facts: new Map(),
          inQueryTest: false,
          shared,
          names: { functions: [], variables: [] },
        },
        true,
      ),
    functions() {
      // A body may ask for further versions.
      for (let next = versions[functions.length]; next !== undefined; next = versions[functions.length]) {
        functions.push(typeBody(next));
      }
      return functions;
    },
  };
}

/** Functions without parameters whose body is a constant, with what each returns. */
function constantsAmong(definitions: readonly FunctionDefinition[]): ReadonlyMap<string, LiteralExpression> {
  const constants = new Map<string, LiteralExpression>();
  for (const { name, parameters, wildcard, body } of definitions) {
    const [only] = body;
    const isConstant = parameters.length === 0 && wildcard === null && body.length === 1;
    if (isConstant && only?.kind === 'literal') constants.set(name, only);
  }
  return constants;
}

/** True if no arguments narrow the type: symbols may turn out to be truth values. */
function isSingle(type: StaticType): boolean {
  const kind = representation(type);
  return kind !== 'value' && kind !== 'symbol';
}

/** A type with a representation of its own, or any value. */
function plainType(type: StaticType): StaticType {
  const kind = representation(type);
  if (kind === 'value') return ANY;
  return kind === 'boolean' ? SYMBOL : type;
}
