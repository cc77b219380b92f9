import type { Report } from '../../diagnostics/report.ts';
import type { Template } from '../../ruleset.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import { inferFunction } from './infer-function.ts';
import type { FunctionSignature } from './scope.ts';
import { checkVariableCases } from './variable-cases.ts';
import { partsOf } from './variables.ts';
import { ANY, NOTHING, unionOf, type StaticType } from '../static-type.ts';

/** Context in which functions are checked. */
interface KnownBefore {
  readonly templates: ReadonlyMap<string, Template>;
  /** Functions that they may call and that are checked already. */
  readonly signatures?: ReadonlyMap<string, FunctionSignature>;
}

/** Checks the bodies of deffunctions and infers what each returns. Parameters take any value. */
export function checkFunctions(
  definitions: readonly FunctionDefinition[],
  known: KnownBefore,
  report: Report,
): ReadonlyMap<string, FunctionSignature> {
  const signatures = inferSignatures(definitions, known);
  const surroundings = { templates: known.templates, signatures };
  for (const definition of definitions) {
    inferFunction(definition, surroundings, report);
    checkVariableCases(definition, report);
  }
  return signatures;
}

/**
 * Signatures of deffunctions, with those known before. Recursion is allowed: results start as nothing and grow until
 * a round over all functions changes none.
 */
export function inferSignatures(
  definitions: readonly FunctionDefinition[],
  { templates, signatures: known = new Map() }: KnownBefore,
): ReadonlyMap<string, FunctionSignature> {
  const signatures = new Map(known);
  for (const definition of definitions) signatures.set(definition.name, signatureOf(definition, NOTHING));
  inferResults(definitions, signatures, templates);
  for (const definition of definitions) {
    // A function that never returns is not wrong before it is called; its result may then be anything.
    if (signatures.get(definition.name)?.result === NOTHING) {
      signatures.set(definition.name, signatureOf(definition, ANY));
    }
  }
  return signatures;
}

/** Grows the results until none changes: what calls a function is looked at again when its result has grown. */
function inferResults(
  definitions: readonly FunctionDefinition[],
  signatures: Map<string, FunctionSignature>,
  templates: ReadonlyMap<string, Template>,
): void {
  const callers = callersOf(definitions);
  const pending = new Set(definitions);
  // A set visits what is added while it is walked.
  for (const definition of pending) {
    pending.delete(definition);
    const before = signatures.get(definition.name)?.result ?? NOTHING;
    const { result } = inferFunction(definition, { templates, signatures }, null);
    const after = unionOf(before, result);
    if (after === before) continue;
    signatures.set(definition.name, signatureOf(definition, after));
    for (const caller of callers.get(definition.name) ?? []) pending.add(caller);
  }
}

/** The functions that name each function, in a call or as the comparison of `sort`. */
function callersOf(
  definitions: readonly FunctionDefinition[],
): ReadonlyMap<string, ReadonlySet<FunctionDefinition>> {
  const callers = new Map<string, Set<FunctionDefinition>>();
  const add = (name: string, caller: FunctionDefinition): void => {
    const known = callers.get(name);
    if (known === undefined) callers.set(name, new Set([caller]));
    else known.add(caller);
  };
  for (const definition of definitions) {
    const walk = (expression: Expression): void => {
      if (expression.kind === 'call') add(expression.name, definition);
      partsOf(expression).forEach(walk);
    };
    definition.body.forEach(walk);
  }
  return callers;
}

function signatureOf(definition: FunctionDefinition, result: StaticType): FunctionSignature {
  const { name, parameters, wildcard, at } = definition;
  return { name, parameters, variadic: wildcard !== null, result, at };
}
