import { inferFunction } from '../../expression/check-functions.ts';
import type { FunctionDefinition } from '../../expression/expression.ts';
import type { EmitScope, FunctionSignature, FunctionTarget } from '../../expression/scope.ts';
import { ANY, representation, SYMBOL, type StaticType } from '../../expression/static-type.ts';
import type { Template } from '../../ruleset.ts';
import type { Code } from '../../write/code.ts';
import { emitDeffunction } from './deffunction.ts';

/** So many versions of a function are made for types of arguments; further calls use the one for any values. */
const MOST_VERSIONS = 4;

/** The generated functions of a module's deffunctions: one for any values, and some for the types of their calls. */
export interface FunctionVersions {
  /** See EmitScope.deffunction: with types it asks for the function to be generated. */
  readonly versionOf: EmitScope['deffunction'];
  /** Code of all functions asked for, those that they ask for themselves included. */
  readonly emit: (scope: EmitScope) => readonly Code[];
}

interface Version extends FunctionTarget {
  readonly definition: FunctionDefinition;
  /** Some call of it was emitted, so that it must be, too. */
  asked: boolean;
}

/** `freshName` gives each version a name at the top level of the module. */
export function createFunctionVersions(
  definitions: readonly FunctionDefinition[],
  signatures: ReadonlyMap<string, FunctionSignature>,
  templates: ReadonlyMap<string, Template>,
  freshName: (functionName: string) => Code,
): FunctionVersions {
  /** Versions of each function by the types of their parameters; the first is the one for any values. */
  const versions = new Map<string, Map<string, Version>>();
  const pending: Version[] = [];
  const make = (definition: FunctionDefinition, signature: FunctionSignature): Version => {
    return { definition, signature, code: freshName(definition.name), asked: false };
  };
  for (const definition of definitions) {
    const signature = signatures.get(definition.name);
    const types = definition.parameters.map(() => ANY).join();
    if (signature) versions.set(definition.name, new Map([[types, make(definition, signature)]]));
  }

  function find(made: Map<string, Version>, types: readonly StaticType[]): Version | undefined {
    const [general] = made.values();
    const wanted = general?.definition.parameters.map((_, i) => plainType(types[i] ?? ANY)) ?? [];
    const known = made.get(wanted.join());
    if (known !== undefined || general === undefined || made.size > MOST_VERSIONS) return known ?? general;
    const { definition, signature } = general;
    const { result } = inferFunction(definition, signatures, templates, null, wanted);
    const version = make(definition, { ...signature, parameterTypes: wanted, result: result || ANY });
    made.set(wanted.join(), version);
    return version;
  }

  return {
    versionOf(name, types) {
      const made = versions.get(name);
      const version = made && find(made, types ?? []);
      if (version === undefined) return null;
      if (types !== undefined && !version.asked) {
        version.asked = true;
        pending.push(version);
      }
      return version;
    },
    emit(scope) {
      const written: Code[] = [];
      for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
        written.push(emitDeffunction(next.definition, next.signature, scope, next.code));
      }
      return written;
    },
  };
}

/** A type with a representation of its own, or any value. */
function plainType(type: StaticType): StaticType {
  const kind = representation(type);
  if (kind === 'value') return ANY;
  return kind === 'boolean' ? SYMBOL : type;
}
