import type { Report } from '../diagnostics/report.ts';
import { FORMS, FUNCTIONS } from '../functions/table.ts';
import type { Template } from '../ruleset.ts';
import { typeOfActions } from './check.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import type { FunctionSignature } from './scope.ts';
import { ANY, MULTIFIELD, type StaticType } from './static-type.ts';
import type { Locals, Typing } from './typing.ts';
import { partsOf } from './variables.ts';

/**
 * Checks the bodies of deffunctions and infers what each answers. Recursion is no obstacle: results start as nothing
 * and grow until a round over all functions changes none. Parameters take any value.
 */
export function checkFunctions(
  definitions: readonly FunctionDefinition[],
  { templates }: { readonly templates: ReadonlyMap<string, Template> },
  report: Report,
): ReadonlyMap<string, FunctionSignature> {
  const signatures = new Map<string, FunctionSignature>();
  for (const definition of definitions) signatures.set(definition.name, signatureOf(definition, 0));
  for (let changed = true; changed;) {
    changed = false;
    for (const definition of definitions) {
      const before = signatures.get(definition.name)?.result ?? 0;
      const { result } = inferFunction(definition, signatures, templates, null);
      if ((before | result) === before) continue;
      signatures.set(definition.name, signatureOf(definition, before | result));
      changed = true;
    }
  }
  for (const definition of definitions) {
    // A function that never answers is not wrong before it is called; what it answers may then be anything.
    if (signatures.get(definition.name)?.result === 0) {
      signatures.set(definition.name, signatureOf(definition, ANY));
    }
  }
  for (const definition of definitions) inferFunction(definition, signatures, templates, report);
  return signatures;
}

function signatureOf(definition: FunctionDefinition, result: StaticType): FunctionSignature {
  const { name, parameters, wildcard, at } = definition;
  return { name, parameters, variadic: wildcard !== null, result, at };
}

/** What inference finds about one function. */
export interface InferredFunction {
  readonly result: StaticType;
  /** Type of each variable that `bind` sets; a parameter that is bound is among them. */
  readonly locals: ReadonlyMap<string, StaticType>;
}

/**
 * Types of one function, given the signatures of all; the report is null to infer in silence. Parameters take any
 * value unless their types are given.
 */
export function inferFunction(
  definition: FunctionDefinition,
  signatures: Pick<ReadonlyMap<string, FunctionSignature>, 'get' | 'keys'>,
  templates: ReadonlyMap<string, Template>,
  report: Report | null,
  parameterTypes?: readonly StaticType[],
): InferredFunction {
  const parameterType = (name: string): StaticType | null =>
    typeOfParameter(definition, name, parameterTypes);
  const locals: Locals = { types: initialTypes(definition, parameterType), returned: 0 };
  const typing: Typing = {
    outer: parameterType,
    functionOf: (name) => signatures.get(name) ?? null,
    templates,
    report: null,
    locals,
    loops: new Map(),
    facts: new Map(),
    inQueryTest: false,
    names: {
      functions: [...FUNCTIONS.keys(), ...FORMS, ...signatures.keys()],
      variables: [
        ...definition.parameters,
        ...(definition.wildcard ? [definition.wildcard] : []),
        ...locals.types.keys(),
      ],
    },
  };
  for (let before = ''; before !== String([...locals.types.values()]);) {
    before = String([...locals.types.values()]);
    typeOfActions(definition.body, typing, true);
  }
  for (const [name, type] of locals.types) if (type === 0) locals.types.set(name, ANY);
  const last = typeOfActions(definition.body, { ...typing, report }, true);
  return { result: last | locals.returned, locals: locals.types };
}

function typeOfParameter(
  definition: FunctionDefinition,
  name: string,
  types: readonly StaticType[] = [],
): StaticType | null {
  if (name === definition.wildcard) return MULTIFIELD;
  const position = definition.parameters.indexOf(name);
  return position < 0 ? null : (types[position] ?? ANY);
}

/** A variable starts with no type, a parameter that is bound with its own. */
function initialTypes(
  definition: FunctionDefinition,
  parameterType: (name: string) => StaticType | null,
): Map<string, StaticType> {
  const types = new Map<string, StaticType>();
  const walk = (expression: Expression): void => {
    if (expression.kind === 'bind') types.set(expression.name, parameterType(expression.name) ?? 0);
    partsOf(expression).forEach(walk);
  };
  definition.body.forEach(walk);
  return types;
}
